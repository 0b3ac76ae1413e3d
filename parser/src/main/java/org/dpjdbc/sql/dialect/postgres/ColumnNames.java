package org.dpjdbc.sql.dialect.postgres;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.Util;

/**
 * What PostgreSQL calls a column without a name: by its function, or by the column or type of a
 * cast ({@code FigureColname} in its parser).
 */
final class ColumnNames {
  private static final String UNKNOWN = "?column?";

  /** A name, and whether it gives way to that of a type. */
  private record Name(String text, boolean weak) {}

  private ColumnNames() {}

  static String of(SqlNode item) {
    return name(item).map(Name::text).orElse(UNKNOWN);
  }

  private static Optional<Name> strong(String text) {
    return Optional.of(new Name(text, false));
  }

  private static Optional<Name> name(SqlNode item) {
    if (item instanceof SqlIdentifier column) {
      return strong(Util.last(column.names));
    } else if (item instanceof SqlCase choice) {
      SqlNode otherwise = choice.getElseOperand();
      return Optional.ofNullable(otherwise)
          .flatMap(ColumnNames::name)
          .filter(name -> !name.weak)
          .or(() -> Optional.of(new Name("case", true)));
    } else if (item instanceof SqlLiteral literal) {
      return literal(literal);
    }
    return item instanceof SqlCall call ? call(call) : Optional.empty();
  }

  /** A literal with its type before it is a cast. */
  private static Optional<Name> literal(SqlLiteral literal) {
    if (literal instanceof SqlIntervalLiteral) {
      return Optional.of(new Name("interval", true));
    }
    // Before validation, a date literal is a string with a keyword before it.
    return literal instanceof SqlUnknownLiteral timestamp
        ? Optional.of(new Name(timestamp.tag.toLowerCase(Locale.ROOT), true))
        : Optional.empty();
  }

  private static Optional<Name> call(SqlCall call) {
    if (call.getOperator().equals(SqlLibraryOperators.INFIX_CAST)
        || call.getKind() == SqlKind.CAST) {
      return name(call.operand(0))
          .filter(name -> !name.weak)
          .or(() -> Optional.of(new Name(type(call.operand(1)), true)));
    }
    return switch (call.getKind()) {
      case OVER, FILTER, WITHIN_GROUP -> name(call.operand(0));
      case EXISTS -> strong("exists");
      case ROW -> strong("row");
      case SELECT -> {
        SqlNodeList items = ((SqlSelect) call).getSelectList();
        SqlNode first = items.get(0);
        yield first.getKind() == SqlKind.AS ? name(((SqlCall) first).operand(1)) : name(first);
      }
      case SCALAR_QUERY -> name(call.operand(0));
      case TRIM ->
          strong(
              switch (String.valueOf(call.operand(0).toString())) {
                case "LEADING" -> "ltrim";
                case "TRAILING" -> "rtrim";
                default -> "btrim";
              });
      default ->
          call.getOperator() instanceof SqlFunction function
              ? strong(Util.last(List.of(function.getName().split("\\."))).toLowerCase(Locale.ROOT))
              : Optional.empty();
    };
  }

  private static String type(SqlNode type) {
    if (!(type instanceof SqlDataTypeSpec spec)) {
      return UNKNOWN;
    }
    String name = Util.last(spec.getTypeName().names);
    if (!(spec.getTypeNameSpec() instanceof SqlBasicTypeNameSpec)) {
      return name.toLowerCase(Locale.ROOT);
    }
    return switch (SqlTypeName.get(name) == null ? SqlTypeName.ANY : SqlTypeName.get(name)) {
      case BOOLEAN -> "bool";
      case SMALLINT -> "int2";
      case INTEGER -> "int4";
      case BIGINT -> "int8";
      case DECIMAL -> "numeric";
      case REAL -> "float4";
      case FLOAT, DOUBLE -> "float8";
      case CHAR -> "bpchar";
      default -> name.toLowerCase(Locale.ROOT);
    };
  }
}
