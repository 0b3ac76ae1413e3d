package org.dpjdbc.sql.rewrite;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.Util;

/** {@code x::type}, and casts to types by their short names. */
final class ShortCasts {
  private static final Map<String, SqlTypeName> SHORT =
      Map.of(
          "TEXT", SqlTypeName.VARCHAR,
          "INT2", SqlTypeName.SMALLINT,
          "INT4", SqlTypeName.INTEGER,
          "INT8", SqlTypeName.BIGINT,
          "FLOAT4", SqlTypeName.REAL,
          "FLOAT8", SqlTypeName.DOUBLE,
          "BOOL", SqlTypeName.BOOLEAN);

  /** PostgreSQL's name, and Calcite's for {@code TIMESTAMP WITH TIME ZONE}. */
  private static final Set<String> ZONED = Set.of("TIMESTAMPTZ", "TIMESTAMP_TZ");

  private ShortCasts() {}

  static Optional<SqlNode> infix(SqlCall call) {
    if (isZoned(call)) {
      return Optional.of(TimeZones.cast(call.operand(0), call.getParserPosition()));
    }
    return Optional.of(
        SqlStdOperatorTable.CAST.createCall(
            call.getParserPosition(), call.operand(0), type(call).orElse(call.operand(1))));
  }

  /** {@code CAST(x AS INT8)}. */
  static Optional<SqlNode> named(SqlCall call) {
    return call.operandCount() == 2
        ? type(call)
            .map(
                type ->
                    SqlStdOperatorTable.CAST.createCall(
                        call.getParserPosition(), call.operand(0), type))
        : Optional.empty();
  }

  /** {@code CAST(x AS LONG)}. */
  static Optional<SqlNode> ofLong(SqlCall call) {
    return call.operandCount() == 2 && name(call).filter("LONG"::equals).isPresent()
        ? Optional.of(SqlNodes.cast(call.operand(0), SqlTypeName.BIGINT, call.getParserPosition()))
        : Optional.empty();
  }

  /** {@code CAST(x AS TIMESTAMPTZ)}. */
  static Optional<SqlNode> zoned(SqlCall call) {
    return call.operandCount() == 2 && isZoned(call)
        ? Optional.of(TimeZones.cast(call.operand(0), call.getParserPosition()))
        : Optional.empty();
  }

  private static boolean isZoned(SqlCall call) {
    return name(call).filter(ZONED::contains).isPresent();
  }

  private static Optional<SqlNode> type(SqlCall call) {
    SqlParserPos pos = call.operand(1).getParserPosition();
    return name(call)
        .map(SHORT::get)
        .map(known -> new SqlDataTypeSpec(new SqlBasicTypeNameSpec(known, pos), pos));
  }

  private static Optional<String> name(SqlCall call) {
    return call.operand(1) instanceof SqlDataTypeSpec spec
            && (spec.getTypeNameSpec() instanceof SqlUserDefinedTypeNameSpec
                || spec.getTypeName().isSimple())
        ? Optional.of(Util.last(spec.getTypeName().names).toUpperCase(Locale.ROOT))
        : Optional.empty();
  }
}
