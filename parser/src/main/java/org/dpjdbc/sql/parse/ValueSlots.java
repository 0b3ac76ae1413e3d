package org.dpjdbc.sql.parse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Finds the literals and bind parameters whose values the plan does not depend on: those that WHERE
 * compares with a column that appears nowhere else in the query. Such a column is not summed,
 * grouped by, joined on or shown, so the comparison could not narrow any bound or list of keys.
 *
 * <p>The choice depends only on the text, never on a value: a query has one kind of plan for all
 * its values. The choice affects at most the accuracy. A plan made without a value holds for every
 * value, since the analysis knows no more about it than about any column of its type.
 */
final class ValueSlots {
  private static final Set<SqlKind> COMPARISONS =
      Set.of(
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL);

  private final Map<String, Integer> uses = new HashMap<>();
  private final Map<String, Integer> compared = new HashMap<>();
  private final List<Candidate> candidates = new ArrayList<>();
  private boolean namesAll;

  /** A value, and the column that it is compared with. */
  private record Candidate(String column, SqlNode value) {}

  private ValueSlots() {}

  /** The literals and parameters, none of them within a SELECT list: labels are made of that. */
  static List<SqlNode> of(SqlNode query) {
    ValueSlots slots = new ValueSlots();
    slots.countUses(query);
    if (slots.namesAll) {
      return List.of();
    }
    slots.visit(query);
    return slots.candidates.stream()
        .filter(c -> slots.uses.getOrDefault(c.column(), 0).equals(slots.compared.get(c.column())))
        .map(Candidate::value)
        .toList();
  }

  private void countUses(SqlNode query) {
    query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier identifier) {
            namesAll |= identifier.isStar();
            uses.merge(name(identifier), 1, Integer::sum);
            return null;
          }

          @Override
          public @Nullable Void visit(SqlCall call) {
            namesAll |= call instanceof SqlJoin join && join.isNatural();
            boolean countsRows =
                call instanceof SqlBasicCall
                    && call.getOperator().getName().equalsIgnoreCase("COUNT")
                    && call.operandCount() == 1
                    && call.operand(0) instanceof SqlIdentifier all
                    && all.isStar();
            return countsRows ? null : super.visit(call);
          }
        });
  }

  private static String name(SqlIdentifier identifier) {
    return Util.last(identifier.names).toLowerCase(Locale.ROOT);
  }

  private void visit(@Nullable SqlNode node) {
    if (node instanceof SqlSelect select) {
      visit(select.getFrom());
      condition(select.getWhere());
    } else if (node instanceof SqlOrderBy order) {
      visit(order.query);
    } else if (node instanceof SqlWith with) {
      with.withList.forEach(item -> visit(((SqlWithItem) item).query));
      visit(with.body);
    } else if (node instanceof SqlJoin join) {
      visit(join.getLeft());
      visit(join.getRight());
    } else if (node instanceof SqlBasicCall call
        && (call.getKind() == SqlKind.AS || SqlKind.SET_QUERY.contains(call.getKind()))) {
      call.getOperandList().forEach(this::visit);
    }
  }

  private void condition(@Nullable SqlNode node) {
    if (!(node instanceof SqlBasicCall call)) {
      return;
    }
    List<SqlNode> operands = call.getOperandList();
    switch (call.getKind()) {
      case AND, OR, NOT -> operands.forEach(this::condition);
      case BETWEEN -> compared(operands.get(0), operands.subList(1, operands.size()));
      case IN, NOT_IN -> {
        if (operands.get(1) instanceof SqlNodeList list) {
          compared(operands.get(0), list.getList());
        }
      }
      default -> {
        if (COMPARISONS.contains(call.getKind())) {
          boolean valueFirst = isValue(operands.get(0));
          compared(operands.get(valueFirst ? 1 : 0), List.of(operands.get(valueFirst ? 0 : 1)));
        }
      }
    }
  }

  private void compared(SqlNode side, List<? extends @Nullable SqlNode> values) {
    if (side instanceof SqlIdentifier column && values.stream().allMatch(ValueSlots::isValue)) {
      compared.merge(name(column), 1, Integer::sum);
      for (SqlNode value : values) {
        if (value != null) {
          candidates.add(new Candidate(name(column), value));
        }
      }
    }
  }

  private static boolean isValue(@Nullable SqlNode node) {
    return node instanceof SqlLiteral || node instanceof SqlDynamicParam;
  }
}
