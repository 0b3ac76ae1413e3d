package org.dpjdbc.sql.refusal;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/** Finds the part of the parsed text that a refusal is about: its first occurrence. */
public final class Culprits {
  /** The words that are read as others. */
  private static final Map<String, Set<String>> SPELLED =
      Map.of(
          "FLOOR",
          Set.of("DATE_TRUNC"),
          "CAST",
          Set.of("::", "DATE"),
          "LOWER",
          Set.of("ILIKE", "NOT ILIKE"),
          "LIKE",
          Set.of("ILIKE", "NOT ILIKE"),
          "DATEDIFF",
          Set.of("DATE_DIFF"),
          "EXTRACT",
          Set.of("DATE_PART", "DATEPART", "TO_CHAR", "FORMATDATETIME", "STRFTIME", "DATE_FORMAT"),
          "CASE",
          Set.of("IF", "DECODE", "COUNT_IF", "COUNTIF"),
          "COALESCE",
          Set.of("NVL", "IFNULL"),
          "COUNT",
          Set.of("COUNT_IF", "COUNTIF", "APPROX_COUNT_DISTINCT"));

  private Culprits() {}

  /** The span of the culprit; the whole query where it cannot be told more exactly. */
  public static Position locate(SqlNode query, Culprit culprit) {
    return search(query, culprit)
        .or(() -> Optional.of(query))
        .map(SqlNode::getParserPosition)
        .map(Position::of)
        .orElse(new Position(1, 1, 1, 1));
  }

  private static Optional<SqlNode> search(SqlNode query, Culprit culprit) {
    if (culprit instanceof Culprit.Column column) {
      return first(query, node -> names(node, column.name()));
    } else if (culprit instanceof Culprit.Table table) {
      return first(query, node -> names(node, table.name()));
    } else if (culprit instanceof Culprit.Call call) {
      return first(query, node -> calls(node, call.operator()));
    }
    return clause(query, ((Culprit.Clause) culprit).kind());
  }

  private static boolean names(SqlNode node, String name) {
    return node instanceof SqlIdentifier identifier
        && !identifier.isStar()
        && Util.last(identifier.names).equalsIgnoreCase(name);
  }

  private static boolean calls(SqlNode node, String operator) {
    if (!(node instanceof SqlCall call)) {
      return false;
    }
    String name = call.getOperator().getName();
    return name.equalsIgnoreCase(operator)
        || name.equalsIgnoreCase("{fn " + operator + "}")
        || SPELLED.getOrDefault(operator, Set.of()).contains(name.toUpperCase(Locale.ROOT));
  }

  private static Optional<SqlNode> clause(SqlNode query, Culprit.Kind kind) {
    return switch (kind) {
      case SELECT_LIST -> select(query).map(SqlSelect::getSelectList).map(Culprits::firstOf);
      case JOIN -> first(query, SqlJoin.class::isInstance).or(() -> subQuery(query));
      case LIMIT -> limit(query);
      case ORDER_BY ->
          first(query, SqlOrderBy.class::isInstance)
              .map(node -> firstOf(((SqlOrderBy) node).orderList));
      case DISTINCT ->
          first(query, node -> node instanceof SqlSelect select && select.isDistinct());
      case SUB_QUERY -> subQuery(query);
      case SET_OPERATION -> first(query, node -> SqlKind.SET_QUERY.contains(node.getKind()));
      case WINDOW -> first(query, node -> node.getKind() == SqlKind.OVER);
      case GROUP_BY -> grouping(query).map(Culprits::firstOf);
      case GROUPING_SETS ->
          first(
              query,
              node ->
                  node.getKind() == SqlKind.ROLLUP
                      || node.getKind() == SqlKind.CUBE
                      || node.getKind() == SqlKind.GROUPING_SETS);
      case OPTIONS, QUERY -> Optional.of(query);
    };
  }

  private static Optional<SqlSelect> select(SqlNode query) {
    return first(query, SqlSelect.class::isInstance).map(SqlSelect.class::cast);
  }

  private static Optional<SqlNodeList> grouping(SqlNode query) {
    return first(query, node -> node instanceof SqlSelect s && s.getGroup() != null)
        .flatMap(node -> Optional.ofNullable(((SqlSelect) node).getGroup()));
  }

  private static SqlNode firstOf(SqlNodeList list) {
    return list.isEmpty() ? list : list.get(0);
  }

  private static Optional<SqlNode> limit(SqlNode query) {
    return first(
            query,
            node ->
                node instanceof SqlOrderBy order && (order.fetch != null || order.offset != null))
        .map(SqlOrderBy.class::cast)
        .flatMap(order -> Optional.ofNullable(order.fetch != null ? order.fetch : order.offset));
  }

  private static Optional<SqlNode> subQuery(SqlNode query) {
    boolean[] outer = {true};
    return first(
        query,
        node -> {
          if (!(node instanceof SqlSelect)) {
            return false;
          }
          boolean inner = !outer[0];
          outer[0] = false;
          return inner;
        });
  }

  /** The first node, in the order of the tree, that the condition holds for. */
  private static Optional<SqlNode> first(SqlNode query, Predicate<SqlNode> condition) {
    Finder finder = new Finder(condition);
    query.accept(finder);
    return Optional.ofNullable(finder.found);
  }

  private static final class Finder extends SqlBasicVisitor<@Nullable Void> {
    private final Predicate<SqlNode> condition;
    private @Nullable SqlNode found;

    Finder(Predicate<SqlNode> condition) {
      this.condition = condition;
    }

    private boolean done(SqlNode node) {
      if (found == null
          && condition.test(node)
          && !node.getParserPosition().equals(SqlParserPos.ZERO)) {
        found = node;
      }
      return found != null;
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
      if (!done(call)) {
        for (SqlNode operand : nonNull(call.getOperandList())) {
          operand.accept(this);
        }
      }
      return null;
    }

    private static List<SqlNode> nonNull(List<? extends @Nullable SqlNode> nodes) {
      return nodes.stream().filter(node -> node != null).map(SqlNode.class::cast).toList();
    }

    @Override
    public @Nullable Void visit(SqlNodeList list) {
      for (SqlNode node : nonNull(list)) {
        if (found == null) {
          node.accept(this);
        }
      }
      return null;
    }

    @Override
    public @Nullable Void visit(SqlIdentifier identifier) {
      done(identifier);
      return null;
    }
  }
}
