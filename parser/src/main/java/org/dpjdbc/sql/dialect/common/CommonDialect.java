package org.dpjdbc.sql.dialect.common;

import com.google.common.base.Suppliers;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.TimeString;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.TypeFamily;
import org.jspecify.annotations.Nullable;

/** The common part of all dialects. A dialect overrides what differs. */
public abstract class CommonDialect implements BackendDialect {
  /** Any fixed number: the choice of a unit's groups needs no secret. */
  public static final int HASH_SEED = 20_140_919;

  protected static final long HASH_OF_NULL = 2_718_281_828L;

  /** Fractional digits of the last timestamp of a day. */
  private static final int MICROSECONDS = 6;

  private final String productName;
  private final ParserSettings parserSettings;
  private final Supplier<SqlDialect> printer;
  private final Supplier<RelDataTypeSystem> types;

  /**
   * Creates a dialect.
   *
   * @param printer made for the first query, as connecting needs none of Calcite's classes
   * @param types likewise
   */
  public CommonDialect(
      String productName,
      ParserSettings parserSettings,
      Supplier<SqlDialect> printer,
      Supplier<RelDataTypeSystem> types) {
    this.productName = productName;
    this.parserSettings = parserSettings;
    this.printer = Suppliers.memoize(printer::get);
    this.types = Suppliers.memoize(types::get);
  }

  @Override
  public final String productName() {
    return productName;
  }

  @Override
  public final ParserSettings parserSettings() {
    return parserSettings;
  }

  @Override
  public final SqlDialect printer() {
    return printer.get();
  }

  @Override
  public final RelDataTypeSystem typeSystem() {
    return types.get();
  }

  @Override
  public final Optional<RelDataType> type(RelDataTypeFactory factory, LiveSchema.Column column) {
    return Optional.ofNullable(scalar(factory, column))
        .or(
            () ->
                TypeFamily.isBinary(column)
                    ? Optional.of(factory.createSqlType(SqlTypeName.VARBINARY))
                    : Optional.empty())
        .map(
            type ->
                factory.createTypeWithNullability(type, column.nullable() || mayNotFit(column)));
  }

  /** The type of a column's values; null for one that is not offered. */
  protected abstract @Nullable RelDataType scalar(
      RelDataTypeFactory factory, LiveSchema.Column column);

  /** Whether the column has values that its type here has not: they are read as NULL. */
  protected boolean mayNotFit(LiveSchema.Column column) {
    return false;
  }

  /** Whether a URL has a subprotocol. */
  protected static boolean isUrl(String subprotocol, String url) {
    String prefix = "jdbc:" + subprotocol + ":";
    return url.regionMatches(true, 0, prefix, 0, prefix.length());
  }

  /** A time of day, or NULL in the place of 24:00, which no time of day is here. */
  protected static RexNode withinDay(RexBuilder rex, RexNode time, RelDataType type) {
    RexNode last = rex.makeTimeLiteral(new TimeString("23:59:59.999999"), MICROSECONDS);
    return rex.makeCall(
        type,
        SqlStdOperatorTable.CASE,
        List.of(
            rex.makeCall(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, time, last),
            time,
            rex.makeNullLiteral(type)));
  }

  /** Hashes one value that is not NULL. */
  protected interface HashStep {
    RexNode of(RexNode value, RexNode hashSoFar);
  }

  /** Each value is hashed with the hash so far as the seed; NULL has a number of its own. */
  protected static RexNode chained(
      RexBuilder rex, RexNode seed, List<RexNode> values, HashStep step) {
    RexNode hash = seed;
    for (RexNode value : values) {
      RexNode ofValue = step.of(value, hash);
      hash =
          value.getType().isNullable()
              ? rex.makeCall(
                  SqlStdOperatorTable.CASE,
                  rex.makeCall(SqlStdOperatorTable.IS_NULL, value),
                  number(rex, HASH_OF_NULL, seed.getType()),
                  ofValue)
              : ofValue;
    }
    return hash;
  }

  /** An integer; of a BIGINT's type if the other one is. */
  private static RexNode number(RexBuilder rex, long value, RelDataType like) {
    return like.getSqlTypeName() == SqlTypeName.BIGINT
        ? rex.makeExactLiteral(BigDecimal.valueOf(value), like)
        : rex.makeExactLiteral(BigDecimal.valueOf(value));
  }
}
