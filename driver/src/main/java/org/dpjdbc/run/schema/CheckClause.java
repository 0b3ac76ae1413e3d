package org.dpjdbc.run.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlBetweenOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.dpjdbc.policy.PolicyValue;

/**
 * Reads the condition of a CHECK constraint. Understands comparisons of one column with a constant,
 * {@code BETWEEN}, {@code IN}, {@code AND}, {@code OR} of lists, and {@code OR column IS NULL};
 * other parts of a condition are ignored. A row for which the condition is unknown passes the
 * check, so all of this holds for values that are not NULL.
 */
final class CheckClause {
  private static final SqlParser.Config AS_WRITTEN =
      SqlParser.config()
          .withQuoting(Quoting.DOUBLE_QUOTE)
          .withUnquotedCasing(Casing.UNCHANGED)
          .withQuotedCasing(Casing.UNCHANGED);

  /** No constraint that says something simple is longer; protects the parser's stack. */
  private static final int MAX_LENGTH = 10_000;

  private CheckClause() {}

  /** What the condition says, by column; empty if it is not understood. */
  static Map<String, CatalogRange> read(String condition) {
    if (condition.length() > MAX_LENGTH) {
      return Map.of();
    }
    try {
      String text = StandardClause.toStandard(condition);
      return read(SqlParser.create(text, AS_WRITTEN).parseExpression());
    } catch (SqlParseException e) {
      return Map.of();
    }
  }

  private static Map<String, CatalogRange> read(SqlNode node) {
    if (!(node instanceof SqlBasicCall call)) {
      return Map.of();
    }
    return switch (call.getKind()) {
      case AND -> and(read(call.operand(0)), read(call.operand(1)));
      case OR -> or(call.operand(0), call.operand(1));
      case BETWEEN -> between(call);
      case IN, SOME -> in(call);
      case EQUALS, GREATER_THAN, GREATER_THAN_OR_EQUAL, LESS_THAN, LESS_THAN_OR_EQUAL ->
          comparison(call);
      default -> Map.of();
    };
  }

  private static Map<String, CatalogRange> and(
      Map<String, CatalogRange> left, Map<String, CatalogRange> right) {
    Map<String, CatalogRange> both = new HashMap<>(left);
    right.forEach((column, known) -> both.merge(column, known, CatalogRange::and));
    return both;
  }

  private static Map<String, CatalogRange> or(SqlNode left, SqlNode right) {
    if (isNull(left).isPresent()) {
      return only(isNull(left).get(), read(right));
    }
    if (isNull(right).isPresent()) {
      return only(isNull(right).get(), read(left));
    }
    Map<String, CatalogRange> either = new HashMap<>(read(left));
    Map<String, CatalogRange> other = read(right);
    either.keySet().retainAll(other.keySet());
    either.replaceAll(
        (column, known) -> known.or(other.getOrDefault(column, CatalogRange.NOTHING)));
    either.values().removeIf(CatalogRange.NOTHING::equals);
    return either;
  }

  private static Map<String, CatalogRange> only(String column, Map<String, CatalogRange> known) {
    return known.containsKey(column) ? Map.of(column, known.get(column)) : Map.of();
  }

  private static Optional<String> isNull(SqlNode node) {
    return node instanceof SqlCall call && call.getKind() == SqlKind.IS_NULL
        ? column(call.operand(0))
        : Optional.empty();
  }

  private static Map<String, CatalogRange> between(SqlCall call) {
    // NOT BETWEEN and BETWEEN SYMMETRIC are operators of the same kind.
    if (!(call.getOperator() instanceof SqlBetweenOperator between)
        || between.isNegated()
        || between.flag != SqlBetweenOperator.Flag.ASYMMETRIC) {
      return Map.of();
    }
    return known(
        call.operand(0),
        ClauseConstant.read(call.operand(1))
            .map(CatalogRange::atLeast)
            .orElse(CatalogRange.NOTHING)
            .and(
                ClauseConstant.read(call.operand(2))
                    .map(CatalogRange::atMost)
                    .orElse(CatalogRange.NOTHING)));
  }

  private static Map<String, CatalogRange> in(SqlCall call) {
    boolean offered =
        call.getOperator().equals(SqlStdOperatorTable.IN)
            || call.getOperator().equals(SqlStdOperatorTable.SOME_EQ);
    if (!offered || !(call.operand(1) instanceof SqlNodeList list)) {
      return Map.of();
    }
    List<SqlNode> items = items(list);
    List<PolicyValue> values =
        items.stream().flatMap(item -> ClauseConstant.read(item).stream()).distinct().toList();
    return values.isEmpty() || items.stream().anyMatch(i -> ClauseConstant.read(i).isEmpty())
        ? Map.of()
        : known(call.operand(0), CatalogRange.oneOf(values));
  }

  /** PostgreSQL writes {@code x IN (a, b)} as {@code x = ANY (ARRAY[a, b])}. */
  private static List<SqlNode> items(SqlNodeList list) {
    return list.size() == 1
            && list.get(0) instanceof SqlCall array
            && array.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR
        ? array.getOperandList()
        : list.getList();
  }

  private static Map<String, CatalogRange> comparison(SqlCall call) {
    Optional<PolicyValue> right = ClauseConstant.read(call.operand(1));
    if (right.isPresent()) {
      return known(call.operand(0), compared(call.getKind(), right.get()));
    }
    return ClauseConstant.read(call.operand(0))
        .map(left -> known(call.operand(1), compared(call.getKind().reverse(), left)))
        .orElse(Map.of());
  }

  /** A strict comparison is widened to one that admits the constant. */
  private static CatalogRange compared(SqlKind kind, PolicyValue constant) {
    return switch (kind) {
      case EQUALS -> CatalogRange.oneOf(List.of(constant));
      case GREATER_THAN, GREATER_THAN_OR_EQUAL -> CatalogRange.atLeast(constant);
      case LESS_THAN, LESS_THAN_OR_EQUAL -> CatalogRange.atMost(constant);
      default -> CatalogRange.NOTHING;
    };
  }

  private static Map<String, CatalogRange> known(SqlNode column, CatalogRange known) {
    return column(column).map(name -> Map.of(name, known)).orElse(Map.of());
  }

  private static Optional<String> column(SqlNode node) {
    return node instanceof SqlIdentifier name && name.isSimple()
        ? Optional.of(name.getSimple())
        : Optional.empty();
  }
}
