package org.dpjdbc.sql.dialect.common;

import java.math.RoundingMode;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.validate.BackendOperators;
import org.jspecify.annotations.Nullable;

/**
 * The types of a database's results, where databases differ: what Calcite needs from a type system,
 * what {@link BackendOperators} need, and the types in which the database computes, for the
 * planner.
 */
public abstract class BackendTypes extends RelDataTypeSystemImpl {
  /** Decimal digits that the driver computes with. */
  public static final int MAX_DIGITS = 38;

  /** By how many digits a sum may be longer than what is added up. */
  public static final int EXTRA_DIGITS = 10;

  public static final int BIGINT_DIGITS = 19;

  protected static final int DAYS_OF_WEEK = 7;

  /** Decimals that a product keeps, or as many as one of the factors has, however long it is. */
  private static final int PRODUCT_DECIMALS = 16;

  private final SqlTypeName datePart;
  private final SqlTypeName length;
  private final int secondDigits;

  /**
   * Creates the type system.
   *
   * @param datePart the type of EXTRACT, but of EPOCH
   * @param length the type of CHAR_LENGTH
   * @param secondDigits most digits after the second, which a type has that says none
   */
  public BackendTypes(SqlTypeName datePart, SqlTypeName length, int secondDigits) {
    this.datePart = datePart;
    this.length = length;
    this.secondDigits = secondDigits;
  }

  public SqlTypeName datePart() {
    return datePart;
  }

  public SqlTypeName length() {
    return length;
  }

  /**
   * The most digits that a product of decimals may have without an operand of more digits. A longer
   * one is an error of the database, for the one row that has it.
   */
  public int productDigits() {
    return Integer.MAX_VALUE;
  }

  /**
   * The most digits of a decimal: of a sum, and of numbers of different scales where they are
   * compared or stand in one column. One that needs more is an error of the database, for the one
   * row that has it.
   */
  public int maxDigits() {
    return Integer.MAX_VALUE;
  }

  /**
   * Whether what is read, and has these types, is computed by a database of another product: then
   * some calls mean something else there.
   */
  public boolean isForeign() {
    return false;
  }

  /** How the database that computes rounds in {@link #floatingRounding}'s cast. */
  public RoundingMode roundingOfDatabase() {
    return floatingRounding();
  }

  /** How {@code ROUND} of a floating-point number rounds what is in the middle. */
  public RoundingMode roundingOfRound() {
    return RoundingMode.HALF_UP;
  }

  /** Whether {@code TRIM} takes several characters for a set of them. */
  public boolean trimsSets() {
    return false;
  }

  /**
   * Whether a string such as {@code 2024-01-01T00:00:00Z} is compared with dates and timestamps.
   */
  public boolean readsTimestampsWithZones() {
    return false;
  }

  /** Whether timestamps are rounded by their distance from the year 2000. */
  public boolean roundsTimestampsFrom2000() {
    return false;
  }

  /** Whether the database's sum of INTEGERs is a BIGINT. */
  public boolean addsIntegersInBigint(RelDataTypeFactory types) {
    return deriveSumType(types, types.createSqlType(SqlTypeName.INTEGER)).getSqlTypeName()
        == SqlTypeName.BIGINT;
  }

  /** Whether the seconds of an interval are a double, otherwise a decimal. */
  public boolean returnsSecondsAsDoubles() {
    return dividesInDoubles();
  }

  /** Whether exact numbers are divided in double precision, integers as well. */
  public boolean dividesInDoubles() {
    return false;
  }

  /** Whether the quotient of integers is a decimal. */
  public boolean dividesIntegersAsDecimals() {
    return false;
  }

  /**
   * How many decimals of a quotient of decimals can be relied on. H2 keeps scale(a) − scale(b) + 2
   * · precision(b) of them, MySQL four more than the dividend has; others keep more.
   *
   * @param dividendScale decimals of the dividend
   * @param divisorScale decimals of the divisor
   * @param divisorDigits all digits that the database at least reserves for the divisor
   */
  public int quotientDecimals(int dividendScale, int divisorScale, int divisorDigits) {
    return Math.max(
        0, Math.min(dividendScale - divisorScale + 2 * divisorDigits, dividendScale + 4));
  }

  /**
   * Whether the database can divide decimals of so many decimal places. Where it cannot, the
   * division is one of doubles.
   *
   * @param dividendScale decimals of the dividend
   * @param divisorScale decimals of the divisor
   */
  public boolean dividesDecimals(int dividendScale, int divisorScale) {
    return true;
  }

  /**
   * Whether a quotient of decimals may have many more decimals than can be relied on, so that what
   * is computed from it has ever more of them, and at last a double has no room for it.
   */
  public boolean keepsDecimals() {
    return false;
  }

  /**
   * Whether a floating-point result is an error where it is not zero but nearer to it than any
   * number.
   */
  public boolean failsNearZero() {
    return false;
  }

  /** Whether an integer times an interval is one, exactly. */
  public boolean multipliesIntervals() {
    return false;
  }

  /**
   * Whether there are dates and timestamps that are infinite or of years from which a conversion
   * from one to the other, or to a part of it, fails.
   */
  public boolean hasInfiniteTimestamps() {
    return false;
  }

  /**
   * Whether there are dates and timestamps of years beyond those of {@code java.time}, which the
   * database's driver reads as the last of these.
   */
  public boolean hasUnreadableYears() {
    return false;
  }

  /** The maximum length of a string column whose type has no length. */
  public int longestString() {
    return Integer.MAX_VALUE;
  }

  /**
   * Whether {@code UPPER} and {@code LOWER} take time quadratic in the length of the string, as
   * Java's do: they copy all that there is at each character that becomes several.
   */
  public boolean mapsCaseInSquareTime() {
    return false;
  }

  /**
   * Whether a long string is read again for each use, and completely if a pattern is searched for.
   */
  public boolean rereadsLongStrings() {
    return false;
  }

  /**
   * Whether {@code REPLACE} takes time quadratic in the length of the string: what follows a piece
   * is moved each time that a piece of another size is put in its place.
   */
  public boolean replacesInSquareTime() {
    return false;
  }

  /** Whether {@code DATE_TRUNC} of a date is a timestamp. */
  public boolean truncatesToTimestamps() {
    return false;
  }

  /** Whether a date plus an interval is read as a timestamp, and not as a date. */
  public boolean shiftsDatesAsTimestamps() {
    return false;
  }

  /**
   * The type of the difference of two dates, which is a number of days or an interval of days;
   * empty if nothing is subtracted from a date but intervals.
   */
  public Optional<SqlTypeName> daysBetween() {
    return Optional.empty();
  }

  /**
   * What {@code EXTRACT(DOW FROM date)} is: from 1, which is Sunday.
   *
   * @param iso the day by ISO 8601, from 1, which is Monday
   */
  public int dayOfWeek(int iso) {
    return iso % DAYS_OF_WEEK + 1;
  }

  /**
   * The type of {@code CAST(x AS NUMERIC)}, which has no precision: by the standard an integer.
   *
   * @param from the type of {@code x}
   */
  public RelDataType bareDecimal(RelDataTypeFactory types, RelDataType from) {
    return switch (from.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> decimal(types, from.getPrecision(), 0);
      // rounding may make it one digit longer
      case DECIMAL -> decimal(types, from.getPrecision() - from.getScale() + 1, 0);
      default -> types.createSqlType(SqlTypeName.DECIMAL);
    };
  }

  @Override
  public int getMaxPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case DECIMAL -> MAX_DIGITS;
      case TIME, TIMESTAMP -> secondDigits;
      default -> super.getMaxPrecision(typeName);
    };
  }

  @Override
  public int getDefaultPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case TIME, TIMESTAMP -> secondDigits;
      default -> super.getDefaultPrecision(typeName);
    };
  }

  @Override
  public int getMaxScale(SqlTypeName typeName) {
    return typeName == SqlTypeName.DECIMAL ? MAX_DIGITS : super.getMaxScale(typeName);
  }

  /** CAST(2.5 AS INTEGER) is 3, of -2.5 it is -3. */
  @Override
  public RoundingMode roundingMode() {
    return RoundingMode.HALF_UP;
  }

  /** How the cast of a floating-point number to an integer rounds. */
  public RoundingMode floatingRounding() {
    return roundingMode();
  }

  @Override
  public boolean shouldConvertRaggedUnionTypesToVarying() {
    return true;
  }

  /** Digits of a sum of numbers of so many digits. */
  protected int sumDigits(int digits) {
    return digits + EXTRA_DIGITS;
  }

  @Override
  public RelDataType deriveSumType(RelDataTypeFactory types, RelDataType argument) {
    RelDataType sum =
        switch (argument.getSqlTypeName()) {
          case TINYINT, SMALLINT, INTEGER -> types.createSqlType(SqlTypeName.BIGINT);
          case BIGINT -> decimal(types, sumDigits(BIGINT_DIGITS), 0);
          case DECIMAL -> decimal(types, sumDigits(argument.getPrecision()), argument.getScale());
          case REAL, FLOAT, DOUBLE -> types.createSqlType(SqlTypeName.DOUBLE);
          default -> argument;
        };
    return types.createTypeWithNullability(sum, argument.isNullable());
  }

  /** The type of a mean. */
  protected abstract RelDataType mean(RelDataTypeFactory types, RelDataType argument);

  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory types, RelDataType argument) {
    return types.createTypeWithNullability(mean(types, argument), argument.isNullable());
  }

  @Override
  public RelDataType deriveCovarType(
      RelDataTypeFactory types, RelDataType first, RelDataType second) {
    return types.createTypeWithNullability(
        types.createSqlType(SqlTypeName.DOUBLE), first.isNullable() || second.isNullable());
  }

  /** Where Calcite falls back to six decimals of a long quotient, as many as there is room for. */
  @Override
  public @Nullable RelDataType deriveDecimalDivideType(
      RelDataTypeFactory types, RelDataType dividend, RelDataType divisor) {
    RelDataType quotient = super.deriveDecimalDivideType(types, dividend, divisor);
    if (quotient == null) {
      return null;
    }
    int integral = dividend.getPrecision() - dividend.getScale() + divisor.getScale();
    int decimals =
        Math.min(dividend.getScale() + divisor.getPrecision() + 1, MAX_DIGITS - integral);
    return decimals <= quotient.getScale()
        ? quotient
        : types.createTypeWithNullability(
            decimal(types, integral + decimals, decimals), quotient.isNullable());
  }

  /**
   * Of as many decimals as both have together, but fewer where there would be little room before
   * the point: a product of means must not be NULL because it is above a million.
   */
  @Override
  public @Nullable RelDataType deriveDecimalMultiplyType(
      RelDataTypeFactory types, RelDataType first, RelDataType second) {
    RelDataType product = super.deriveDecimalMultiplyType(types, first, second);
    if (product == null) {
      return null;
    }
    int scale = Math.max(0, first.getScale()) + Math.max(0, second.getScale());
    int digits = first.getPrecision() + second.getPrecision();
    int longer = Math.max(first.getScale(), second.getScale());
    int room = Math.max(MAX_DIGITS - (digits - scale), Math.max(PRODUCT_DECIMALS, longer));
    return digits <= MAX_DIGITS || scale <= room
        ? product
        : types.createTypeWithNullability(decimal(types, MAX_DIGITS, room), product.isNullable());
  }

  /** DECIMAL of so many digits, or of as many as there are. */
  public static RelDataType decimal(RelDataTypeFactory types, int precision, int scale) {
    return types.createSqlType(
        SqlTypeName.DECIMAL, Math.min(precision, MAX_DIGITS), Math.min(scale, MAX_DIGITS));
  }
}
