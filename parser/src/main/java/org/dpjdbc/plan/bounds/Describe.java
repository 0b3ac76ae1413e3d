package org.dpjdbc.plan.bounds;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.calcite.rel.rel2sql.SqlImplementor;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.dialect.AnsiSqlDialect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Expressions as the analyst wrote them, for messages. */
public final class Describe {
  private static final int READABLE_NODES = 60;

  /** Functions of numbers that nothing else is read as. */
  private static final Set<String> WRITTEN_CALLS =
      Set.of("ABS", "SQRT", "EXP", "POWER", "ROUND", "SIGN");

  /** Standard SQL, except that string literals have no character-set prefix. */
  private static final SqlDialect WRITTEN =
      new AnsiSqlDialect(AnsiSqlDialect.DEFAULT_CONTEXT) {
        @Override
        public void quoteStringLiteral(StringBuilder text, @Nullable String charset, String value) {
          super.quoteStringLiteral(text, null, value);
        }
      };

  private Describe() {}

  /**
   * The expression as SQL, with the columns' names; empty if it is too long to read, or if Calcite
   * has no SQL for it.
   */
  static Optional<String> text(List<ColumnFacts> columns, RexNode node) {
    return text(index -> columns.get(index).name(), node);
  }

  /**
   * The expression as SQL.
   *
   * @param names of the columns, by their places
   */
  public static Optional<String> text(IntFunction<String> names, RexNode node) {
    if (!ExpressionSize.isWithin(node, READABLE_NODES)) {
      return Optional.empty();
    }
    SqlImplementor.Context context =
        new SqlImplementor.SimpleContext(
            WRITTEN, index -> new SqlIdentifier(names.apply(index), SqlParserPos.ZERO));
    try {
      return Optional.of(
          context
              .toSql(null, node)
              .toSqlString(c -> c.withDialect(WRITTEN).withQuoteAllIdentifiers(false))
              .getSql()
              .replaceAll("\\s+", " "));
    } catch (RuntimeException | AssertionError e) {
      return Optional.empty();
    }
  }

  /**
   * The expression as SQL, if that is what an analyst writes for it: Calcite writes CASE, CAST and
   * functions of its own for many words.
   */
  static Optional<String> written(List<ColumnFacts> columns, RexNode node) {
    boolean[] plain = {true};
    node.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitCall(RexCall call) {
            plain[0] &= isWritten(call);
            return super.visitCall(call);
          }

          @Override
          public Void visitInputRef(RexInputRef ref) {
            plain[0] &= columns.get(ref.getIndex()).isNamed();
            return null;
          }

          @Override
          public Void visitDynamicParam(RexDynamicParam value) {
            plain[0] = false;
            return null;
          }
        });
    return plain[0] ? text(columns, node) : Optional.empty();
  }

  private static boolean isWritten(RexCall call) {
    return switch (call.getKind()) {
      case PLUS, MINUS, TIMES, DIVIDE, MOD, MINUS_PREFIX, GREATEST, LEAST ->
          ComparisonFamily.of(call.getType()).isNumeric();
      default -> WRITTEN_CALLS.contains(call.getOperator().getName());
    };
  }

  /** The first number or date among the columns of an expression that has no range. */
  static Optional<RexInputRef> unboundedAt(List<ColumnFacts> columns, RexNode node) {
    FirstUnbounded visitor = new FirstUnbounded(columns);
    node.accept(visitor);
    return visitor.found;
  }

  /** What is known of it. */
  static Optional<ColumnFacts> unbounded(List<ColumnFacts> columns, RexNode node) {
    return unboundedAt(columns, node).map(ref -> columns.get(ref.getIndex()));
  }

  private static final class FirstUnbounded extends RexVisitorImpl<Void> {
    private final List<ColumnFacts> columns;
    private Optional<RexInputRef> found = Optional.empty();

    FirstUnbounded(List<ColumnFacts> columns) {
      super(true);
      this.columns = columns;
    }

    @Override
    public Void visitInputRef(RexInputRef ref) {
      boolean hasRange =
          switch (ComparisonFamily.of(ref.getType())) {
            case EXACT, APPROXIMATE, DATE, TIMESTAMP ->
                columns.get(ref.getIndex()).range().isPresent();
            default -> true;
          };
      if (!hasRange && found.isEmpty()) {
        found = Optional.of(ref);
      }
      return null;
    }
  }

  /** Whether the expression reads no column. */
  static boolean isConstant(RexNode node) {
    return RexUtil.isConstant(node);
  }
}
