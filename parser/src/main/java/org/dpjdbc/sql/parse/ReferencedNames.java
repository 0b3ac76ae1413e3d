package org.dpjdbc.sql.parse;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/** The names that a query writes out. */
public final class ReferencedNames extends SqlBasicVisitor<@Nullable Void> {
  private final List<String> aliases = new ArrayList<>();
  private final Set<String> all = new HashSet<>();

  private ReferencedNames() {}

  /** All of them, as the parser has folded them. */
  static Set<String> of(SqlNode query) {
    ReferencedNames names = new ReferencedNames();
    query.accept(names);
    return names.all;
  }

  /** Those that it gives to columns, or tables, of its subqueries. */
  public static Set<String> ofSubQueries(SqlNode query) {
    ReferencedNames names = new ReferencedNames();
    query.accept(names);
    for (SqlNode item : select(query)) {
      if (item instanceof SqlCall call) {
        names.aliases.remove(alias(call));
      }
    }
    return Set.copyOf(names.aliases);
  }

  /** A join by whatever columns have one name: which these are, their letters' case decides. */
  public static Optional<SqlJoin> naturalJoin(SqlNode query) {
    SqlJoin[] found = new SqlJoin[1];
    query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            if (call instanceof SqlJoin join && join.isNatural()) {
              found[0] = join;
            }
            return super.visit(call);
          }
        });
    return Optional.ofNullable(found[0]);
  }

  static SqlNodeList select(SqlNode query) {
    if (query instanceof SqlOrderBy order) {
      return select(order.query);
    } else if (query instanceof SqlWith with) {
      return select(with.body);
    }
    return query instanceof SqlSelect select ? select.getSelectList() : SqlNodeList.EMPTY;
  }

  private static @Nullable String alias(SqlCall call) {
    return call.getKind() == SqlKind.AS && call.operand(1) instanceof SqlIdentifier name
        ? Util.last(name.names)
        : null;
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    String alias = alias(call);
    if (alias != null) {
      aliases.add(alias);
    }
    SqlNodeList columns = call instanceof SqlWithItem item ? item.columnList : null;
    if (columns != null) {
      columns.forEach(column -> aliases.add(Util.last(((SqlIdentifier) column).names)));
    } else if (call.getKind() == SqlKind.AS) {
      call.getOperandList().stream()
          .skip(2)
          .forEach(column -> aliases.add(Util.last(((SqlIdentifier) column).names)));
    }
    return super.visit(call);
  }

  @Override
  public @Nullable Void visit(SqlIdentifier name) {
    all.add(Util.last(name.names));
    return null;
  }
}
