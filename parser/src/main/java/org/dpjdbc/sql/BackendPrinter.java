package org.dpjdbc.sql;

import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAlienSystemTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Prints SQL that a database reads as Calcite meant it: what holds for all of them. */
abstract class BackendPrinter extends SqlDialect {
  BackendPrinter(DatabaseProduct product, NullCollation nulls, BackendTypes types) {
    super(
        SqlDialect.EMPTY_CONTEXT
            .withDatabaseProduct(product)
            .withIdentifierQuoteString("\"")
            .withNullCollation(nulls)
            .withDataTypeSystem(types));
  }

  /** Every identifier is quoted: what the policy spells is what the database reads. */
  @Override
  protected boolean identifierNeedsQuote(@Nullable String val) {
    return true;
  }

  /** An aggregate of an aggregate needs a sub-select. */
  @Override
  public boolean supportsNestedAggregations() {
    return false;
  }

  @Override
  public boolean supportsCharSet() {
    return false;
  }

  @Override
  public @Nullable SqlNode getCastSpec(RelDataType type) {
    if (type.getSqlTypeName() == SqlTypeName.VARCHAR
        && type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED) {
      return named("VARCHAR");
    }
    // The type of an empty text is CHAR(0), which no database has.
    if (SqlTypeName.CHAR_TYPES.contains(type.getSqlTypeName()) && type.getPrecision() == 0) {
      return named("VARCHAR");
    }
    if (type.getSqlTypeName() == SqlTypeName.DOUBLE) {
      return named("DOUBLE PRECISION");
    }
    return super.getCastSpec(type);
  }

  /** A type by the database's own name for it. */
  static SqlDataTypeSpec named(String type) {
    return new SqlDataTypeSpec(
        new SqlAlienSystemTypeNameSpec(type, SqlTypeName.ANY, SqlParserPos.ZERO),
        SqlParserPos.ZERO);
  }
}
