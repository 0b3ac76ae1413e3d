package org.dpjdbc.sql.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.jspecify.annotations.Nullable;

/**
 * Columns of type CHAR(n), as PostgreSQL means them: trailing blanks do not count in comparisons,
 * on either side. Functions see the string without its padding, LIKE with it.
 */
final class BlankPaddedChars {
  /**
   * A pattern that ends in a wildcard, without a blank before it, matches with padding or without.
   */
  private static final Pattern SAME = Pattern.compile("[^ _\\\\]*%");

  private final RexBuilder rex;

  /** Whose SQL is read. */
  private final String product;

  /** Whether the database returns these strings without padding. */
  private final boolean stripped;

  /** Whether the call is one that a database's indexes and keys are looked for with. */
  private final boolean joins;

  BlankPaddedChars(RexBuilder rex, String product, boolean stripped, boolean joins) {
    this.rex = rex;
    this.product = product;
    this.stripped = stripped;
    this.joins = joins;
  }

  RexNode of(RexCall call) {
    if (SqlKind.COMPARISON.contains(call.getKind()) && call.getOperands().size() == 2) {
      return compared(call, call.getOperands().get(0), call.getOperands().get(1));
    } else if (call.getKind() == SqlKind.LIKE) {
      return like(call);
    }
    boolean sees =
        switch (call.getKind()) {
          case CAST, CASE, COALESCE, GREATEST, LEAST, NULLIF -> false;
          default ->
              call.getOperator() instanceof SqlFunction
                  || call.getOperator().getName().equals("||");
        };
    return sees && call.getOperands().stream().anyMatch(BlankPaddedChars::isPadded)
        ? call.clone(call.getType(), call.getOperands().stream().map(this::plain).toList())
        : call;
  }

  private static boolean isPadded(RexNode node) {
    return node instanceof RexInputRef && node.getType().getSqlTypeName() == SqlTypeName.CHAR;
  }

  private static boolean isPaddedWithin(RexNode node) {
    return isPadded(node)
        || (node instanceof RexCall cast
            && cast.getKind() == SqlKind.CAST
            && isPadded(cast.getOperands().get(0)));
  }

  private RexNode plain(RexNode node) {
    if (!isPadded(node)) {
      return node;
    }
    RelDataType text =
        rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR, node.getType().getPrecision());
    return rex.makeAbstractCast(
        rex.getTypeFactory().createTypeWithNullability(text, node.getType().isNullable()),
        node,
        false);
  }

  private RexNode like(RexCall call) {
    RexNode text = call.getOperands().get(0);
    boolean padded =
        isPadded(text)
            || (text instanceof RexCall lower
                && lower.getOperator().equals(SqlStdOperatorTable.LOWER)
                && isPadded(uncast(lower.getOperands().get(0))));
    boolean same =
        call.getOperands().get(1) instanceof RexLiteral pattern
            && SAME.matcher(String.valueOf(pattern.getValueAs(String.class))).matches();
    if (padded && !same && (stripped || !isPadded(text))) {
      throw ExpressionMessages.foreign(
          "LIKE", product, "TRIM(TRAILING FROM x), or a pattern such as 'a%'");
    }
    List<RexNode> operands = new ArrayList<>(call.getOperands());
    operands.set(1, plain(operands.get(1)));
    return operands.equals(call.getOperands()) ? call : call.clone(call.getType(), operands);
  }

  private RexNode compared(RexCall call, RexNode left, RexNode right) {
    if (isPaddedWithin(left) || isPaddedWithin(right)) {
      // A plan for all values is not made: it could not look at the end of each.
      refuseGiven(left, "=", product);
      refuseGiven(right, "=", product);
    }
    RexNode one = uncast(left);
    RexNode other = uncast(right);
    if (!isPadded(one) && !isPadded(other)) {
      return call;
    }
    List<RexNode> sides = List.of(side(one, left), side(other, right));
    return sides.equals(call.getOperands()) ? call : call.clone(call.getType(), sides);
  }

  private RexNode side(RexNode plain, RexNode written) {
    if (isPadded(plain)) {
      return plain;
    } else if (plain instanceof RexLiteral literal && !literal.isNull()) {
      String text = String.valueOf(literal.getValueAs(String.class));
      String cut = text.replaceAll(" +$", "");
      return cut.equals(text) ? plain : rex.makeLiteral(cut);
    }
    boolean column =
        plain instanceof RexInputRef && plain.getType().getSqlTypeName() == SqlTypeName.VARCHAR;
    return column && stripped && !joins
        ? rex.makeCall(
            plain.getType(),
            SqlStdOperatorTable.TRIM,
            List.of(rex.makeFlag(SqlTrimFunction.Flag.TRAILING), rex.makeLiteral(" "), plain))
        : column ? plain : written;
  }

  /** Refuses what holds a value that is only known later; the plan for this value is made then. */
  static void refuseGiven(RexNode node, String operator, String product) {
    node.accept(
        new RexVisitorImpl<@Nullable Void>(true) {
          @Override
          public @Nullable Void visitDynamicParam(RexDynamicParam value) {
            throw ExpressionMessages.foreign(operator, product, "a literal");
          }
        });
  }

  /** Without the cast that gives both sides one length. */
  private static RexNode uncast(RexNode node) {
    return node instanceof RexCall cast
            && cast.getKind() == SqlKind.CAST
            && SqlTypeUtil.inCharFamily(cast.getType())
            && SqlTypeUtil.inCharFamily(cast.getOperands().get(0).getType())
            && cast.getType().getPrecision() >= 0
            && cast.getOperands().get(0).getType().getPrecision() <= cast.getType().getPrecision()
        ? cast.getOperands().get(0)
        : node;
  }
}
