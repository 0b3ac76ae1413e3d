package org.dpjdbc.run.finish;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The finisher over released rows answers what H2 answers over a table with the same rows. */
class H2AgreementTest {
  private static final Released RELEASED = World.released();
  private static Connection h2;

  @BeforeAll
  static void load() throws SQLException {
    h2 = load(RELEASED);
  }

  /** A database with the same tables and rows. */
  static Connection load(Released released) throws SQLException {
    Connection h2 = DriverManager.getConnection("jdbc:h2:mem:");
    for (var table : released.tables().entrySet()) {
      String columns =
          table.getValue().columns().stream()
              .map(column -> column.name() + " " + sqlType(column))
              .collect(Collectors.joining(", "));
      try (Statement statement = h2.createStatement()) {
        statement.execute("CREATE TABLE " + table.getKey() + " (" + columns + ")");
      }
      int width = table.getValue().columns().size();
      String marks = "?, ".repeat(width - 1) + "?";
      try (PreparedStatement insert =
          h2.prepareStatement("INSERT INTO " + table.getKey() + " VALUES (" + marks + ")")) {
        for (List<@Nullable Object> row : Released.list(table.getValue().rows())) {
          for (int i = 0; i < width; i++) {
            insert.setObject(i + 1, row.get(i));
          }
          insert.executeUpdate();
        }
      }
    }
    return h2;
  }

  @AfterAll
  static void close() throws SQLException {
    h2.close();
  }

  private static String sqlType(Released.Column column) {
    String name =
        column.type() == SqlTypeName.DOUBLE ? "DOUBLE PRECISION" : column.type().getName();
    if (column.precision() < 0) {
      return name;
    }
    return name
        + "("
        + column.precision()
        + (column.scale() < 0 ? "" : ", " + column.scale())
        + ")";
  }

  static Stream<String> queries() {
    return Queries.all().stream();
  }

  @ParameterizedTest
  @MethodSource("queries")
  void agrees(String sql) {
    assertThat(normal(RELEASED.rows(sql), sql)).isEqualTo(normal(byH2(h2, sql), sql));
  }

  /** The rows that H2 gives; what it refuses is refused with its SQLState. */
  static List<List<@Nullable Object>> byH2(Connection h2, String sql) {
    try (Statement statement = h2.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<List<@Nullable Object>> list = new ArrayList<>();
      int width = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 1; i <= width; i++) {
          row.add(
              switch (rows.getMetaData().getColumnTypeName(i)) {
                case "DATE" -> rows.getObject(i, LocalDate.class);
                case "TIMESTAMP" -> rows.getObject(i, LocalDateTime.class);
                // H2's type for a DOUBLE with a wider number; ours stays a DOUBLE.
                case "DECFLOAT" -> rows.getObject(i) == null ? null : rows.getDouble(i);
                default -> rows.getObject(i);
              });
        }
        list.add(row);
      }
      return list;
    } catch (SQLException failure) {
      List<@Nullable Object> state = new ArrayList<>();
      state.add(failure.getSQLState());
      return List.of(state);
    }
  }

  /** Rows in comparable form; in any order unless the query orders them. */
  static List<String> normal(List<List<@Nullable Object>> rows, String sql) {
    Stream<String> lines =
        rows.stream().map(row -> row.stream().map(H2AgreementTest::text).toList().toString());
    boolean ordered = sql.matches("(?s).*ORDER BY [^)]*");
    return (ordered ? lines : lines.sorted(Comparator.naturalOrder())).toList();
  }

  /** Numbers to twelve digits, with their family: an integer is not a decimal. */
  private static String text(@Nullable Object value) {
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      return "~" + (number == 0 ? "0" : String.format("%.11e", number));
    }
    if (value instanceof BigDecimal decimal) {
      return "#" + decimal.setScale(8, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString();
    }
    if (value instanceof Number number) {
      return number.toString();
    }
    return value == null ? "NULL" : "'" + value + "'";
  }
}
