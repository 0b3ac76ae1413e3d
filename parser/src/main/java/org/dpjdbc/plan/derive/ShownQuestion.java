package org.dpjdbc.plan.derive;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.bounds.Describe;
import org.dpjdbc.plan.model.AskedGroups;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.ReleasedScalar;
import org.dpjdbc.plan.model.RuntimeValues;
import org.dpjdbc.plan.relation.KeyLiterals;
import org.dpjdbc.sql.parse.GivenValue;

/**
 * What a query asks, for people.
 *
 * @param keys of its groups, as SQL; blank if it has one group
 * @param filters that its rows satisfy, as SQL; blank if it has none
 */
public record ShownQuestion(String keys, String filters) {
  /** Stands for an expression that is too long to be read. */
  private static final String LONG = "…";

  /**
   * The question with the values that are open in it.
   *
   * @param given the values
   */
  public static ShownQuestion of(AskedGroups asked, List<GivenValue> given) {
    return new ShownQuestion(
        shown(asked.keys(), ", ", asked.rows(), given),
        shown(asked.conditions(), " AND ", asked.rows(), given));
  }

  private static String shown(
      List<AskedGroups.Part> parts, String between, RelNode rows, List<GivenValue> given) {
    List<String> names = rows.getRowType().getFieldNames();
    RexBuilder rex = rows.getCluster().getRexBuilder();
    return parts.stream()
        .map(part -> RexUtil.expandSearch(rex, null, part.expression()).accept(values(rex, given)))
        .map(node -> Describe.text(names::get, node).orElse(LONG))
        .distinct()
        .collect(Collectors.joining(between));
  }

  private static RexShuttle values(RexBuilder rex, List<GivenValue> given) {
    return new RexShuttle() {
      @Override
      public RexNode visitDynamicParam(RexDynamicParam value) {
        return ReleasedScalar.isGiven(value)
            ? literal(given.get(value.getIndex()).value(), value.getType(), rex)
            : value;
      }
    };
  }

  /** A value that is given when the plan is run, as a literal. */
  static RexNode literal(Object value, RelDataType type, RexBuilder rex) {
    return KeyLiterals.literal(
        new KeyValue.Of(
            SqlTypeUtil.isNumeric(type)
                ? RuntimeValues.number(new BigDecimal(value.toString()), type)
                : value),
        rex.getTypeFactory().createTypeWithNullability(type, false),
        rex);
  }
}
