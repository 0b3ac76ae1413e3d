package org.dpjdbc.sql.validate;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rel.type.StructKind;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.refusal.AnalysisSteps;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's types with one character set for every string, Unicode, and with the types of databases
 * where floating-point numbers of single precision, or long decimals, meet others. Each type that
 * is made is a {@linkplain AnalysisSteps step} of the analysis.
 */
final class DpTypeFactory extends JavaTypeFactoryImpl {
  /** As many digits as a mean has, and few enough to leave room before the point. */
  private static final int FRACTION_DIGITS = 12;

  DpTypeFactory(RelDataTypeSystem typeSystem) {
    super(typeSystem);
  }

  @Override
  public Charset getDefaultCharset() {
    return StandardCharsets.UTF_8;
  }

  /**
   * A REAL beside a number of more digits than it has becomes a DOUBLE, not a REAL. A decimal with
   * a fraction keeps digits of it beside one that may be long, such as a sum: Calcite would rather
   * cut the fraction off than let a long number overflow.
   */
  @Override
  public @Nullable RelDataType leastRestrictive(
      List<RelDataType> types, SqlTypeMappingRule mappingRule) {
    AnalysisSteps.step();
    RelDataType min = super.leastRestrictive(types, mappingRule);
    if (min != null && min.getSqlTypeName() == SqlTypeName.DECIMAL) {
      int scale =
          types.stream()
              .filter(type -> type.getSqlTypeName() == SqlTypeName.DECIMAL)
              .mapToInt(RelDataType::getScale)
              .max()
              .orElse(0);
      return min.getScale() > 0 || scale == 0
          ? min
          : createTypeWithNullability(
              createSqlType(
                  SqlTypeName.DECIMAL, min.getPrecision(), Math.min(scale, FRACTION_DIGITS)),
              min.isNullable());
    }
    return min != null
            && min.getSqlTypeName() == SqlTypeName.REAL
            && types.stream().anyMatch(DpTypeFactory::hasMoreDigits)
        ? createTypeWithNullability(createSqlType(SqlTypeName.DOUBLE), min.isNullable())
        : min;
  }

  @Override
  public RelDataType createSqlType(SqlTypeName typeName) {
    AnalysisSteps.step();
    return super.createSqlType(typeName);
  }

  @Override
  public RelDataType createSqlType(SqlTypeName typeName, int precision, int scale) {
    AnalysisSteps.step();
    return super.createSqlType(typeName, precision, scale);
  }

  @Override
  public RelDataType createTypeWithNullability(RelDataType type, boolean nullable) {
    AnalysisSteps.step();
    return super.createTypeWithNullability(type, nullable);
  }

  @Override
  public RelDataType createStructType(
      StructKind kind, List<RelDataType> typeList, List<String> fieldNameList) {
    AnalysisSteps.step();
    return super.createStructType(kind, typeList, fieldNameList);
  }

  private static boolean hasMoreDigits(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case INTEGER, BIGINT, DECIMAL -> true;
      default -> false;
    };
  }
}
