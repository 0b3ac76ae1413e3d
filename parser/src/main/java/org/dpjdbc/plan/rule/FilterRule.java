package org.dpjdbc.plan.rule;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.plan.bounds.RowExpressions;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.relation.Origin;
import org.dpjdbc.plan.relation.Origins;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.PublicSource;
import org.dpjdbc.plan.relation.Relation;
import org.dpjdbc.plan.relation.ReleasedTerms;
import org.dpjdbc.plan.relation.StageRegister;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * A filter keeps the unit key: whether a row passes depends on that row alone. It narrows ranges,
 * and the public values that a group key can have.
 */
public final class FilterRule implements RelationRule<Filter> {
  private final PlanContext context;

  public FilterRule(PlanContext context) {
    this.context = context;
  }

  @Override
  public PerUnit apply(Filter filter, List<Relation> inputs) {
    return apply(filter.getCondition(), (PerUnit) inputs.get(0));
  }

  public PerUnit apply(RexNode written, PerUnit input) {
    RexNode typed = InputRefs.typed(context.rex(), input.rel(), written);
    if (RexOver.containsOver(typed)) {
      throw RelationMessages.windowBelowAggregate();
    }
    RexNode condition = ReleasedTerms.computed(context, input, typed);
    RowExpressions expressions = context.expressions(input.facts());
    RexNode total = expressions.total(condition);
    List<ColumnFacts> narrowed = expressions.narrow(total);
    List<PerUnit.Column> columns = new ArrayList<>();
    List<Origin> origins = origins(RelOptUtil.conjunctions(condition), input);
    for (int i = 0; i < narrowed.size(); i++) {
      columns.add(input.columns().get(i).narrowed(narrowed.get(i), origins.get(i)));
    }
    Optional<List<ColumnFacts>> uncut =
        input.uncut().map(facts -> context.expressions(facts).narrow(total));
    for (int i = 0; uncut.isPresent() && i < columns.size(); i++) {
      columns.set(i, within(columns.get(i), input.columns().get(i), uncut.get().get(i)));
    }
    PerUnit passing =
        input
            .withRel(LogicalFilter.create(input.rel(), total), columns)
            .withBare(input.bare().map(bare -> bare.with(LogicalFilter.create(bare.rel(), total))));
    OptionalInt rows = new RowNumbers(context).passing(input, total);
    return rows.isPresent() ? passing.withRowsAtMost(rows.getAsInt()) : passing;
  }

  /**
   * The column with what there may be beyond its limit. If all that pass the filter are beyond it,
   * nothing bounds them: clamped, they would all be the end of the range.
   */
  private static PerUnit.Column within(
      PerUnit.Column column, PerUnit.Column before, ColumnFacts uncut) {
    Optional<Interval> values = before.outOfRange().flatMap(limit -> uncut.range());
    boolean apart =
        values.isPresent()
            && ColumnFacts.isUnlimited(values.get())
            && before
                .facts()
                .range()
                .filter(range -> values.get().lower().compareTo(range.upper()) > 0)
                .isPresent();
    return apart
        ? column
            .with(column.facts().from(values.orElseThrow().lower()), column.origin())
            .within(Optional.empty())
        : column.within(before.outOfRange().flatMap(limit -> values.map(limit::with)));
  }

  private List<Origin> origins(List<RexNode> conjuncts, PerUnit input) {
    List<Origin> origins = new ArrayList<>();
    input.columns().forEach(column -> origins.add(column.origin()));
    for (RexNode conjunct : conjuncts) {
      if (StageRegister.isReleased(conjunct)) {
        // Keys are listed before it is known.
        continue;
      }
      ImmutableBitSet used = RelOptUtil.InputFinder.bits(conjunct);
      dropNulls(conjunct, used, origins);
      if (used.cardinality() == 1 && origins.get(used.nth(0)) instanceof Origin.Values values) {
        int column = used.nth(0);
        List<KeyValue> passing =
            Origins.passing(
                values.values(),
                column,
                conjunct,
                input.rel().getRowType().getFieldList().get(column).getType(),
                context.rex());
        boolean all = Origins.areAll(passing, conjunct, context.rex());
        origins.set(column, new Origin.Values(passing, all ? Origin.Rest.NONE : values.rest()));
      } else {
        soleSource(used, origins).ifPresent(source -> narrow(source, conjunct, origins));
      }
    }
    return origins;
  }

  /** A condition that is not true of NULL leaves no group for it. */
  private static void dropNulls(RexNode conjunct, ImmutableBitSet used, List<Origin> origins) {
    for (int column : used) {
      if (origins.get(column) instanceof Origin.Values values
          && Strong.isNotTrue(conjunct, ImmutableBitSet.of(column))) {
        origins.set(column, new Origin.Values(values.present(), values.rest()));
      }
    }
  }

  /** The public relation that all the columns are of, if there is one. */
  private static Optional<PublicSource> soleSource(ImmutableBitSet used, List<Origin> origins) {
    Set<Integer> ids = new LinkedHashSet<>();
    Optional<PublicSource> source = Optional.empty();
    for (int column : used) {
      if (!(origins.get(column) instanceof Origin.OfPublic of)) {
        return Optional.empty();
      }
      ids.add(of.source().id());
      source = Optional.of(of.source());
    }
    return ids.size() == 1 ? source : Optional.empty();
  }

  /** The condition holds for every row above: a partner that fails it is no key, nor is none. */
  private void narrow(PublicSource source, RexNode conjunct, List<Origin> origins) {
    RexNode there =
        InputRefs.replaced(
            conjunct,
            ref -> {
              Origin.OfPublic of = (Origin.OfPublic) origins.get(ref.getIndex());
              return context.rex().makeInputRef(source.rel(), of.column());
            });
    boolean keepsNull = passesNull(there);
    RelNode filtered = LogicalFilter.create(source.rel(), there);
    PublicSource narrowed = source.with(filtered, source.optional() && keepsNull);
    for (int i = 0; i < origins.size(); i++) {
      if (origins.get(i) instanceof Origin.OfPublic of && of.source().id() == source.id()) {
        origins.set(i, new Origin.OfPublic(narrowed, of.column()));
      }
    }
  }

  /** Whether the condition may hold for a row of NULLs; false only where it surely does not. */
  private static boolean passesNull(RexNode condition) {
    return !Strong.isNotTrue(condition, RelOptUtil.InputFinder.bits(condition));
  }
}
