package org.dpjdbc.sql.validate;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Litmus;
import org.dpjdbc.sql.dialect.common.LateralAliases;
import org.dpjdbc.sql.dialect.common.ReadDialect;
import org.dpjdbc.sql.grammar.AllItems;
import org.dpjdbc.sql.grammar.DistinctOn;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.rewrite.DialectFunctionRewriter;
import org.dpjdbc.sql.rewrite.DialectSyntax;
import org.dpjdbc.sql.rewrite.SqlFeature;
import org.jspecify.annotations.Nullable;

/**
 * Clauses of a SELECT that databases have beside the standard's, written in those that the planner
 * knows: {@code GROUP BY ALL} groups by all items without an aggregate, {@code ORDER BY ALL} orders
 * by all items, and {@code DISTINCT ON (k) … ORDER BY k, x} is {@code QUALIFY ROW_NUMBER() OVER
 * (PARTITION BY k ORDER BY x) = 1}.
 */
final class SelectForms extends SqlShuttle {
  /** What stands behind an aggregate, so that it cannot be replaced alone. */
  private static final Set<SqlKind> CLAUSES =
      EnumSet.of(
          SqlKind.OVER,
          SqlKind.FILTER,
          SqlKind.WITHIN_GROUP,
          SqlKind.WITHIN_DISTINCT,
          SqlKind.RESPECT_NULLS,
          SqlKind.IGNORE_NULLS);

  private final DialectSyntax syntax;
  private final boolean caseSensitive;

  private SelectForms(ReadDialect dialect) {
    this.syntax = dialect.syntax();
    this.caseSensitive = dialect.parserSettings().caseSensitive();
  }

  /**
   * The query with its clauses written anew; the given tree is left as it is.
   *
   * @throws RefusedException for a clause that the database does not have, and for a form of it
   *     that is not offered
   */
  static SqlNode standard(SqlNode query, ReadDialect dialect) {
    if (dialect.parserSettings().conformance() instanceof LateralAliases) {
      LateralNames.check(query);
    }
    return Objects.requireNonNull(query.accept(new SelectForms(dialect)), "a query");
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    SqlSelect body = call instanceof SqlOrderBy order ? select(order.query) : null;
    if (call instanceof SqlOrderBy order && body != null) {
      return super.visit(ordered(order, body));
    }
    SqlNode visited =
        super.visit(
            call instanceof SqlSelect select
                ? distinct(select, SqlNodeList.EMPTY)
                : DistinctPairs.ofStrings(call));
    return visited instanceof SqlSelect select ? ofGroup(grouped(select)) : visited;
  }

  /** What the items of an ORDER BY are those of. */
  private static @Nullable SqlSelect select(SqlNode query) {
    return query instanceof SqlWith with
        ? select(with.body)
        : query instanceof SqlSelect select ? select : null;
  }

  private SqlOrderBy ordered(SqlOrderBy order, SqlSelect select) {
    List<SqlNode> list = new ArrayList<>();
    for (SqlNode item : order.orderList) {
      SqlNode all = withoutDirection(item);
      if (AllItems.is(all)) {
        check("ORDER BY ALL", SqlFeature.ORDER_BY_ALL, all);
        SqlNodeList items = items(select, "ORDER BY ALL", all);
        for (int i = 1; i <= items.size(); i++) {
          list.add(redirected(item, number(i, all.getParserPosition())));
        }
      } else {
        list.add(item);
      }
    }
    SqlNodeList by = new SqlNodeList(list, order.orderList.getParserPosition());
    SqlSelect distinct = distinct(select, by);
    return new SqlOrderBy(
        order.getParserPosition(), replaced(order.query, distinct), by, order.offset, order.fetch);
  }

  private static SqlNode replaced(SqlNode query, SqlSelect body) {
    return query instanceof SqlWith with
        ? new SqlWith(with.getParserPosition(), with.withList, replaced(with.body, body))
        : body;
  }

  private void check(String clause, SqlFeature feature, SqlNode place) {
    if (!syntax.has(feature)) {
      throw ParseMessages.formNotSupported(clause, Optional.empty())
          .at(Position.of(place.getParserPosition()));
    }
  }

  private static SqlNodeList items(SqlSelect select, String clause, SqlNode place) {
    for (SqlNode item : select.getSelectList()) {
      if (item instanceof SqlIdentifier name && name.isStar()) {
        throw ParseMessages.allItems(clause).at(Position.of(place.getParserPosition()));
      }
    }
    return select.getSelectList();
  }

  private static SqlNode number(int value, SqlParserPos pos) {
    return SqlLiteral.createExactNumeric(Integer.toString(value), pos);
  }

  private SqlSelect grouped(SqlSelect select) {
    SqlNodeList group = select.getGroup();
    if (group == null || group.size() != 1 || !AllItems.is(group.get(0))) {
      return select;
    }
    SqlNode place = group.get(0);
    check("GROUP BY ALL", SqlFeature.GROUP_BY_ALL, place);
    SqlNodeList items = items(select, "GROUP BY ALL", place);
    List<SqlNode> keys = new ArrayList<>();
    boolean aggregated = false;
    for (int i = 0; i < items.size(); i++) {
      SqlNode item = SqlUtil.stripAs(items.get(i));
      Contents contents = Contents.of(item);
      aggregated |= contents.aggregate;
      if (!contents.aggregate && !contents.window && !(item instanceof SqlLiteral)) {
        keys.add(number(i + 1, place.getParserPosition()));
      }
    }
    if (keys.isEmpty() && !aggregated) {
      throw ParseMessages.allItems("GROUP BY ALL").at(Position.of(place.getParserPosition()));
    }
    SqlSelect copy = (SqlSelect) select.clone(select.getParserPosition());
    copy.setGroupBy(keys.isEmpty() ? null : new SqlNodeList(keys, group.getParserPosition()));
    return copy;
  }

  /** ANY_VALUE of a key of the group is the key. */
  private SqlSelect ofGroup(SqlSelect select) {
    SqlNodeList group = select.getGroup();
    if (group == null || group.isEmpty() || !syntax.has(SqlFeature.ANY_VALUE)) {
      return select;
    }
    SqlShuttle keys =
        new SqlShuttle() {
          @Override
          public @Nullable SqlNode visit(SqlCall call) {
            boolean any =
                call.getOperator().getName().equalsIgnoreCase("ANY_VALUE")
                    && call.getFunctionQuantifier() == null
                    && call.operandCount() == 1
                    && group.stream()
                        .anyMatch(key -> key.equalsDeep(call.operand(0), Litmus.IGNORE));
            return any
                ? DialectFunctionRewriter.copy(call.operand(0))
                : call.isA(SqlKind.QUERY) || call.isA(CLAUSES) ? call : super.visit(call);
          }
        };
    SqlSelect copy = (SqlSelect) select.clone(select.getParserPosition());
    copy.setSelectList(
        (SqlNodeList) Objects.requireNonNull(select.getSelectList().accept(keys), "items"));
    SqlNode having = select.getHaving();
    copy.setHaving(having == null ? null : having.accept(keys));
    return copy;
  }

  private SqlSelect distinct(SqlSelect select, SqlNodeList order) {
    SqlCall clause = DistinctOn.clause(select.getQualify()).orElse(null);
    if (clause == null) {
      return select;
    }
    check("DISTINCT ON", SqlFeature.DISTINCT_ON, clause);
    SqlParserPos pos = clause.getParserPosition();
    List<SqlNode> keys = new ArrayList<>();
    for (SqlNode key : DistinctOn.keys(clause)) {
      if (key instanceof SqlLiteral && !syntax.has(SqlFeature.DISTINCT_ON_ORDINALS)) {
        throw ParseMessages.distinctOn().at(Position.of(pos));
      }
      keys.add(meant(key, select, pos));
    }
    List<SqlNode> by = new ArrayList<>();
    for (SqlNode item : order) {
      SqlNode meant = meant(withoutDirection(item), select, pos);
      if (keys.stream().noneMatch(key -> key.equalsDeep(meant, Litmus.IGNORE))) {
        by.add(redirected(item, meant));
      }
    }
    if (order.isEmpty() || clause.operandCount() > 1) {
      throw ParseMessages.distinctOn().at(Position.of(pos));
    }
    SqlNode window =
        SqlWindow.create(
            null,
            null,
            new SqlNodeList(keys, pos),
            new SqlNodeList(by.isEmpty() ? List.of(keys.get(0)) : by, pos),
            SqlLiteral.createBoolean(false, pos),
            null,
            null,
            null,
            SqlWindow.createExcludeNoOthers(pos),
            pos);
    SqlSelect copy = (SqlSelect) select.clone(select.getParserPosition());
    copy.setQualify(
        DialectFunctionRewriter.copy(
            SqlStdOperatorTable.EQUALS.createCall(
                pos,
                SqlStdOperatorTable.OVER.createCall(
                    pos, SqlStdOperatorTable.ROW_NUMBER.createCall(pos), window),
                number(1, pos))));
    return copy;
  }

  /** What a name of a column of the result or its number stands for, as in ORDER BY. */
  private SqlNode meant(SqlNode node, SqlSelect select, SqlParserPos pos) {
    SqlNode result = node;
    SqlNodeList items = select.getSelectList();
    if (node instanceof SqlNumericLiteral number && number.isInteger()) {
      int ordinal = number.intValue(false);
      boolean star =
          items.stream().anyMatch(item -> item instanceof SqlIdentifier name && name.isStar());
      if (star || ordinal < 1 || ordinal > items.size()) {
        throw ParseMessages.distinctOn().at(Position.of(pos));
      }
      result = SqlUtil.stripAs(items.get(ordinal - 1));
    } else if (node instanceof SqlIdentifier name && name.isSimple()) {
      for (SqlNode item : items) {
        if (isCalled(item, name)) {
          result = SqlUtil.stripAs(item);
        }
      }
    }
    if (Contents.of(result).query || namesAnother(result, items)) {
      throw ParseMessages.distinctOn().at(Position.of(pos));
    }
    return result;
  }

  /** Whether a column is read under a name that the result has for something else. */
  private boolean namesAnother(SqlNode expression, SqlNodeList items) {
    boolean[] found = new boolean[1];
    expression.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier name) {
            found[0] |=
                name.isSimple()
                    && items.stream()
                        .anyMatch(
                            item ->
                                isCalled(item, name)
                                    && !SqlUtil.stripAs(item).equalsDeep(name, Litmus.IGNORE));
            return null;
          }
        });
    return found[0];
  }

  private boolean isCalled(SqlNode item, SqlIdentifier name) {
    return item.getKind() == SqlKind.AS
        && ((SqlCall) item).operand(1) instanceof SqlIdentifier alias
        && (caseSensitive
            ? alias.getSimple().equals(name.getSimple())
            : alias.getSimple().equalsIgnoreCase(name.getSimple()));
  }

  private static boolean isDirection(SqlNode item) {
    return item.getKind() == SqlKind.DESCENDING
        || item.getKind() == SqlKind.NULLS_FIRST
        || item.getKind() == SqlKind.NULLS_LAST;
  }

  private static SqlNode withoutDirection(SqlNode item) {
    return isDirection(item) ? withoutDirection(((SqlCall) item).operand(0)) : item;
  }

  private static SqlNode redirected(SqlNode item, SqlNode value) {
    return isDirection(item)
        ? ((SqlCall) item)
            .getOperator()
            .createCall(item.getParserPosition(), redirected(((SqlCall) item).operand(0), value))
        : value;
  }

  /** What an item holds, but for what is within its subqueries. */
  private static final class Contents extends SqlBasicVisitor<@Nullable Void> {
    private boolean aggregate;
    private boolean window;
    private boolean query;

    static Contents of(SqlNode node) {
      Contents contents = new Contents();
      node.accept(contents);
      return contents;
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
      if (call.isA(SqlKind.QUERY)) {
        query = true;
        return null;
      } else if (call.getKind() == SqlKind.OVER && call.operand(0) instanceof SqlCall function) {
        window = true;
        function.getOperandList().stream()
            .filter(Objects::nonNull)
            .forEach(operand -> operand.accept(this));
        return call.operand(1).accept(this);
      }
      aggregate |= Operators.isAggregate(call);
      return super.visit(call);
    }
  }
}
