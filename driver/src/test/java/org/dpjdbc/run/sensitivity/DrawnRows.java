package org.dpjdbc.run.sensitivity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.dpjdbc.run.sensitivity.Field.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a drawn schema, the worst that people can do: one has most of the rows, rows are
 * repeated, keys are NULL or lead nowhere where no foreign key forbids it, tables are empty.
 */
final class DrawnRows {
  private static final int MAX_PEOPLE = 4;
  private static final int STRANGERS = 2;
  private static final int MAX_ROWS = 10;
  private static final String NO_PERSON = "";

  private final Draw draw;
  private final DrawnSchema schema;
  private final Contents.Builder contents = new Contents.Builder();
  private final int people;
  private final int favourite;
  private final Set<Object> known = new HashSet<>();

  /** Whose each visit is. */
  private final Map<Integer, String> visits = new LinkedHashMap<>();

  private DrawnRows(Draw draw, DrawnSchema schema) {
    this.draw = draw;
    this.schema = schema;
    this.people = draw.between(1, MAX_PEOPLE);
    this.favourite = draw.between(0, people - 1);
  }

  static Contents draw(Draw draw, DrawnSchema schema) {
    DrawnRows rows = new DrawnRows(draw, schema);
    schema.tables().forEach(rows::fill);
    return rows.contents.build();
  }

  private void fill(PersonalTable table) {
    boolean owners = table.name().equals("PEOPLE");
    int count = draw.percent(8) ? 0 : draw.between(1, MAX_ROWS);
    Map<String, Set<Object>> seen = new HashMap<>();
    List<@Nullable Object> data = data(table);
    for (int i = 0; i < count; i++) {
      data = draw.percent(60) ? data(table) : data;
      List<@Nullable Object> values = new ArrayList<>();
      List<String> units = new ArrayList<>();
      boolean fits = true;
      for (PersonalTable.Key key : table.keys()) {
        Object value = value(table, key, i);
        fits &=
            value == null
                ? key.nullable()
                : !key.unique()
                    || seen.computeIfAbsent(key.name(), k -> new HashSet<>()).add(value);
        values.add(value);
        owner(table, key, value).ifPresent(units::add);
      }
      if (table.unit().endsWith(": row")) {
        units.add("row " + i);
      }
      values.addAll(data);
      if (fits) {
        remember(table, values, units, owners);
        contents.add(table.name(), table.stored(values, i), units);
      }
    }
  }

  private void remember(
      PersonalTable table, List<@Nullable Object> values, List<String> units, boolean owners) {
    for (int k = 0; k < table.keys().size(); k++) {
      Object value = values.get(k);
      if (value != null && owners) {
        known.add(value);
      } else if (value != null
          && table.name().equals("VISITS")
          && table.keys().get(k).kind() == Kind.VISIT) {
        visits.put((Integer) value, units.isEmpty() ? NO_PERSON : units.get(0));
      }
    }
  }

  private List<@Nullable Object> data(PersonalTable table) {
    List<@Nullable Object> data = new ArrayList<>();
    for (Columns column : table.data()) {
      List<? extends @Nullable Object> values =
          draw.percent(25) ? column.hostile() : column.samples();
      data.add(draw.of(values));
    }
    return data;
  }

  private @Nullable Object value(PersonalTable table, PersonalTable.Key key, int row) {
    return switch (key.kind()) {
      case PERSON -> person(table, key);
      case VISIT -> table.name().equals("VISITS") ? visit(key, row) : visited(key);
      default -> row;
    };
  }

  private @Nullable Object person(PersonalTable table, PersonalTable.Key key) {
    if (draw.percent(8)) {
      return null;
    }
    boolean owners = table.name().equals("PEOPLE");
    int max = owners ? people - 1 : people - 1 + STRANGERS;
    int index = draw.percent(45) ? favourite : draw.between(0, max);
    Object person = schema.unit().person(index);
    boolean held = !key.enforced() || known.contains(person);
    return held ? person : null;
  }

  private @Nullable Object visit(PersonalTable.Key key, int row) {
    return key.nullable() && draw.percent(8) ? null : row;
  }

  private @Nullable Object visited(PersonalTable.Key key) {
    boolean stray = visits.isEmpty() || draw.percent(12);
    if (stray) {
      return key.enforced() || draw.percent(40) ? null : 99;
    }
    List<Integer> all = List.copyOf(visits.keySet());
    return draw.percent(40) ? all.get(0) : draw.of(all);
  }

  private Optional<String> owner(
      PersonalTable table, PersonalTable.Key key, @Nullable Object value) {
    if (value == null) {
      return Optional.empty();
    }
    if (key.name().equals("SELLER")) {
      return Optional.of("seller " + value);
    } else if (key.kind() == Kind.PERSON) {
      boolean apart = table.unit().equals("privacy_unit: PID") && !table.name().equals("PEOPLE");
      int index =
          IntStream.range(0, schema.unit().size())
              .filter(i -> schema.unit().person(i).equals(value))
              .findFirst()
              .orElseThrow();
      return Optional.of((apart ? "other " : "person ") + index);
    } else if (key.kind() == Kind.VISIT && !table.name().equals("VISITS")) {
      return Optional.ofNullable(visits.get(value)).filter(o -> !o.equals(NO_PERSON));
    }
    return Optional.empty();
  }
}
