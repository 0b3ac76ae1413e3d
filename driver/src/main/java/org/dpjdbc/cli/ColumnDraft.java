package org.dpjdbc.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.dpjdbc.cli.UnitGuess.Belongs;
import org.dpjdbc.cli.UnitGuess.Owner;
import org.dpjdbc.policy.LiveSchema.Column;
import org.dpjdbc.policy.LiveSchema.Table;
import org.dpjdbc.policy.PolicyValue;
import org.dpjdbc.policy.TypeFamily;
import org.dpjdbc.run.schema.CatalogFacts;
import org.dpjdbc.run.schema.CatalogRange;

/** Drafts the lines of a table's columns. */
final class ColumnDraft {
  /** More values than this are data rather than a useful list. */
  private static final int MAX_VALUES = 200;

  private final CatalogFacts facts;

  ColumnDraft(CatalogFacts facts) {
    this.facts = facts;
  }

  List<String> lines(Table table, UnitGuess unit) {
    int width =
        table.columns().stream().mapToInt(c -> YamlScalar.name(c.name()).length()).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (Column column : table.columns()) {
      String key = YamlScalar.name(column.name()) + ":";
      lines.add(key + " ".repeat(width + 2 - key.length()) + value(table, column, unit));
    }
    return lines;
  }

  private String value(Table table, Column column, UnitGuess unit) {
    Optional<TypeFamily> family = TypeFamily.of(column);
    if (family.isEmpty()) {
      return "{access: none}  # type "
          + YamlScalar.comment(column.typeName())
          + " is not supported";
    }
    if (isUnit(column, unit)) {
      return "{}";
    }
    if (family.get() == TypeFamily.UUID && !isKey(table, column)) {
      return "{access: none}  # TODO a UUID that is not a key: what does it identify?";
    }
    if (family.get() == TypeFamily.TEXT
        && !isKey(table, column)
        && table.uniqueKeys().contains(List.of(column.name()))) {
      return "{access: none}  # unique: it identifies one row";
    }
    return known(facts.of(table, column), family.get(), isKey(table, column));
  }

  private static String known(CatalogRange known, TypeFamily family, boolean isKey) {
    List<String> parts = new ArrayList<>();
    boolean bounded = known.lower().isPresent() && known.upper().isPresent();
    if (bounded) {
      known.lower().ifPresent(v -> parts.add("lower: " + YamlScalar.value(v)));
      known.upper().ifPresent(v -> parts.add("upper: " + YamlScalar.value(v)));
    }
    known
        .values()
        .filter(values -> values.size() <= MAX_VALUES)
        .ifPresent(values -> parts.add("values: " + list(values)));
    String todo = isKey || bounded || known.values().isPresent() ? "" : todo(known, family);
    return "{" + String.join(", ", parts) + "}" + todo;
  }

  private static String todo(CatalogRange known, TypeFamily family) {
    if (family.isOrdered()) {
      String lower = known.lower().map(v -> "lower: " + YamlScalar.value(v)).orElse("lower");
      String upper = known.upper().map(v -> "upper: " + YamlScalar.value(v)).orElse("upper");
      return "  # TODO {" + lower + ", " + upper + "}, from what is publicly known";
    }
    return family == TypeFamily.TEXT
        ? "  # TODO values: [...] if they are public; {access: none} if it identifies people"
        : "";
  }

  private static String list(List<PolicyValue> values) {
    return values.stream().map(YamlScalar::value).collect(Collectors.joining(", ", "[", "]"));
  }

  private static boolean isUnit(Column column, UnitGuess unit) {
    return (unit instanceof Owner owner && owner.column().equals(column.name()))
        || (unit instanceof Belongs belongs && belongs.columns().contains(column.name()));
  }

  private static boolean isKey(Table table, Column column) {
    return table.primaryKey().contains(column.name())
        || table.foreignKeys().stream().anyMatch(key -> key.columns().contains(column.name()));
  }
}
