package org.dpjdbc.sql.spelling;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.Util;

/** {@code x::type}, with the short names of types that go with it. */
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

  private ShortCasts() {}

  static Optional<SqlNode> infix(SqlCall call) {
    return Optional.of(
        SqlStdOperatorTable.CAST.createCall(
            call.getParserPosition(), call.operand(0), type(call.operand(1))));
  }

  private static SqlNode type(SqlNode node) {
    if (node instanceof SqlDataTypeSpec spec
        && (spec.getTypeNameSpec() instanceof SqlUserDefinedTypeNameSpec
            || spec.getTypeName().isSimple())) {
      SqlTypeName known = SHORT.get(Util.last(spec.getTypeName().names).toUpperCase(Locale.ROOT));
      if (known != null) {
        return new SqlDataTypeSpec(
            new SqlBasicTypeNameSpec(known, spec.getParserPosition()), spec.getParserPosition());
      }
    }
    return node;
  }
}
