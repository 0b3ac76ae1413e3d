package org.dpjdbc.plan.key;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.model.GroupKey;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.relation.KeyFilter;
import org.dpjdbc.plan.relation.Origin;
import org.dpjdbc.plan.relation.Origin.OfPublic;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.PublicSource;
import org.dpjdbc.plan.relation.ReleasedSets;
import org.dpjdbc.sql.refusal.RunMessages;

/** Determines how the values of a frontier's keys become known. */
public final class KeyDomains {
  private final PlanContext context;
  private boolean lookup;

  public KeyDomains(PlanContext context) {
    this.context = context;
  }

  /**
   * The domains of the keys.
   *
   * @param input the aggregate's input
   * @param keys the grouped columns, in order, and the types that they are read in
   */
  public List<KeyDomain> of(PerUnit input, List<GroupKey> keys) {
    return of(input, keys, keys.stream().map(GroupKey::column).toList(), false);
  }

  /** All groups are selected, so that only groups with rows are shown. */
  public static List<KeyDomain> selected(List<GroupKey> keys) {
    return List.of(new KeyDomain.Private(IntStream.range(0, keys.size()).boxed().toList()));
  }

  /**
   * The domains of the keys of one of several levels.
   *
   * @param all the grouped columns of all levels: what is listed at one is what is listed at the
   *     others
   * @param level whether there are several
   */
  public List<KeyDomain> of(PerUnit input, List<GroupKey> keys, List<Integer> all, boolean level) {
    List<KeyDomain> domains = new ArrayList<>();
    List<Integer> hidden = new ArrayList<>();
    Map<Integer, List<Integer>> bySource = new LinkedHashMap<>();
    JointKeys joint = new JointKeys(context, input);
    for (List<Integer> ofAll : joint.related(all)) {
      List<Integer> here = new ArrayList<>();
      for (int key = 0; key < keys.size(); key++) {
        if (ofAll.contains(keys.get(key).column())) {
          here.add(key);
        }
      }
      if (here.isEmpty()) {
        continue;
      }
      // A level without a key that leaves rows out has the groups of all rows.
      List<Integer> related =
          ofAll.stream().anyMatch(key -> leavesOut(input, key))
              ? here.stream().map(key -> keys.get(key).column()).toList()
              : ofAll;
      boolean several = related.size() > 1 && !areColumnsOfOne(input, related);
      if ((several && related.stream().anyMatch(key -> isPublic(input, key)))
          || (related.size() == 1 && hasGaps(joint, input, related.get(0), level))) {
        Optional<JointKeys.Listed> listed =
            joint
                .list(related, level, max(input, related, all))
                .filter(list -> !ReleasedSets.isIn(list.rel()));
        if (listed.isPresent()) {
          if (level) {
            noteInTotals(input, related);
          }
          add(fromList(listed.get(), keys, here, related), here, domains, hidden);
          continue;
        } else if (!related.stream().allMatch(key -> isPublic(input, key))) {
          hidden.addAll(here);
          continue;
        }
      }
      for (int key : here) {
        Origin origin = input.columns().get(keys.get(key).column()).origin();
        if (origin instanceof Origin.Values values) {
          domains.add(new KeyDomain.Declared(key, values.values(), values.rest().leavesOut()));
        } else if (origin instanceof OfPublic of) {
          bySource.computeIfAbsent(of.source().id(), id -> new ArrayList<>()).add(key);
        } else {
          hidden.add(key);
        }
      }
    }
    bySource.values().forEach(ofOne -> add(fromPublic(input, keys, ofOne), ofOne, domains, hidden));
    if (!hidden.isEmpty()) {
      domains.add(new KeyDomain.Private(hidden.stream().sorted().toList(), lookup));
    }
    return domains;
  }

  /** Has the answer say which rows are in no group. */
  public void noteLeftOut(PerUnit input, List<Integer> keys) {
    for (int key : keys) {
      if (input.columns().get(key).origin() instanceof Origin.Values values
          && values.rest() == Origin.Rest.UNLISTED) {
        context.note(RunMessages.unlistedLeftOut(input.columns().get(key).facts().name()));
      }
    }
  }

  /**
   * Has the answer say that rows may be in totals alone: the bounds of a column limit what is
   * listed of a key, and no filter on that key leaves out the rows beyond them.
   */
  private void noteInTotals(PerUnit input, List<Integer> keys) {
    for (int key : keys) {
      if (!isPublic(input, key)) {
        context.note(RunMessages.inTotalsAlone(input.columns().get(key).facts().name()));
      }
    }
  }

  /** Whether rows with values that are not listed would be in no group. */
  private static boolean leavesOut(PerUnit input, int key) {
    return input.columns().get(key).origin() instanceof Origin.Values values && !values.whole();
  }

  /** Has the answer say that groups are listed because the policy lists them. */
  public void noteValues(PerUnit input, List<Integer> keys) {
    for (int key : keys) {
      PerUnit.Column column = input.columns().get(key);
      if (column.origin() instanceof Origin.Values) {
        context.note(RunMessages.valuesOfPolicy(column.facts().name()));
      }
    }
  }

  /** The rows whose declared keys are all among their values. */
  public static PerUnit listed(PlanContext context, PerUnit input, List<Integer> keys) {
    return listed(context, input, keys, Origin.Values::whole);
  }

  /**
   * The rows whose declared keys are all among their values, which each is compared with: a unit is
   * in no more groups than the values make, whatever the analysis says of what lies between them.
   */
  public static PerUnit exactlyListed(PlanContext context, PerUnit input, List<Integer> keys) {
    return listed(context, input, keys, values -> false);
  }

  private static PerUnit listed(
      PlanContext context, PerUnit input, List<Integer> keys, Predicate<Origin.Values> whole) {
    PerUnit kept = input;
    for (int key : keys) {
      if (input.columns().get(key).origin() instanceof Origin.Values values) {
        kept =
            kept.withRel(
                KeyFilter.apply(context, kept.rel(), key, values.values(), whole.test(values)),
                kept.columns());
      }
    }
    return kept;
  }

  private Optional<KeyDomain> fromPublic(PerUnit input, List<GroupKey> keys, List<Integer> ofOne) {
    List<RexNode> columns = new ArrayList<>();
    List<String> names = new ArrayList<>();
    PublicSource source = source(input, keys.get(ofOne.get(0)).column());
    for (int key : ofOne) {
      OfPublic of = (OfPublic) input.columns().get(keys.get(key).column()).origin();
      columns.add(context.rex().makeInputRef(source.rel(), of.column()));
      names.add("k" + key);
    }
    RelNode rows = groupsComputed(source.rel()) ? SubSelect.of(source.rel()) : source.rel();
    RelNode listed = LogicalProject.create(rows, List.of(), columns, names, Set.of());
    return distinct(
        listed,
        keys,
        ofOne,
        computes(source.rel()),
        source.optional(),
        OptionalInt.empty(),
        source.lookup(),
        /* leavesOut= */ false);
  }

  private Optional<KeyDomain> fromList(
      JointKeys.Listed listed, List<GroupKey> keys, List<Integer> here, List<Integer> related) {
    List<RexNode> columns = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int key : here) {
      columns.add(
          context.rex().makeInputRef(listed.rel(), related.indexOf(keys.get(key).column())));
      names.add("k" + key);
    }
    RelNode rows = LogicalProject.create(listed.rel(), List.of(), columns, names, Set.of());
    return distinct(
        rows,
        keys,
        here,
        /* computes= */ true,
        /* nullRow= */ false,
        listed.max(),
        listed.lookup(),
        /* leavesOut= */ true);
  }

  /** The distinct rows of a public relation. */
  private Optional<KeyDomain> distinct(
      RelNode listed,
      List<GroupKey> keys,
      List<Integer> ofOne,
      boolean computes,
      boolean nullRow,
      OptionalInt max,
      boolean lookup,
      boolean leavesOut) {
    List<RexNode> read = new ArrayList<>();
    for (int i = 0; i < ofOne.size(); i++) {
      read.add(read(listed, i, keys.get(ofOne.get(i)).type()));
    }
    RelNode values =
        LogicalProject.create(
            listed, List.of(), read, listed.getRowType().getFieldNames(), Set.of());
    Aggregate distinct =
        LogicalAggregate.create(
            computes ? SubSelect.of(values) : values,
            List.of(),
            ImmutableBitSet.range(ofOne.size()),
            null,
            List.of());
    if (ReleasedSets.isIn(distinct)) {
      return Optional.of(
          new KeyDomain.FromReleased(
              List.copyOf(ofOne), context.set(ReleasedSets.local(context, distinct)), nullRow));
    }
    Optional<PlanContext.RowCount> count =
        lookup ? Optional.of(context.count(distinct)) : Optional.empty();
    return count.filter(PlanContext.RowCount::isLong).isPresent()
        ? Optional.empty()
        : Optional.of(
            new KeyDomain.FromPublic(
                List.copyOf(ofOne),
                context.publicQuery(distinct).name(),
                nullRow,
                max,
                count.flatMap(PlanContext.RowCount::unknown),
                leavesOut));
  }

  /**
   * Whether some of the values that are listed of a key may be those of no row. Levels that add up
   * count the same rows: then a list leaves no row out that the key's own values do not.
   */
  private static boolean hasGaps(JointKeys joint, PerUnit input, int key, boolean level) {
    return input.columns().get(key).origin() instanceof Origin.Values values
        && (!level || values.rest() == Origin.Rest.NONE)
        && joint.hasGaps(key, values.values());
  }

  /** Adds a domain, or hides its keys if the list is too long. */
  private void add(
      Optional<KeyDomain> domain, List<Integer> keys, List<KeyDomain> all, List<Integer> hidden) {
    domain.ifPresentOrElse(
        all::add,
        () -> {
          lookup = true;
          hidden.addAll(keys);
        });
  }

  private static boolean isPublic(PerUnit input, int key) {
    Origin origin = input.columns().get(key).origin();
    return origin instanceof Origin.Values || origin instanceof OfPublic;
  }

  /** Whether the keys are columns of one public relation. */
  private static boolean areColumnsOfOne(PerUnit input, List<Integer> keys) {
    return keys.stream().allMatch(key -> input.columns().get(key).origin() instanceof OfPublic)
        && keys.stream().map(key -> source(input, key).id()).distinct().count() == 1;
  }

  /** How many combinations of related keys are listed where some of them would be selected. */
  private int max(PerUnit input, List<Integer> related, List<Integer> all) {
    if (related.stream().allMatch(key -> isPublic(input, key))) {
      return Integer.MAX_VALUE;
    }
    long others = 1;
    for (int key : all) {
      if (!related.contains(key)
          && input.columns().get(key).origin() instanceof Origin.Values values) {
        others = Math.min(Integer.MAX_VALUE, others * Math.max(1, values.values().size()));
      }
    }
    return (int) (context.catalog().policy().limits().maxListedKeys() / others);
  }

  /** Whether it is grouped by an expression, which a cast of it would hide from PostgreSQL. */
  private static boolean groupsComputed(RelNode rel) {
    return rel instanceof Aggregate aggregate
        ? computes(aggregate.getInput())
        : (rel instanceof Filter || rel instanceof Project) && groupsComputed(rel.getInput(0));
  }

  /**
   * Whether a column is an expression. With a parameter in it, it would not be grouped by what it
   * is shown as.
   */
  private static boolean computes(RelNode rel) {
    if (rel instanceof Filter filter) {
      return computes(filter.getInput());
    }
    return rel instanceof Project project
        && (!project.getProjects().stream().allMatch(RexInputRef.class::isInstance)
            || computes(project.getInput()));
  }

  /** What the database computes in a wider type is listed in the one that people's keys have. */
  private RexNode read(RelNode listed, int column, RelDataType type) {
    RexBuilder rex = context.rex();
    RexNode stored = rex.makeInputRef(listed, column);
    RelDataType read =
        rex.getTypeFactory().createTypeWithNullability(type, stored.getType().isNullable());
    return stored.getType().equals(read)
        ? stored
        : rex.makeAbstractCast(
            read, KeyColumns.of(rex, listed, new GroupKey(column, read)), /* safe= */ false);
  }

  private static PublicSource source(PerUnit input, int column) {
    return ((OfPublic) input.columns().get(column).origin()).source();
  }

  /**
   * The number of groups that some keys make which are selected, if the query and the policy alone
   * determine it: those of {@link #exactlyListed} rows.
   */
  public static OptionalInt size(PerUnit input, List<Integer> keys) {
    long size = 1;
    for (int key : keys) {
      if (!(input.columns().get(key).origin() instanceof Origin.Values values)) {
        return OptionalInt.empty();
      }
      size = Math.multiplyExact(size, values.values().size());
      if (size > Integer.MAX_VALUE) {
        return OptionalInt.empty();
      }
    }
    return OptionalInt.of(Math.max(1, (int) size));
  }
}
