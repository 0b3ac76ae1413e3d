package org.dpjdbc.sql.validate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * The columns that {@code a RIGHT JOIN b USING (k)} merges, by the name of the side that has them:
 * {@code k} is {@code b.k}, and {@code a.k} of an inner or a left join. Calcite takes {@code k} for
 * ambiguous in {@code WHERE}, takes it for an expression over both sides of a right join, and fails
 * on it where several joins merge it.
 */
final class UsingColumns extends SqlShuttle {
  private UsingColumns() {}

  /** The query with qualified names; the given tree is left as it is. */
  static SqlNode qualified(SqlNode query) {
    return Objects.requireNonNull(query.accept(new UsingColumns()), "a query");
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    SqlNode visited = super.visit(call);
    if (!(visited instanceof SqlSelect select) || !(select.getFrom() instanceof SqlJoin join)) {
      return visited;
    }
    Sources sources = Sources.of(join);
    if (sources.merged().isEmpty()) {
      return visited;
    }
    SqlSelect copy = (SqlSelect) select.clone(select.getParserPosition());
    copy.setWhere(sources.qualified(select.getWhere(), false));
    if (aliases(select.getSelectList()).noneMatch(sources.named()::containsKey)) {
      copy.setSelectList(items(select.getSelectList(), sources));
      copy.setGroupBy((SqlNodeList) sources.qualified(select.getGroup(), true));
      copy.setHaving(sources.qualified(select.getHaving(), true));
    }
    return copy;
  }

  private static Stream<String> aliases(SqlNodeList items) {
    return items.stream()
        .filter(item -> item.getKind() == SqlKind.AS)
        .map(item -> ((SqlIdentifier) ((SqlCall) item).operand(1)).getSimple());
  }

  private static SqlNodeList items(SqlNodeList items, Sources sources) {
    List<SqlNode> named =
        items.stream()
            .map(
                item -> {
                  SqlNode other = Objects.requireNonNull(sources.qualified(item, true));
                  return item instanceof SqlIdentifier && other != item
                      ? SqlStdOperatorTable.AS.createCall(item.getParserPosition(), other, item)
                      : other;
                })
            .toList();
    return new SqlNodeList(named, items.getParserPosition());
  }

  /**
   * What a part of FROM has.
   *
   * @param alone the name of the part, if it is no join
   * @param merged the name of the side that has each merged column
   * @param named those of them that Calcite does not take for a column of one side
   */
  private record Sources(
      Optional<String> alone, Map<String, String> merged, Map<String, String> named) {
    static Sources of(@Nullable SqlNode from) {
      if (!(from instanceof SqlJoin join)) {
        return new Sources(name(from), Map.of(), Map.of());
      }
      Sources left = of(join.getLeft());
      Sources right = of(join.getRight());
      Map<String, String> merged = new HashMap<>(left.merged);
      merged.putAll(right.merged);
      Map<String, String> named = new HashMap<>(left.named);
      named.putAll(right.named);
      if (join.getConditionType() == JoinConditionType.USING) {
        boolean onRight = join.getJoinType() == JoinType.RIGHT;
        Sources side = onRight ? right : left;
        for (SqlNode node : (SqlNodeList) Objects.requireNonNull(join.getCondition())) {
          String column = ((SqlIdentifier) node).getSimple();
          Optional<String> chained = Optional.ofNullable(side.merged.get(column));
          Optional<String> of = chained.or(side::alone);
          merged.remove(column);
          named.remove(column);
          if (join.getJoinType() != JoinType.FULL) {
            of.ifPresent(name -> merged.put(column, name));
            of.filter(name -> onRight || chained.isPresent())
                .ifPresent(name -> named.put(column, name));
          }
        }
      }
      return new Sources(Optional.empty(), merged, named);
    }

    private static Optional<String> name(@Nullable SqlNode from) {
      if (from != null && from.getKind() == SqlKind.AS) {
        return Optional.of(((SqlIdentifier) ((SqlCall) from).operand(1)).getSimple());
      }
      return from instanceof SqlIdentifier table
          ? Optional.of(table.names.get(table.names.size() - 1))
          : Optional.empty();
    }

    /** The expression with such names; what subqueries call so may be theirs. */
    @Nullable SqlNode qualified(@Nullable SqlNode expression, boolean these) {
      Map<String, String> names = these ? named : merged;
      return expression == null
          ? null
          : expression.accept(
              new SqlShuttle() {
                @Override
                public @Nullable SqlNode visit(SqlCall call) {
                  return call.isA(SqlKind.QUERY) ? call : super.visit(call);
                }

                @Override
                public SqlNode visit(SqlIdentifier id) {
                  String side = id.isSimple() ? names.get(id.getSimple()) : null;
                  return side == null
                      ? id
                      : new SqlIdentifier(
                          List.of(side, id.getSimple()), null, id.getParserPosition(), null);
                }
              });
    }
  }
}
