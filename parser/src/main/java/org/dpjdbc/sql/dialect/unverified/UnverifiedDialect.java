package org.dpjdbc.sql.dialect.unverified;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.dialect.AnsiSqlDialect;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.dialect.common.CatalogQuestion;
import org.dpjdbc.sql.dialect.common.CommonDialect;
import org.dpjdbc.sql.dialect.common.FormAggregate;
import org.dpjdbc.sql.dialect.common.FormOperator;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.dpjdbc.sql.dialect.common.TruthValues;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.jspecify.annotations.Nullable;

/**
 * The common part of the dialects of databases that the build does not run: only what the dialect
 * lists is printed, by an {@link UnverifiedPrinter}; no cast fails for a row; NaN and infinities
 * are read as NULL; everything else is refused. A dialect overrides what differs.
 */
abstract class UnverifiedDialect extends CommonDialect {
  public UnverifiedDialect(
      String productName,
      ParserSettings settings,
      Supplier<UnverifiedPrinter> printer,
      Supplier<BackendTypes> types) {
    super(productName, settings, printer::get, types::get);
  }

  /**
   * A type that is offered.
   *
   * @param kind the type of its values
   * @param read what is read, the column in the place of {@code {0}}; empty for the column itself
   * @param mayBeNull whether what is read may be NULL where the column is not
   */
  record Readable(Kind kind, String read, boolean mayBeNull) {
    /** The type of the values. */
    interface Kind {
      RelDataType of(RelDataTypeFactory types);
    }

    static Readable asIs(SqlTypeName type) {
      return new Readable(types -> types.createSqlType(type), "", false);
    }

    static Readable by(String read, SqlTypeName type) {
      return new Readable(types -> types.createSqlType(type), read, false);
    }

    static Readable orNull(String read, SqlTypeName type) {
      return new Readable(types -> types.createSqlType(type), read, true);
    }

    static Readable text(String read, int length) {
      return new Readable(
          types ->
              length > 0
                  ? types.createSqlType(SqlTypeName.VARCHAR, length)
                  : types.createSqlType(SqlTypeName.VARCHAR),
          read,
          false);
    }

    static Readable moment(String read, SqlTypeName type, int digits) {
      return new Readable(types -> types.createSqlType(type, digits), read, false);
    }

    static Readable decimal(String read, int digits, int scale) {
      return new Readable(types -> BackendTypes.decimal(types, digits, scale), read, false);
    }
  }

  /** How a column is read; empty for a type that is not offered. */
  abstract Optional<Readable> readable(LiveSchema.Column column);

  /** The first word of a type's name, in upper case; none of a type that was marked as merging. */
  static String word(LiveSchema.Column column) {
    String name = column.typeName().toUpperCase(Locale.ROOT).trim();
    return name.contains(" COLLATE ") ? "" : name.split("[ (]", 2)[0];
  }

  /** Whether a decimal's digits and scale are among those that are computed with. */
  static boolean isPlainDecimal(LiveSchema.Column column) {
    return column.precision() > 0
        && column.precision() <= BackendTypes.MAX_DIGITS
        && column.scale() >= 0
        && column.scale() <= column.precision();
  }

  @Override
  protected @Nullable RelDataType scalar(RelDataTypeFactory types, LiveSchema.Column column) {
    return readable(column).map(type -> type.kind().of(types)).orElse(null);
  }

  @Override
  protected boolean mayNotFit(LiveSchema.Column column) {
    return readable(column).map(Readable::mayBeNull).orElse(false);
  }

  @Override
  public RexNode read(RexBuilder rex, RexNode value, LiveSchema.Column column, RelDataType type) {
    String form = readable(column).map(Readable::read).orElse("");
    return form.isEmpty()
        ? value
        : rex.makeCall(type, FormOperator.of("READ", form), List.of(value));
  }

  @Override
  public SqlDialect labels() {
    return AnsiSqlDialect.DEFAULT;
  }

  @Override
  public boolean hasNonFinite() {
    return false;
  }

  /** Whether truth values are values, as in the standard. */
  boolean hasTruthValues() {
    return true;
  }

  @Override
  public final RexNode rewrite(RexBuilder rex, RexCall call) {
    RexNode form = new UnverifiedForms(rex, this).of(call);
    return hasTruthValues() || !(form instanceof RexCall made) ? form : truths(rex, made);
  }

  /** What was made of a call has calls within it. */
  private static RexNode truths(RexBuilder rex, RexCall made) {
    List<RexNode> operands =
        made.getOperands().stream()
            .map(x -> x instanceof RexCall inner && isNew(inner) ? truths(rex, inner) : x)
            .toList();
    return new TruthValues(rex).of(made.clone(made.getType(), operands));
  }

  /** Operators do not mind being put in their forms twice. */
  private static boolean isNew(RexCall call) {
    return call.getKind() == SqlKind.CASE || call.getKind() == SqlKind.NOT;
  }

  @Override
  public final RexNode condition(RexBuilder rex, RexNode node) {
    return hasTruthValues() ? node : new TruthValues(rex).condition(node);
  }

  @Override
  public final RexNode value(RexBuilder rex, RexNode node) {
    return hasTruthValues() ? node : new TruthValues(rex).value(node);
  }

  /** The call by a form of the dialect's, of the same type. */
  static RexNode formed(RexBuilder rex, RexCall call, String form) {
    return rex.makeCall(call.getType(), FormOperator.of("EXACT", form), call.getOperands());
  }

  /** Exact arithmetic of numbers. */
  RexNode exact(RexBuilder rex, RexCall call) {
    return call;
  }

  /** A text computed from others: with letters changed, or concatenated. */
  RexNode changed(RexCall call) {
    return call;
  }

  /** A cast from number to number that fails for no row. */
  RexNode number(RexBuilder rex, RexCall cast) {
    return cast;
  }

  /** A cast to a text. */
  RexNode text(RexBuilder rex, RexCall cast) {
    return cast;
  }

  /** The printer finds the form of an aggregate by its name; here, by its argument's type. */
  @Override
  public final SqlAggFunction rewrite(SqlAggFunction function, RelDataType argument) {
    boolean sum = function.getKind() == SqlKind.SUM || function.getKind() == SqlKind.SUM0;
    if (!sum) {
      return function;
    }
    if (SqlTypeUtil.isApproximateNumeric(argument)) {
      throw ExpressionMessages.notOfferedOn("SUM of floating-point numbers", productName());
    }
    return new FormAggregate(sum(argument));
  }

  /** The sum, the argument in the place of {@code {0}}. */
  String sum(RelDataType argument) {
    return "SUM({0})";
  }

  static boolean isLong(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.BIGINT;
  }

  @Override
  public String typeName(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case FLOAT, REAL -> SqlTypeName.DOUBLE.getName();
      case CHAR -> SqlTypeName.VARCHAR.getName();
      default -> type.getSqlTypeName().getName();
    };
  }

  /** The catalog is not queried, because its answers have not been tested. */
  @Override
  public Optional<String> catalogQuery(CatalogQuestion question) {
    return Optional.empty();
  }

  @Override
  public boolean takesRowsOfValues() {
    return false;
  }
}
