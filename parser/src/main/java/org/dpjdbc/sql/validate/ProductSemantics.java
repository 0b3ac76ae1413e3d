package org.dpjdbc.sql.validate;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.dialect.common.Dialects;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.rewrite.DialectFunctionRewriter;

/**
 * The semantics of the product whose SQL is named, where the driver otherwise reads all products
 * alike: booleans as strings are lower-case words. Over another database, what differs between
 * databases in its digits, or what this driver leaves out, is refused: such numbers as strings, the
 * fractions of seconds, and negative lengths.
 */
final class ProductSemantics {
  private ProductSemantics() {}

  /**
   * The same relations with these semantics.
   *
   * @param dialects which is read, and the database's, which may be another one
   * @throws org.dpjdbc.sql.refusal.RefusedException for a number cast to a string that is not
   *     supported
   */
  static RelNode of(RelNode rel, Dialects dialects) {
    return rel.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            return visited.accept(new Casts(visited, dialects));
          }
        });
  }

  private static final class Casts extends RexShuttle {
    private final RelNode rel;
    private final Dialects dialects;
    private final boolean foreign;

    Casts(RelNode rel, Dialects dialects) {
      this.rel = rel;
      this.dialects = dialects;
      this.foreign = dialects.isForeign();
    }

    @Override
    public RexNode visitCall(RexCall written) {
      if (written.getOperator().equals(SqlStdOperatorTable.DIVIDE_INTEGER)) {
        // Whole days of an interval, of which fractions of seconds make no more.
        return written;
      }
      RexNode visited = super.visitCall(written);
      if (visited instanceof RexCall test
          && (test.getKind() == SqlKind.IS_NULL || test.getKind() == SqlKind.IS_NOT_NULL)
          && test.getOperands().get(0) instanceof RexCall inner
          && isShown(inner)) {
        return test.clone(test.getType(), inner.getOperands());
      }
      if (visited instanceof RexCall read) {
        visited = LikeEscapes.of(rel.getCluster().getRexBuilder(), read);
      }
      if (foreign && visited instanceof RexCall call) {
        check(call);
        visited =
            new BlankPaddedChars(
                    rel.getCluster().getRexBuilder(),
                    product(),
                    dialects.backend().stripsPadding(),
                    rel instanceof Join)
                .of(call);
      }
      if (!(visited instanceof RexCall call)
          || call.getKind() != SqlKind.CAST
          || !SqlTypeUtil.inCharFamily(call.getType())) {
        return visited;
      }
      RexNode value = call.getOperands().get(0);
      RelDataType type = value.getType();
      if (value instanceof RexCall inner && isShown(inner)) {
        return shown(call, inner.getOperands().get(0));
      }
      if (type.getSqlTypeName() == SqlTypeName.BOOLEAN) {
        return isShown(call) ? call : words(call.getType(), value, "true", "false");
      }
      boolean digits =
          foreign
              && (SqlTypeUtil.isApproximateNumeric(type)
                  || (SqlTypeUtil.isDecimal(type) && type.getScale() > 0 && !isDeclared(value)));
      if (digits) {
        throw ExpressionMessages.castToForeignString();
      }
      return call;
    }

    private String product() {
      return dialects.read().productName();
    }

    private void check(RexCall call) {
      if (call.getKind() == SqlKind.CAST && call.getType().getSqlTypeName() == SqlTypeName.REAL) {
        BlankPaddedChars.refuseGiven(call.getOperands().get(0), "CAST", product());
      }
      if (call.getKind() == SqlKind.EXTRACT
          && call.getOperands().get(0) instanceof RexLiteral unit) {
        TimeUnitRange part = unit.getValueAs(TimeUnitRange.class);
        if ((part == TimeUnitRange.SECOND || part == TimeUnitRange.EPOCH)
            && hasFractions(call.getOperands().get(1))) {
          throw ExpressionMessages.fractionsOfSeconds();
        }
      } else if (call.getOperands().size() == 2
          && call.getOperands().get(1) instanceof RexLiteral unit
          && unit.getValue() == TimeUnitRange.DECADE) {
        throw ExpressionMessages.unitNotOffered(call.getOperator().getName(), "DECADE");
      } else if (call.getOperator().equals(SqlStdOperatorTable.MINUS_DATE)
          && call.getType().getSqlTypeName() == SqlTypeName.INTERVAL_SECOND
          && call.getOperands().stream().anyMatch(Casts::hasFractions)) {
        throw ExpressionMessages.fractionsOfSeconds();
      } else if (call.getKind() == SqlKind.CAST
          && call.getType().getSqlTypeName() == SqlTypeName.TIME
          && hasMoreDigits(call.getOperands().get(0).getType(), call.getType())) {
        throw ExpressionMessages.foreign("CAST", product(), "a TIME(6)");
      } else if (call.getOperator().getName().equals("LEFT")
          && !(call.getOperands().get(1) instanceof RexLiteral length
              && length.getValueAs(BigDecimal.class) != null
              && length.getValueAs(BigDecimal.class).signum() >= 0)) {
        throw ExpressionMessages.needsLiteral("LEFT", "the length", "of 0 or more");
      }
    }

    /** Rounded, a time may be 24:00, which is none elsewhere. */
    private static boolean hasMoreDigits(RelDataType timestamp, RelDataType time) {
      return switch (timestamp.getSqlTypeName()) {
        case TIME, TIMESTAMP -> timestamp.getPrecision() > time.getPrecision();
        default -> false;
      };
    }

    /** Whether a timestamp may have fractions of seconds. */
    private static boolean hasFractions(RexNode timestamp) {
      boolean cut =
          timestamp instanceof RexCall call
              && call.getKind() == SqlKind.FLOOR
              && call.getOperands().size() > 1;
      return switch (timestamp.getType().getSqlTypeName()) {
        case TIME, TIMESTAMP -> !cut && timestamp.getType().getPrecision() != 0;
        default -> false;
      };
    }

    /** Whether it is a cast to a string that {@link #shown} replaces. */
    private static boolean isShown(RexCall call) {
      return call.getKind() == SqlKind.CAST
          && call.getType().getSqlTypeName() == SqlTypeName.CHAR
          && call.getType().getPrecision() == DialectFunctionRewriter.SHOWN;
    }

    /** Booleans are cast to one letter, and strings keep their padding. */
    private RexNode shown(RexCall cast, RexNode value) {
      return switch (value.getType().getSqlTypeName()) {
        case BOOLEAN -> words(cast.getType(), value, "t", "f");
        case CHAR -> {
          if (value instanceof RexInputRef) {
            throw ExpressionMessages.foreign("CONCAT", product(), "|| with the trimmed string");
          }
          yield cast.clone(cast.getType(), List.of(value));
        }
        default -> visitCall((RexCall) cast.clone(cast.getType(), List.of(value)));
      };
    }

    private RexNode words(RelDataType text, RexNode bool, String yes, String no) {
      RexBuilder rex = rel.getCluster().getRexBuilder();
      return rex.makeCall(
          text,
          SqlStdOperatorTable.CASE,
          List.of(
              bool,
              rex.makeAbstractCast(text, rex.makeLiteral(yes), false),
              rex.makeCall(SqlStdOperatorTable.NOT, bool),
              rex.makeAbstractCast(text, rex.makeLiteral(no), false),
              rex.makeNullLiteral(text)));
    }

    /** Whether the decimals of a number are those of its type: a stored one's, or a cast's. */
    private boolean isDeclared(RexNode value) {
      return value.getKind() == SqlKind.CAST
          || value.getKind() == SqlKind.LITERAL
          || (value instanceof RexInputRef
              && rel.getInputs().size() == 1
              && isStored(rel.getInput(0)));
    }

    private static boolean isStored(RelNode input) {
      return input instanceof Filter filter
          ? isStored(filter.getInput())
          : input instanceof TableScan;
    }
  }
}
