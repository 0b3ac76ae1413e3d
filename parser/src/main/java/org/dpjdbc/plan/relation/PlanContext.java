package org.dpjdbc.plan.relation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.AggregateCalls;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.RowExpressions;
import org.dpjdbc.plan.model.Consistency;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.plan.model.FrontierDraft;
import org.dpjdbc.plan.model.PublicProduct;
import org.dpjdbc.plan.model.PublicQuery;
import org.dpjdbc.plan.model.ReleasedScalar;
import org.dpjdbc.plan.model.ReleasedSet;
import org.dpjdbc.plan.model.SqlParameter;
import org.dpjdbc.plan.pushdown.Pushdown;
import org.dpjdbc.plan.pushdown.PushdownPrinter;
import org.dpjdbc.plan.pushdown.PushdownSize;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RelationMessages;
import org.dpjdbc.sql.validate.Catalog;
import org.dpjdbc.sql.validate.Clauses;
import org.jspecify.annotations.Nullable;

/**
 * What the rules of one query share: tools, and the facts found so far. Confined to one thread and
 * one query.
 */
public final class PlanContext {
  private final Catalog catalog;
  private final List<PrivacyRequest.Clause> clauses;
  private final PrivacyRequest request;
  private final OptionalInt clause;
  private final RelOptCluster cluster;
  private final PushdownPrinter printer;
  private final Registered registered;
  private final Map<RelNode, Relation> probed;
  private final Map<RelNode, Boolean> listing;
  private final LookupLists lists;
  private @Nullable PlanContext scratch;

  public PlanContext(Catalog catalog, PrivacyRequest request, RelOptCluster cluster) {
    this(catalog, request, cluster, LookupLists.NONE);
  }

  /**
   * A context.
   *
   * @param lists what is known of the length of lists
   */
  public PlanContext(
      Catalog catalog, PrivacyRequest request, RelOptCluster cluster, LookupLists lists) {
    this(
        catalog,
        request.clauses(),
        request,
        OptionalInt.empty(),
        cluster,
        new PushdownPrinter(catalog.dialect(), cluster),
        new Registered(),
        new IdentityHashMap<>(),
        new IdentityHashMap<>(),
        lists);
  }

  private PlanContext(
      Catalog catalog,
      List<PrivacyRequest.Clause> clauses,
      PrivacyRequest request,
      OptionalInt clause,
      RelOptCluster cluster,
      PushdownPrinter printer,
      Registered registered,
      Map<RelNode, Relation> probed,
      Map<RelNode, Boolean> listing,
      LookupLists lists) {
    this.lists = lists;
    this.catalog = catalog;
    this.clauses = clauses;
    this.request = request;
    this.clause = clause;
    this.cluster = cluster;
    this.printer = printer;
    this.registered = registered;
    this.probed = probed;
    this.listing = listing;
  }

  /** What the rules have found so far; the contexts of all clauses of a query share it. */
  private static final class Registered {
    private final Map<String, PublicQuery> publicQueries = new LinkedHashMap<>();
    private final Set<PublicProduct> products = new LinkedHashSet<>();
    private final Map<FrontierDraft.Identity, FrontierDraft> drafts = new LinkedHashMap<>();
    private final StageRegister stages = new StageRegister();
    private final List<Consistency> consistencies = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private final Set<String> notesOfRows = new LinkedHashSet<>();
    private final Map<Integer, List<ColumnSource.Root>> lookups = new HashMap<>();
    private int sources;
  }

  /** What relations are that rules ask about, by node; see {@link #scratch}. */
  public Map<RelNode, Relation> probed() {
    return probed;
  }

  /**
   * A context of the same query whose registrations count for nothing: for inspecting a relation
   * that may be classified differently in the end. A frontier registered only by such an inspection
   * would be charged, but never released.
   */
  public PlanContext scratch() {
    if (scratch == null) {
      scratch =
          new PlanContext(
              catalog,
              clauses,
              request,
              clause,
              cluster,
              printer,
              new Registered(),
              probed,
              listing,
              lists);
    }
    return scratch;
  }

  /**
   * Has the public groups of an aggregate without aggregate functions listed, with or without rows:
   * where the query asks for a list of them, or where rows of a public table keep all of them.
   *
   * @param ofPolicy whether the list is that of the policy, whose values may have no rows
   */
  public void listGroups(Aggregate aggregate, boolean ofPolicy) {
    listing.put(aggregate, ofPolicy);
  }

  /** Whether public groups are listed though the query asks only which there are. */
  public boolean listsGroups(Aggregate aggregate) {
    return listing.containsKey(aggregate);
  }

  /** Whether the list of them is that of the policy. */
  public boolean listsPolicyValues(Aggregate aggregate) {
    return Boolean.TRUE.equals(listing.get(aggregate));
  }

  /**
   * The context of what an aggregate releases: that of its clause, where the query has several.
   * What is below it, such as a set that is released first, is of the same clause unless it has one
   * of its own.
   */
  public PlanContext of(Aggregate aggregate) {
    OptionalInt own = Clauses.of(aggregate);
    return own.isEmpty() || own.equals(clause) || clauses.isEmpty()
        ? this
        : new PlanContext(
            catalog,
            clauses,
            clauses.get(own.getAsInt()).request(),
            own,
            cluster,
            printer,
            registered,
            probed,
            listing,
            lists);
  }

  /** The clause whose privacy is spent here; empty if the query has not several. */
  public OptionalInt clause() {
    return clause;
  }

  /** Where the clause stands. */
  public Optional<Position> clauseAt() {
    return clause.isPresent() ? Optional.of(clauses.get(clause.getAsInt()).at()) : Optional.empty();
  }

  public Catalog catalog() {
    return catalog;
  }

  public PrivacyRequest request() {
    return request;
  }

  public RelOptCluster cluster() {
    return cluster;
  }

  public RexBuilder rex() {
    return cluster.getRexBuilder();
  }

  public Owners owners() {
    return new Owners(this);
  }

  /** Expressions over the columns of a per-unit relation. */
  public RowExpressions expressions(List<ColumnFacts> facts) {
    return new RowExpressions(rex(), facts);
  }

  /**
   * A public relation that is joined to private rows.
   *
   * @see PublicSource
   */
  public PublicSource source(RelNode rel, boolean lookup, boolean optional) {
    return new PublicSource(registered.sources++, rel, lookup, optional);
  }

  /**
   * Registers what the one row of a public relation is looked up by: its columns are functions of
   * that.
   */
  public void lookedUpBy(PublicSource source, List<ColumnSource.Root> columns) {
    registered.lookups.put(source.id(), List.copyOf(columns));
  }

  /** The columns of private rows that the row of a public relation is a function of, if any. */
  public List<ColumnSource.Root> lookedUpBy(PublicSource source) {
    return registered.lookups.getOrDefault(source.id(), List.of());
  }

  /**
   * The same rows, one or more of each unit, in an order where the database plans better with one.
   */
  public RelNode ordered(RelNode rel) {
    return catalog.dialect().plansBetterOrdered()
        ? LogicalSort.create(rel, RelCollations.of(0), null, null)
        : rel;
  }

  /**
   * The number of rows of a public relation, if it decides whether they are listed and is not known
   * yet; and whether it is known that they are too many.
   */
  public record RowCount(Optional<PublicQuery> unknown, boolean isLong) {}

  /**
   * How long a list of keys is that are looked up in public tables. Without a delta no group can be
   * selected, so a list of any length is shown.
   */
  public RowCount count(RelNode list) {
    if (request.expectations().publicGroups()
        || (request.delta().signum() == 0 && !request.expectations().privateGroups())) {
      return new RowCount(Optional.empty(), false);
    } else if (request.expectations().privateGroups()) {
      return new RowCount(Optional.empty(), true);
    }
    RelNode counted = counted(list);
    Pushdown pushed = printer.print(counted);
    if (pushed.parameters().stream().anyMatch(PlanContext::isReleased)) {
      return new RowCount(Optional.empty(), false);
    }
    Optional<Boolean> known = lists.isLong(pushed.sql(), pushed.parameters());
    return known.isPresent()
        ? new RowCount(Optional.empty(), known.get())
        : new RowCount(
            Optional.of(
                new PublicQuery(
                    "", pushed.sql(), pushed.parameters(), pushed.form(), counted.getRowType())),
            false);
  }

  /** Prints a query over private tables, and has the rows counted that it must not have many of. */
  public Pushdown push(RelNode rel) {
    PushdownSize.checkRows(rel).forEach(limit -> limitProduct(limit.tables(), limit.rows()));
    return printer.print(rel);
  }

  /** Registers a query over public tables; equal ones run once. */
  public PublicQuery publicQuery(RelNode rel) {
    PushdownSize.checkRows(rel);
    Pushdown pushed = printer.print(rel);
    if (pushed.parameters().stream().anyMatch(PlanContext::isReleased)) {
      throw RelationMessages.releasedBelowFrontier();
    }
    return registered.publicQueries.computeIfAbsent(
        pushed.toString(),
        key ->
            new PublicQuery(
                "P" + registered.publicQueries.size(),
                pushed.sql(),
                pushed.parameters(),
                pushed.form(),
                rel.getRowType()));
  }

  private static boolean isReleased(SqlParameter parameter) {
    return parameter instanceof SqlParameter.Released || parameter instanceof SqlParameter.RowsOf;
  }

  /** Has the rows of public tables counted before the query runs: see {@link PublicProduct}. */
  void limitProduct(List<TableScan> tables, long maxRows) {
    registered.products.add(
        new PublicProduct(
            tables.stream().map(table -> publicQuery(counted(table)).name()).toList(), maxRows));
  }

  private static RelNode counted(RelNode table) {
    AggregateCall rows =
        AggregateCalls.of(SqlStdOperatorTable.COUNT, false, List.of(), table, 0, "n");
    return LogicalAggregate.create(table, List.of(), ImmutableBitSet.of(), null, List.of(rows));
  }

  /** The name of a frontier by its position in the order of release. */
  public static String name(int place) {
    return "F" + place;
  }

  /** Registers a frontier; equal ones are released once. */
  public FinishInput frontier(FrontierDraft draft, RelDataType rowType) {
    if (clause.isEmpty() && !clauses.isEmpty()) {
      throw ParseMessages.aggregateWithoutClause();
    }
    FrontierDraft.Identity identity = draft.identity();
    registered.drafts.putIfAbsent(identity, draft);
    int place = new ArrayList<>(registered.drafts.keySet()).indexOf(identity);
    return new FinishInput(cluster, FinishInput.Kind.RELEASED, name(place), rowType);
  }

  /** Registers frontiers that are made to add up; a frontier is in one family at most. */
  public void consistent(List<Consistency> families) {
    for (Consistency family : families) {
      List<Consistency.Level> free =
          family.levels().stream().filter(level -> registered.taken.add(level.frontier())).toList();
      if (free.size() > 1 && free.get(0).equals(family.levels().get(0))) {
        registered.consistencies.add(new Consistency(free));
      }
    }
  }

  /** Families of levels whose values nothing reads before they add up. */
  public List<Consistency> consistencies() {
    List<String> names =
        IntStream.range(0, registered.drafts.size()).mapToObj(PlanContext::name).toList();
    return registered.consistencies.stream()
        .filter(family -> !registered.stages.readEarly(family, names))
        .toList();
  }

  /** Has the answer say something that the query, the policy and the live schema determine. */
  public void note(String note) {
    registered.notes.add(note);
  }

  /** The same of rows that are read, if the query has any read. */
  void noteOfRows(String note) {
    registered.notesOfRows.add(note);
  }

  /** What the answer says, in the order in which it was found. */
  public List<String> notes() {
    Set<String> notes = new LinkedHashSet<>(registered.notes);
    if (drafts().stream().anyMatch(draft -> !draft.queries().isEmpty())) {
      notes.addAll(registered.notesOfRows);
    }
    return List.copyOf(notes);
  }

  /**
   * Registers a value that is computed from released ones; equal ones are computed once.
   *
   * @param rel one column and at most one row, evaluated by the driver
   * @return the placeholder for the value in expressions over private rows
   */
  public RexDynamicParam scalar(RelNode rel) {
    RelDataType type = rel.getRowType().getFieldList().get(0).getType();
    return rex()
        .makeDynamicParam(
            catalog.types().createTypeWithNullability(type, true),
            registered.stages.index(rel, registered.drafts.size()));
  }

  /** How the value of a parameter is computed. */
  public RelNode scalar(RexDynamicParam value) {
    return registered.stages.rel(value.getIndex());
  }

  public List<ReleasedScalar> scalars() {
    return registered.stages.all();
  }

  /**
   * Registers rows that are computed from released ones; equal sets are computed once.
   *
   * @param rel evaluated by the driver
   * @return {@link ReleasedSet#name()}
   */
  public String set(RelNode rel) {
    return registered.stages.set(rel, registered.drafts.size());
  }

  /** How the rows of a set are computed. */
  public RelNode set(String name) {
    return registered.stages.rel(name);
  }

  public List<ReleasedSet> sets() {
    return registered.stages.allSets();
  }

  public List<PublicProduct> products() {
    return List.copyOf(registered.products);
  }

  public List<PublicQuery> publicQueries() {
    return List.copyOf(registered.publicQueries.values());
  }

  /** The frontier of a name. */
  FrontierDraft draft(String name) {
    return drafts().get(Integer.parseInt(name.substring(1)));
  }

  public List<FrontierDraft> drafts() {
    return List.copyOf(registered.drafts.values());
  }

  /** A relation that the driver evaluates, over any rows that belong to no unit. */
  public Relation.Local local(Relation relation) {
    if (relation instanceof Relation.Local local) {
      return local;
    } else if (relation instanceof Relation.Public given) {
      if (!given.asksBackend()) {
        return new Relation.Local(given.rel());
      }
      if (!PublicForms.arePrintable(this, given.rel())) {
        return new Relation.Local(computed(given.rel()));
      }
      PublicQuery query = publicQuery(given.rel());
      return new Relation.Local(
          new FinishInput(
              cluster, FinishInput.Kind.PUBLIC, query.name(), given.rel().getRowType()));
    }
    throw new IllegalArgumentException("private rows");
  }

  /** Public rows, of which the driver computes what the database cannot. */
  private RelNode computed(RelNode rel) {
    List<RelNode> inputs =
        rel.getInputs().stream()
            .map(
                input ->
                    input instanceof Values ? input : local(new Relation.Public(input, true)).rel())
            .toList();
    return rel.copy(rel.getTraitSet(), inputs);
  }
}
