package org.dpjdbc.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.JDBCType;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.BackendDialect;

/** A database with its types, of which {@code types.txt} has one a line. */
record Product(String name) {
  /** How a line is divided. */
  private static final int SIZE = 3;

  private static final int SCALE = 4;
  private static final int COLUMN = 5;
  private static final String COLUMNS = "NXFSDMB";

  BackendDialect dialect() {
    return BackendDialects.called(name).orElseThrow();
  }

  /** The columns that queries are tried on: {@code N}, {@code X}, {@code F} and so on. */
  List<LiveSchema.Column> columns() {
    return lines()
        .filter(line -> line.length > COLUMN)
        .sorted(Comparator.comparing(line -> COLUMNS.indexOf(line[COLUMN])))
        .map(line -> column(spelled(line[COLUMN]), line))
        .toList();
  }

  /** A name in the letters that the database folds it to. */
  String spelled(String name) {
    return dialect().parserSettings().unquotedCasing() == Casing.TO_LOWER
        ? name.toLowerCase(Locale.ROOT)
        : name;
  }

  private Stream<String[]> lines() {
    try (InputStream in = Product.class.getResourceAsStream("types.txt")) {
      List<String> lines =
          new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .toList();
      return lines.stream().map(line -> line.split(" \\| ")).filter(line -> line[0].equals(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static LiveSchema.Column column(String name, String[] line) {
    return new LiveSchema.Column(
        name,
        JDBCType.valueOf(line[2]).getVendorTypeNumber(),
        line[1],
        Integer.parseInt(line[SIZE]),
        Integer.parseInt(line[SCALE]),
        true);
  }

  /** What becomes of the types: those that are read, and as what, and those that are not. */
  String types() {
    RelDataTypeFactory types = new SqlTypeFactoryImpl(dialect().typeSystem());
    List<LiveSchema.Column> all = lines().map(line -> column("C", line)).toList();
    String read =
        Markdown.table(
            List.of("type", "read as"),
            all.stream()
                .filter(column -> dialect().type(types, column).isPresent())
                .map(
                    column ->
                        List.of(shown(column), shown(dialect().type(types, column).orElseThrow())))
                .toList());
    String unread =
        all.stream()
            .filter(column -> dialect().type(types, column).isEmpty())
            .map(Product::shown)
            .collect(Collectors.joining(", "));
    return unread.isEmpty() ? read : read + "\n\nNot read: " + unread + ".";
  }

  /** With digits, where the type has a place for them. */
  private static String shown(LiveSchema.Column column) {
    String digits =
        switch (column.typeName().toUpperCase(Locale.ROOT)) {
          case "NUMERIC", "DECIMAL" -> column.precision() + ", " + column.scale();
          case "BIT" -> String.valueOf(column.precision());
          default -> "";
        };
    boolean none = digits.isEmpty() || column.precision() == 0;
    return Markdown.code(column.typeName() + (none ? "" : "(" + digits + ")"));
  }

  /** Without the length of a text, which is that of the column. */
  private static String shown(RelDataType type) {
    return Markdown.code(
        SqlTypeUtil.inCharFamily(type) ? type.getSqlTypeName().getName() : type.toString());
  }
}
