package org.dpjdbc.policy;

import java.math.BigDecimal;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dpjdbc.policy.ColumnPolicy.Bounds;
import org.dpjdbc.policy.LiveSchema.Column;
import org.dpjdbc.policy.LiveSchema.Table;

/** Fits the columns of a policy to the live table's names and types. */
final class ColumnCheck {
  /** Steps of a floating-point column with auto bounds, on either side of 0. */
  private static final BigDecimal MAX_STEPS = BigDecimal.valueOf(1L << 45);

  private final Problems problems;

  ColumnCheck(Problems problems) {
    this.problems = problems;
  }

  /** Every column of an offered type. */
  static List<ColumnPolicy> all(Table there, Location location) {
    return there.columns().stream()
        .filter(c -> TypeFamily.of(c).isPresent())
        .map(
            c ->
                new ColumnPolicy(
                    c.name(),
                    true,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    location))
        .toList();
  }

  /** The declared columns that are there, in the database's spelling. */
  List<ColumnPolicy> fit(List<ColumnPolicy> declared, Table there) {
    List<String> names = there.columns().stream().map(Column::name).toList();
    List<ColumnPolicy> fitted = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (ColumnPolicy column : declared) {
      List<String> matches = NameMatch.candidates(column.name(), names);
      if (matches.size() != 1) {
        problems.at(
            column.location(),
            NameMatch.problem("column", there.name() + "." + column.name(), matches, names));
      } else if (!taken.add(matches.get(0))) {
        problems.at(column.location(), "column " + matches.get(0) + " is named twice; keep one");
      } else {
        fitted.add(fit(column, there.columns().get(names.indexOf(matches.get(0)))));
      }
    }
    return List.copyOf(fitted);
  }

  /** What several values are read as would not tell people apart, nor the rows of a key. */
  void checkUnlisted(List<ColumnPolicy> fitted, Set<String> units, Table there) {
    for (ColumnPolicy column : fitted) {
      boolean ofKey = there.uniqueKeys().stream().anyMatch(key -> key.contains(column.name()));
      if (column.unlisted().isPresent() && (ofKey || units.contains(column.name()))) {
        problems.at(
            column.location(),
            "'unlisted' is not for '%s', which is part of a key or a privacy unit"
                .formatted(column.name()));
      } else if (column.unlisted().isPresent()
          && there
              .column(column.name())
              .filter(live -> live.jdbcType() == Types.CHAR)
              .isPresent()) {
        problems.at(
            column.location(),
            "'unlisted' is not for '%s' of type %s, whose trailing blanks do not count"
                .formatted(column.name(), there.column(column.name()).orElseThrow().typeName()));
      }
    }
  }

  private ColumnPolicy fit(ColumnPolicy column, Column there) {
    Optional<TypeFamily> family = TypeFamily.of(there);
    if (TypeFamily.isBinary(there)) {
      checkBinary(column, there);
    } else if (family.isEmpty() && column.readable()) {
      problems.at(
          column.location(),
          "'%s' is of type %s, which is not supported by this version; write {access: none}"
              .formatted(there.name(), TypeFamily.describe(there)));
    }
    return new ColumnPolicy(
        there.name(),
        column.readable(),
        family.flatMap(f -> column.bounds().flatMap(b -> bounds(b, f, column, there))),
        family.flatMap(f -> column.step().map(s -> step(s, f, column, there))),
        family.flatMap(f -> column.values().map(v -> values(v, f, column, there))),
        column.unlisted(),
        column.randomizedResponse(),
        family.flatMap(f -> column.sumPerUnit().map(s -> sumPerUnit(s, f, column, there))),
        column.description(),
        column.location());
  }

  private void checkBinary(ColumnPolicy column, Column there) {
    if (column.bounds().isPresent()
        || column.step().isPresent()
        || column.values().isPresent()
        || column.unlisted().isPresent()
        || column.randomizedResponse().isPresent()
        || column.sumPerUnit().isPresent()) {
      problems.at(
          column.location(),
          "'%s' is of the binary type %s, of which queries may only ask whether it is NULL; write {}"
              .formatted(there.name(), there.typeName()));
    }
  }

  private Optional<Bounds> bounds(
      Bounds bounds, TypeFamily family, ColumnPolicy column, Column there) {
    if (!family.isOrdered()) {
      problems.at(
          column.location(),
          "'%s' is of type %s: 'lower' and 'upper' are for numbers, dates and times"
              .formatted(there.name(), there.typeName()));
      return Optional.empty();
    }
    if (bounds.auto() && family == TypeFamily.FLOATING && column.step().isEmpty()) {
      problems.at(
          column.location(),
          "'%s' is of type %s: with 'auto' it needs a 'step' on which to sum, such as 0.01"
              .formatted(there.name(), there.typeName()));
    }
    Optional<Bounds> fitted =
        BoundsFit.fit(bounds, family, there)
            .map(b -> family == TypeFamily.FLOATING ? nearer(b, column) : b);
    if (fitted.isEmpty()) {
      problems.at(
          column.location(),
          "the bounds of '%s' must be %s: the column is of type %s"
              .formatted(there.name(), BoundsFit.expected(family), there.typeName()));
    }
    return fitted;
  }

  /** Auto bounds are so close that floating-point numbers distinguish every step. */
  private static Bounds nearer(Bounds bounds, ColumnPolicy column) {
    BigDecimal farthest = column.step().orElse(BigDecimal.ONE).multiply(MAX_STEPS);
    PolicyValue.Number lower = (PolicyValue.Number) bounds.lower();
    PolicyValue.Number upper = (PolicyValue.Number) bounds.upper();
    return new Bounds(
        bounds.lowerAuto() ? new PolicyValue.Number(lower.value().max(farthest.negate())) : lower,
        bounds.upperAuto() ? new PolicyValue.Number(upper.value().min(farthest)) : upper,
        bounds.lowerAuto(),
        bounds.upperAuto());
  }

  private BigDecimal step(BigDecimal step, TypeFamily family, ColumnPolicy column, Column there) {
    if (!family.isNumeric()) {
      problems.at(
          column.location(),
          "'%s' is of type %s: 'step' is for numbers".formatted(there.name(), there.typeName()));
    } else if (family == TypeFamily.INTEGER && step.stripTrailingZeros().scale() > 0) {
      problems.at(
          column.location(), "'%s' holds integers: 'step' must be one".formatted(there.name()));
    }
    return step;
  }

  private Bounds sumPerUnit(Bounds sum, TypeFamily family, ColumnPolicy column, Column there) {
    if (!family.isNumeric()) {
      problems.at(
          column.location(),
          "'%s' is of type %s: 'sum_per_unit' is for numbers"
              .formatted(there.name(), there.typeName()));
    }
    return sum;
  }

  private List<PolicyValue> values(
      List<PolicyValue> values, TypeFamily family, ColumnPolicy column, Column there) {
    for (PolicyValue value : values) {
      ValueFit.problem(value, family, there)
          .ifPresent(
              text ->
                  problems.at(
                      column.location(),
                      "value '%s' of '%s' (%s): %s"
                          .formatted(
                              ValueOrder.text(value), there.name(), there.typeName(), text)));
    }
    return values;
  }
}
