package org.dpjdbc.plan.relation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.policy.ContributionKind;
import org.dpjdbc.policy.PrivacyUnit.Reference;

/**
 * Rows that each belong to exactly one privacy unit. Every expression in {@code rel} is total.
 *
 * @param rel the relation as it will be pushed down; its first {@code visible} columns are those
 *     that the query sees, at most one hidden column (the unit key) follows
 * @param visible number of columns that the query sees
 * @param columns the facts about each column of {@code rel}
 * @param unit the column that identifies the unit, never NULL: the unit key, or, if the unit is
 *     {@link #deferred()}, the key of the row's owner; empty if every row of the table is its own
 *     unit
 * @param kind the root of the references: the column whose value is the unit, so that two relations
 *     of one kind have their units in common; empty if every row is its own unit
 * @param rowsPerUnit a bound on the rows of one unit that holds whatever the data, because the
 *     database enforces a key; empty if there is none, or if it is wider than what is to count
 * @param table the private table it stems from
 * @param below the facts about the columns that {@code rel} is computed from, if it is a projection
 *     of them as the query wrote it; empty otherwise
 * @param bare the same rows without their owners, if these were joined for several columns that
 *     reference them
 */
public record PerUnit(
    RelNode rel,
    int visible,
    List<Column> columns,
    OptionalInt unit,
    Optional<Reference> kind,
    OptionalInt rowsPerUnit,
    PrivateTable table,
    List<ColumnFacts> below,
    Optional<Bare> bare)
    implements Relation {

  public PerUnit {
    columns = List.copyOf(columns);
    below = List.copyOf(below);
    if (table.isExceededBy(rowsPerUnit) && unit.isPresent()) {
      rowsPerUnit = OptionalInt.empty();
    }
    if (columns.size() != rel.getRowType().getFieldCount()) {
      throw new IllegalArgumentException("facts do not match the row");
    }
    if (unit.isEmpty() && rowsPerUnit.isEmpty()) {
      throw new IllegalArgumentException("neither a unit key nor a bound");
    }
    if (unit.isPresent() && columns.get(unit.getAsInt()).identifies().isEmpty()) {
      throw new IllegalArgumentException("the unit's column does not tell whose a row is");
    }
  }

  /** Rows that are no projection, or of columns of which nothing is known. */
  public PerUnit(
      RelNode rel,
      int visible,
      List<Column> columns,
      OptionalInt unit,
      Optional<Reference> kind,
      OptionalInt rowsPerUnit,
      PrivateTable table) {
    this(rel, visible, columns, unit, kind, rowsPerUnit, table, List.of());
  }

  /** Rows whose owners were not joined, or whose join is there to stay. */
  public PerUnit(
      RelNode rel,
      int visible,
      List<Column> columns,
      OptionalInt unit,
      Optional<Reference> kind,
      OptionalInt rowsPerUnit,
      PrivateTable table,
      List<ColumnFacts> below) {
    this(rel, visible, columns, unit, kind, rowsPerUnit, table, below, Optional.empty());
  }

  /**
   * Rows whose owners are not joined. They have the visible columns alone, and more rows: whose
   * owner is missing is among them. A join with other rows of the same owners stands for that with
   * the owners.
   *
   * @param rel the rows
   * @param owners the key of the owners that they hold
   */
  public record Bare(RelNode rel, KeyPart owners) {
    /** The same of other rows, which hold the same key. */
    public Bare with(RelNode newRel) {
      return new Bare(newRel, owners);
    }
  }

  /** The same rows where something is known of them without their owners. */
  public PerUnit withBare(Optional<Bare> newBare) {
    return new PerUnit(rel, visible, columns, unit, kind, rowsPerUnit, table, below, newBare);
  }

  /**
   * What is known of one column.
   *
   * @param facts range and grid
   * @param origin where its values come from
   * @param key the key whose value the column holds, if that identifies the unit: a key of a
   *     private table, unique because the database enforces it or because it is the unit itself,
   *     whose row belongs to the same unit as this one
   * @param parts the keys of several columns of such a table of which it holds one
   * @param optional whether an outer join may have put NULL in the place of the value
   * @param constant whether the rows of one unit have at most one value in it, whatever the data
   * @param unitSum what the values of one unit may add up to in a group, where the policy says so
   *     and no join repeats them; a claim, which a sum is clamped to
   * @param autoBounded whether the range is far wider than the values are, because the policy
   *     leaves bounds to be found. It matters for accuracy alone: the range is enforced like any
   *     other.
   * @param outOfRange where the range rests on a limit for one unit: what there may be beyond it,
   *     of which the nearest in the range counts
   * @param source what the column is computed from, as far as a projection told
   */
  public record Column(
      ColumnFacts facts,
      Origin origin,
      Optional<Reference> key,
      List<KeyPart> parts,
      boolean optional,
      boolean constant,
      Optional<Interval> unitSum,
      boolean autoBounded,
      Optional<OutOfRange> outOfRange,
      Optional<ColumnSource> source) {
    public Column {
      parts = List.copyOf(parts);
    }

    /** A column that does not identify the unit. */
    public Column(ColumnFacts facts, Origin origin) {
      this(facts, origin, Optional.empty(), false, false);
    }

    /** A column of which no sum per unit is declared. */
    public Column(
        ColumnFacts facts,
        Origin origin,
        Optional<Reference> key,
        boolean optional,
        boolean constant) {
      this(
          facts,
          origin,
          key,
          List.of(),
          optional,
          constant,
          Optional.empty(),
          false,
          Optional.empty(),
          Optional.empty());
    }

    /** The column as it is computed from others. */
    public Column from(Optional<ColumnSource> newSource) {
      return new Column(
          facts,
          origin,
          key,
          parts,
          optional,
          constant,
          unitSum,
          autoBounded,
          outOfRange,
          newSource);
    }

    Column withUnitSum(Optional<Interval> newUnitSum) {
      return new Column(
          facts,
          origin,
          key,
          parts,
          optional,
          constant,
          newUnitSum,
          autoBounded,
          outOfRange,
          source);
    }

    /** The column, loose if that is so or it was. */
    public Column autoBounded(boolean isAutoBound) {
      return new Column(
          facts,
          origin,
          key,
          parts,
          optional,
          constant,
          unitSum,
          autoBounded || isAutoBound,
          outOfRange,
          source);
    }

    /** The column where its range rests on a limit for one unit, and values may be beyond it. */
    public Column within(Optional<OutOfRange> limit) {
      return new Column(
          facts, origin, key, parts, optional, constant, unitSum, autoBounded, limit, source);
    }

    /** The facts without what rests on a limit for one unit. */
    ColumnFacts uncut() {
      return outOfRange.isPresent() ? facts.within(outOfRange.map(OutOfRange::values)) : facts;
    }

    /** The key that identifies the unit of every row; never NULL. */
    public Optional<Reference> identifies() {
      return optional ? Optional.empty() : key;
    }

    public Column with(ColumnFacts newFacts, Origin newOrigin) {
      return new Column(
          newFacts,
          newOrigin,
          key,
          parts,
          optional,
          constant,
          unitSum,
          autoBounded,
          outOfRange,
          source);
    }

    /** The column after a filter that narrows it: a tighter bound is the query's own. */
    public Column narrowed(ColumnFacts newFacts, Origin newOrigin) {
      boolean nearer =
          newFacts.range().isPresent()
              && (facts.range().isEmpty()
                  || farthest(newFacts.range().get()).compareTo(farthest(facts.range().get())) < 0);
      return new Column(
          newFacts,
          newOrigin,
          key,
          parts,
          optional,
          constant,
          unitSum,
          autoBounded && !nearer,
          outOfRange,
          source);
    }

    private static BigDecimal farthest(Interval range) {
      return range.lower().abs().max(range.upper().abs());
    }

    Column of(Optional<Reference> newKey, List<KeyPart> newParts, boolean newConstant) {
      return new Column(
          facts,
          origin,
          newKey,
          newParts,
          optional,
          newConstant,
          unitSum,
          autoBounded,
          outOfRange,
          source);
    }

    /** The column where it holds parts of keys as another one did. */
    public Column holding(List<KeyPart> newParts) {
      return of(key, newParts, constant);
    }

    /** The column where its rows are joined with others that may be the same ones. */
    public Column beside(Object joined) {
      return parts.isEmpty()
          ? this
          : holding(parts.stream().map(part -> part.beside(joined)).toList());
    }

    /** The column after a join that may replace it by NULL. */
    public Column missing() {
      return new Column(
          facts,
          origin.orNull(),
          key,
          parts,
          true,
          false,
          unitSum,
          autoBounded,
          outOfRange,
          Optional.empty());
    }
  }

  /**
   * The private table, for messages and contribution bounds.
   *
   * @param name its name
   * @param maxRows rows of one unit that count in one group
   * @param rowsAuto whether that is left to be found
   * @param maxGroups groups that one unit counts in
   * @param contribution how contributions over several groups are bounded
   * @param units people whom a row belongs to, at least 1; each but the first has at most one row
   * @param repeated whether a unit may have more rows than {@code maxRows} even if it is within its
   *     declarations, because a join or a union repeats them
   */
  public record PrivateTable(
      String name,
      OptionalInt maxRows,
      boolean rowsAuto,
      OptionalInt maxGroups,
      ContributionKind contribution,
      int units,
      boolean repeated) {
    /**
     * Whether a join repeats first rows, so that a key allows a unit more rows than are to count:
     * each unit is then bounded, because noise for all of them would be several times as much.
     */
    private boolean isExceededBy(OptionalInt rows) {
      return contribution == ContributionKind.FIRST_ROWS
          && maxRows.isPresent()
          && rows.orElse(0) > maxRows.getAsInt();
    }

    /** The same where a unit's rows may be more than is declared. */
    public PrivateTable repeating(boolean repeats) {
      return new PrivateTable(
          name, maxRows, rowsAuto, maxGroups, contribution, units, repeated || repeats);
    }

    /** What bounds a join of rows of both: the more generous of each declaration. */
    public PrivateTable joined(PrivateTable other) {
      boolean mine = maxRows.orElse(0) >= other.maxRows.orElse(0);
      return new PrivateTable(
          mine ? name : other.name,
          mine ? maxRows : other.maxRows,
          rowsAuto || other.rowsAuto,
          maxGroups.orElse(0) >= other.maxGroups.orElse(0) ? maxGroups : other.maxGroups,
          mine ? contribution : other.contribution,
          Math.max(units, other.units),
          repeated || other.repeated);
    }

    /** What bounds the rows of both together: as many as each may have, in as many groups. */
    public PrivateTable united(PrivateTable other) {
      if (equals(other)) {
        return this;
      }
      int rows = Math.addExact(maxRows.orElse(0), other.maxRows.orElse(0));
      PrivateTable generous = joined(other);
      return new PrivateTable(
          generous.name,
          rows == 0 ? OptionalInt.empty() : OptionalInt.of(rows),
          generous.rowsAuto,
          generous.maxGroups,
          generous.contribution,
          generous.units,
          generous.repeated);
    }
  }

  /** The columns where a join may repeat the rows: what a unit's values add up to is not known. */
  public List<Column> repeated() {
    return columns.stream().map(column -> column.withUnitSum(Optional.empty())).toList();
  }

  public List<ColumnFacts> facts() {
    List<ColumnFacts> facts = new ArrayList<>();
    columns.forEach(column -> facts.add(column.facts()));
    return facts;
  }

  /** The facts without what rests on a limit for one unit; empty if nothing does. */
  public Optional<List<ColumnFacts>> uncut() {
    return columns.stream().anyMatch(column -> column.outOfRange().isPresent())
        ? Optional.of(columns.stream().map(Column::uncut).toList())
        : Optional.empty();
  }

  /**
   * Whether no column holds the unit key: the unit's column then holds the key of the row's owner.
   */
  public boolean deferred() {
    return unit.isPresent() && !columns.get(unit.getAsInt()).identifies().equals(kind);
  }

  /** Whether rows that agree in these columns belong to one unit. */
  public boolean determineUnit(List<Integer> some) {
    return some.stream().anyMatch(column -> columns.get(column).identifies().isPresent())
        || !KeyPart.complete(
                some.stream()
                    .map(columns::get)
                    .filter(column -> !column.optional())
                    .flatMap(column -> column.parts().stream())
                    .toList())
            .isEmpty();
  }

  /** The sets of the query's columns of which each tells whose a row is. */
  public List<ImmutableBitSet> identifying() {
    List<ImmutableBitSet> sets = new ArrayList<>();
    Map<KeyPart, Map<String, Integer>> held = new LinkedHashMap<>();
    for (int i = 0; i < visible; i++) {
      Column column = columns.get(i);
      if (column.identifies().isPresent()) {
        sets.add(ImmutableBitSet.of(i));
      }
      for (KeyPart part : column.optional() ? List.<KeyPart>of() : column.parts()) {
        held.computeIfAbsent(part.whole(), whole -> new TreeMap<>()).putIfAbsent(part.column(), i);
      }
    }
    held.forEach(
        (whole, places) -> {
          if (places.size() == whole.key().columns().size()) {
            sets.add(ImmutableBitSet.of(places.values()));
          }
        });
    return sets;
  }

  /**
   * The names of the query's columns that tell whose a row is, for messages: of one by itself, or
   * of several together.
   */
  public List<String> unitNames() {
    Stream<String> alone =
        columns.subList(0, visible).stream()
            .filter(column -> column.key().isPresent())
            .map(column -> column.facts().name());
    Stream<String> together =
        identifying().stream()
            .filter(set -> set.cardinality() > 1)
            .map(
                set ->
                    set.asList().stream()
                        .map(i -> columns.get(i).facts().name())
                        .collect(Collectors.joining(" and ")));
    return Stream.concat(alone, together).distinct().toList();
  }

  /** Whether the rows of one unit have at most one value in the column, whatever the data. */
  public boolean constant(int column) {
    return columns.get(column).constant()
        || rowsPerUnit.equals(OptionalInt.of(1))
        || (kind.isPresent() && columns.get(column).identifies().equals(kind));
  }

  /** The key that identifies the unit of a row. */
  Reference owner() {
    return Objects.requireNonNull(columns.get(unit.orElseThrow()).identifies().orElse(null));
  }

  public PerUnit withRel(RelNode newRel, List<Column> newColumns) {
    return new PerUnit(newRel, visible, newColumns, unit, kind, rowsPerUnit, table);
  }

  /** The same rows where something else is known of their columns. */
  public PerUnit withColumns(List<Column> newColumns) {
    return new PerUnit(rel, visible, newColumns, unit, kind, rowsPerUnit, table, below, bare);
  }

  /** The same rows where something bounds those of one unit. */
  public PerUnit withRowsAtMost(int rows) {
    int max = rowsPerUnit.isPresent() ? Math.min(rows, rowsPerUnit.getAsInt()) : rows;
    return new PerUnit(rel, visible, columns, unit, kind, OptionalInt.of(max), table);
  }
}
