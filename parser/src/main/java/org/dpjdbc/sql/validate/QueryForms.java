package org.dpjdbc.sql.validate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/** The less usual forms in a query, in words: one of them is to blame where Calcite fails on it. */
final class QueryForms extends SqlBasicVisitor<@Nullable Void> {
  private final Set<String> found = new LinkedHashSet<>();
  private boolean inner;

  private QueryForms() {}

  /** The forms, in the order of the tree; empty if there are none. */
  static List<String> of(SqlNode query) {
    QueryForms forms = new QueryForms();
    query.accept(forms);
    return List.copyOf(forms.found);
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    if (call instanceof SqlSelect select) {
      nameTwice(select.getSelectList())
          .ifPresent(name -> found.add("two columns named " + name + " in one SELECT"));
      if (inner) {
        found.add("a subquery");
      }
      inner = true;
    }
    form(call).ifPresent(found::add);
    return super.visit(call);
  }

  private static Optional<String> form(SqlCall call) {
    return switch (call.getKind()) {
      case ROLLUP, CUBE, GROUPING_SETS ->
          Optional.of(call.getKind().sql.toUpperCase(Locale.ROOT).replace('_', ' '));
      case OVER -> Optional.of("a window function");
      case UNION, INTERSECT, EXCEPT -> Optional.of(call.getOperator().getName());
      case VALUES -> Optional.of("VALUES");
      case WITH_ITEM ->
          Optional.of("WITH RECURSIVE, whose columns need the same type in both parts,")
              .filter(form -> ((SqlWithItem) call).recursive.booleanValue());
      case LATERAL -> Optional.of("LATERAL");
      case PIVOT, UNPIVOT, MATCH_RECOGNIZE, TABLESAMPLE, UNNEST ->
          Optional.of(call.getKind().sql.replace('_', ' '));
      case JOIN ->
          ((SqlJoin) call).isNatural() ? Optional.of("NATURAL JOIN") : Optional.<String>empty();
      default -> Optional.empty();
    };
  }

  /** A name that two items of a SELECT list have. */
  private static Optional<String> nameTwice(SqlNodeList items) {
    Set<String> names = new HashSet<>();
    List<String> twice = new ArrayList<>();
    for (SqlNode item : items) {
      SqlNode named =
          item != null && item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(1) : item;
      if (named instanceof SqlIdentifier identifier && !identifier.isStar()) {
        String name = Util.last(identifier.names);
        if (!names.add(name.toUpperCase(Locale.ROOT))) {
          twice.add(name);
        }
      }
    }
    return twice.stream().findFirst();
  }
}
