package org.dpjdbc.sql;

import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAlienSystemTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.dialect.H2SqlDialect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Prints SQL that H2 reads as Calcite meant it. */
final class H2Printer extends H2SqlDialect {
  H2Printer() {
    super(
        SqlDialect.EMPTY_CONTEXT
            .withDatabaseProduct(SqlDialect.DatabaseProduct.H2)
            .withIdentifierQuoteString("\"")
            .withNullCollation(NullCollation.LOW)
            .withDataTypeSystem(new H2TypeSystem()));
  }

  /** Every identifier is quoted: what the policy spells is what the database reads. */
  @Override
  protected boolean identifierNeedsQuote(@Nullable String val) {
    return true;
  }

  @Override
  public boolean supportsJoinType(JoinRelType joinType) {
    return joinType != JoinRelType.FULL;
  }

  /** An aggregate of an aggregate needs a sub-select. */
  @Override
  public boolean supportsNestedAggregations() {
    return false;
  }

  @Override
  public @Nullable SqlNode getCastSpec(RelDataType type) {
    if (type.getSqlTypeName() == SqlTypeName.VARCHAR
        && type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED) {
      return alien("VARCHAR");
    }
    // The type of an empty text is CHAR(0), which H2 does not have.
    if (SqlTypeName.CHAR_TYPES.contains(type.getSqlTypeName()) && type.getPrecision() == 0) {
      return alien("VARCHAR");
    }
    if (type.getSqlTypeName() == SqlTypeName.DOUBLE) {
      return alien("DOUBLE PRECISION");
    }
    return super.getCastSpec(type);
  }

  private static SqlDataTypeSpec alien(String name) {
    return new SqlDataTypeSpec(
        new SqlAlienSystemTypeNameSpec(name, SqlTypeName.ANY, SqlParserPos.ZERO),
        SqlParserPos.ZERO);
  }
}
