package org.dpjdbc.sql.refusal;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.calcite.sql.JoinType;
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
  private final SqlNode query;
  private final Function<String, Set<String>> words;

  /**
   * Looks for culprits in a query.
   *
   * @param words the words, in upper case, that a call of an operator may have been read from
   */
  public Culprits(SqlNode query, Function<String, Set<String>> words) {
    this.query = query;
    this.words = words;
  }

  /** The span of the culprit; the whole query if it cannot be located more precisely. */
  public Position locate(Culprit culprit) {
    return search(culprit)
        .or(() -> Optional.of(query))
        .map(SqlNode::getParserPosition)
        .map(Position::of)
        .orElse(new Position(1, 1, 1, 1));
  }

  /** The name by which the query calls an operator, if that call is found. */
  public Optional<String> operatorName(Culprit culprit) {
    return culprit instanceof Culprit.Call
        ? search(culprit).map(node -> ((SqlCall) node).getOperator().getName())
        : Optional.empty();
  }

  /** The name at that place, with what qualifies it. */
  public Optional<String> nameAt(Position at) {
    return first(
            query,
            node ->
                node instanceof SqlIdentifier && Position.of(node.getParserPosition()).equals(at))
        .map(Object::toString);
  }

  /** The name at that position, if it is an alias of the operator. */
  public Optional<String> operatorAt(Position at, String operator) {
    return first(
            query,
            node ->
                node instanceof SqlCall call
                    && !call.getOperator().getName().equals(operator)
                    && isReadAs(node, operator)
                    && Position.of(node.getParserPosition()).equals(at))
        .map(node -> ((SqlCall) node).getOperator().getName());
  }

  /** Whether it stands in the condition of a join: bounds there change who meets whom. */
  public boolean isInJoin(Culprit culprit) {
    return search(culprit)
        .filter(
            at ->
                first(
                        query,
                        node ->
                            node instanceof SqlJoin join
                                && join.getCondition() != null
                                && first(join.getCondition(), part -> part == at).isPresent())
                    .isPresent())
        .isPresent();
  }

  /** Whether the query has several outer joins, of which one alone does not decide. */
  public boolean hasSeveralOuterJoins() {
    Optional<SqlNode> one = first(query, Culprits::isOuterJoin);
    return one.isPresent()
        && first(query, node -> isOuterJoin(node) && node != one.get()).isPresent();
  }

  /** Whether it is an aggregate with FILTER or OVER, in whose place nothing else can stand. */
  public boolean isFiltered(Culprit culprit) {
    return search(culprit)
        .filter(
            at ->
                first(
                        query,
                        node ->
                            (node.getKind() == SqlKind.FILTER || node.getKind() == SqlKind.OVER)
                                && ((SqlCall) node).operand(0) == at)
                    .isPresent())
        .isPresent();
  }

  private Optional<SqlNode> search(Culprit culprit) {
    if (culprit instanceof Culprit.Column column) {
      // What is named AS so is the column only if nothing refers to it.
      return first(query, node -> names(node, column.name()), /* names= */ false)
          .or(() -> first(query, node -> names(node, column.name())));
    } else if (culprit instanceof Culprit.Table table) {
      return first(query, node -> names(node, table.name()));
    } else if (culprit instanceof Culprit.Call call) {
      return first(query, node -> calls(node, call.operator()))
          .or(() -> first(query, node -> isReadAs(node, call.operator())));
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
    return name.equalsIgnoreCase(operator) || name.equalsIgnoreCase("{fn " + operator + "}");
  }

  private boolean isReadAs(SqlNode node, String operator) {
    return node instanceof SqlCall call
        && words.apply(operator).contains(call.getOperator().getName().toUpperCase(Locale.ROOT));
  }

  private static Optional<SqlNode> clause(SqlNode query, Culprit.Kind kind) {
    return switch (kind) {
      case SELECT_LIST -> select(query).map(SqlSelect::getSelectList).map(Culprits::firstOf);
      case JOIN -> first(query, SqlJoin.class::isInstance).or(() -> subQuery(query));
      case OUTER_JOIN ->
          first(query, Culprits::isOuterJoin).or(() -> clause(query, Culprit.Kind.JOIN));
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

  private static boolean isOuterJoin(SqlNode node) {
    return node instanceof SqlJoin join
        && EnumSet.of(JoinType.LEFT, JoinType.RIGHT, JoinType.FULL).contains(join.getJoinType());
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
    return first(query, condition, /* names= */ true);
  }

  private static Optional<SqlNode> first(
      SqlNode query, Predicate<SqlNode> condition, boolean names) {
    Finder finder = new Finder(condition, names);
    query.accept(finder);
    return Optional.ofNullable(finder.found);
  }

  private static final class Finder extends SqlBasicVisitor<@Nullable Void> {
    private final Predicate<SqlNode> condition;
    private final boolean names;
    private @Nullable SqlNode found;

    /** Looks at the names that AS gives, or not. */
    Finder(Predicate<SqlNode> condition, boolean names) {
      this.condition = condition;
      this.names = names;
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
        List<SqlNode> operands = nonNull(call.getOperandList());
        boolean named = call.getKind() == SqlKind.AS && !names;
        for (SqlNode operand : named ? operands.subList(0, 1) : operands) {
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
