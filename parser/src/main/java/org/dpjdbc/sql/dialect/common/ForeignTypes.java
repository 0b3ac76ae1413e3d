package org.dpjdbc.sql.dialect.common;

import java.math.RoundingMode;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The types of one product over a database of another. The product that is read determines the type
 * of a result and its rounding; the database that computes determines ranges and errors.
 */
final class ForeignTypes extends BackendTypes {
  private final BackendTypes read;
  private final BackendTypes database;

  ForeignTypes(BackendTypes read, BackendTypes database) {
    super(read.datePart(), read.length(), database.getMaxPrecision(SqlTypeName.TIMESTAMP));
    this.read = read;
    this.database = database;
  }

  @Override
  public boolean isForeign() {
    return true;
  }

  @Override
  public RoundingMode roundingOfDatabase() {
    return database.floatingRounding();
  }

  @Override
  public int getDefaultPrecision(SqlTypeName typeName) {
    int precision = read.getDefaultPrecision(typeName);
    return switch (typeName) {
      case TIME, TIMESTAMP -> Math.min(precision, database.getMaxPrecision(typeName));
      default -> precision;
    };
  }

  @Override
  public RoundingMode roundingMode() {
    return read.roundingMode();
  }

  @Override
  public RoundingMode floatingRounding() {
    return read.floatingRounding();
  }

  @Override
  public RoundingMode roundingOfRound() {
    return read.roundingOfRound();
  }

  @Override
  public boolean trimsSets() {
    return read.trimsSets();
  }

  @Override
  public boolean readsTimestampsWithZones() {
    return read.readsTimestampsWithZones();
  }

  @Override
  public boolean roundsTimestampsFrom2000() {
    return read.roundsTimestampsFrom2000();
  }

  @Override
  public boolean returnsSecondsAsDoubles() {
    return read.returnsSecondsAsDoubles();
  }

  @Override
  public boolean truncatesToTimestamps() {
    return read.truncatesToTimestamps();
  }

  /** As in a product that truncates dates to timestamps, too. */
  @Override
  public boolean shiftsDatesAsTimestamps() {
    return read.truncatesToTimestamps();
  }

  @Override
  public Optional<SqlTypeName> daysBetween() {
    return read.daysBetween();
  }

  @Override
  public int dayOfWeek(int iso) {
    return read.dayOfWeek(iso);
  }

  @Override
  public RelDataType bareDecimal(RelDataTypeFactory types, RelDataType from) {
    return read.bareDecimal(types, from);
  }

  @Override
  public RelDataType deriveSumType(RelDataTypeFactory types, RelDataType argument) {
    return read.deriveSumType(types, argument);
  }

  @Override
  protected RelDataType mean(RelDataTypeFactory types, RelDataType argument) {
    return read.mean(types, argument);
  }

  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory types, RelDataType argument) {
    return read.deriveAvgAggType(types, argument);
  }

  @Override
  public RelDataType deriveCovarType(
      RelDataTypeFactory types, RelDataType first, RelDataType second) {
    return read.deriveCovarType(types, first, second);
  }

  @Override
  public @Nullable RelDataType deriveDecimalDivideType(
      RelDataTypeFactory types, RelDataType dividend, RelDataType divisor) {
    return read.deriveDecimalDivideType(types, dividend, divisor);
  }

  @Override
  public boolean addsIntegersInBigint(RelDataTypeFactory types) {
    return database.addsIntegersInBigint(types);
  }

  @Override
  public int productDigits() {
    return database.productDigits();
  }

  @Override
  public int maxDigits() {
    return database.maxDigits();
  }

  @Override
  public boolean dividesInDoubles() {
    return database.dividesInDoubles();
  }

  @Override
  public boolean dividesIntegersAsDecimals() {
    return database.dividesIntegersAsDecimals();
  }

  @Override
  public int quotientDecimals(int dividendScale, int divisorScale, int divisorDigits) {
    return database.quotientDecimals(dividendScale, divisorScale, divisorDigits);
  }

  @Override
  public boolean dividesDecimals(int dividendScale, int divisorScale) {
    return database.dividesDecimals(dividendScale, divisorScale);
  }

  @Override
  public boolean keepsDecimals() {
    return database.keepsDecimals();
  }

  @Override
  public boolean failsNearZero() {
    return database.failsNearZero();
  }

  @Override
  public boolean multipliesIntervals() {
    return database.multipliesIntervals();
  }

  @Override
  public boolean hasInfiniteTimestamps() {
    return database.hasInfiniteTimestamps();
  }

  @Override
  public boolean hasUnreadableYears() {
    return database.hasUnreadableYears();
  }

  @Override
  public int longestString() {
    return database.longestString();
  }

  @Override
  public boolean mapsCaseInSquareTime() {
    return database.mapsCaseInSquareTime();
  }

  @Override
  public boolean rereadsLongStrings() {
    return database.rereadsLongStrings();
  }

  @Override
  public boolean replacesInSquareTime() {
    return database.replacesInSquareTime();
  }
}
