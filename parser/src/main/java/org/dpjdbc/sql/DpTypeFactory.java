package org.dpjdbc.sql;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's types with one character set for every text, Unicode, and with the types of databases
 * where floating-point numbers of single precision meet others.
 */
final class DpTypeFactory extends JavaTypeFactoryImpl {
  DpTypeFactory(RelDataTypeSystem typeSystem) {
    super(typeSystem);
  }

  @Override
  public Charset getDefaultCharset() {
    return StandardCharsets.UTF_8;
  }

  /** A REAL beside a number of more digits than it has becomes a DOUBLE, not a REAL. */
  @Override
  public @Nullable RelDataType leastRestrictive(
      List<RelDataType> types, SqlTypeMappingRule mappingRule) {
    RelDataType least = super.leastRestrictive(types, mappingRule);
    return least != null
            && least.getSqlTypeName() == SqlTypeName.REAL
            && types.stream().anyMatch(DpTypeFactory::hasMoreDigits)
        ? createTypeWithNullability(createSqlType(SqlTypeName.DOUBLE), least.isNullable())
        : least;
  }

  private static boolean hasMoreDigits(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case INTEGER, BIGINT, DECIMAL -> true;
      default -> false;
    };
  }
}
