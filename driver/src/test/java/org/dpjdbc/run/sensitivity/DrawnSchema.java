package org.dpjdbc.run.sensitivity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dpjdbc.run.sensitivity.Field.Kind;

/**
 * Two to four private tables and two public ones: PEOPLE; VISITS of theirs; perhaps ITEMS, which
 * hang on visits or on people; and perhaps NOTES, of one of the more special kinds.
 *
 * @param unit the type of a person's key, and persons
 * @param tables the private ones, each after those that it references
 * @param publicDdl what the public ones are made of
 * @param noise distribution
 */
record DrawnSchema(
    UnitKind unit, List<PersonalTable> tables, List<String> publicDdl, String noise) {
  /** The names that a query can use of the public tables. */
  static final List<Field> P =
      List.of(
          Field.number("PK", true),
          new Field("G", "G", Kind.TEXT, false),
          Field.number("W", true),
          new Field("F", "F", Kind.BOOLEAN, false));

  static final List<Field> Q =
      List.of(new Field("H", "H", Kind.TEXT, false), Field.number("V", true));

  private static final List<String> P_ROWS =
      List.of(
          "(1, 'x', 10, TRUE)",
          "(0, 'y', 20, FALSE)",
          "(3, NULL, NULL, NULL)",
          "(10, 'x', -5, TRUE)",
          "(1, 'y', 20, TRUE)",
          "(1, 'X', 10, FALSE)",
          "(NULL, 'n', 1, TRUE)");
  private static final List<String> Q_ROWS =
      List.of("('a', 1)", "('A', 2)", "('b', 2)", "('', NULL)", "('a', 3)", "(NULL, 4)");
  private static final int KEYED_P = 4;
  private static final int KEYED_Q = 4;

  static DrawnSchema draw(Draw draw) {
    UnitKind unit =
        draw.of(
            UnitKind.INTEGER,
            UnitKind.INTEGER,
            UnitKind.INTEGER,
            UnitKind.TEXT,
            UnitKind.CHAR,
            UnitKind.DATE,
            UnitKind.UUID_KEY);
    List<Columns> columns = draw.shuffled(Arrays.asList(Columns.values()));
    List<PersonalTable> tables = new ArrayList<>();
    boolean single = draw.percent(80);
    tables.add(
        table(
            draw,
            "PEOPLE",
            "privacy_unit: PID",
            List.of(person(unit, single ? draw.of("PRIMARY KEY", "NOT NULL UNIQUE") : "")),
            columns.subList(0, 3)));
    boolean foreign = single && draw.percent(40);
    tables.add(visits(draw, unit, foreign, columns.subList(3, 6)));
    if (draw.percent(70)) {
      tables.add(items(draw, unit, foreign, columns.subList(6, 9)));
    }
    if (draw.percent(50)) {
      tables.add(notes(draw, unit, foreign, columns.subList(9, 12)));
    }
    return new DrawnSchema(unit, tables, publicDdl(draw), draw.of("laplace", "gaussian"));
  }

  private static PersonalTable.Key person(UnitKind unit, String constraint) {
    return new PersonalTable.Key("PID", Kind.PERSON, unit.type(), constraint);
  }

  private static String references(boolean foreign, String target) {
    return foreign ? " REFERENCES " + target : "";
  }

  private static PersonalTable visits(
      Draw draw, UnitKind unit, boolean foreign, List<Columns> data) {
    String constraint =
        draw.of("", "", "", "NOT NULL", "UNIQUE") + references(foreign, "PEOPLE(PID)");
    PersonalTable.Key visit =
        new PersonalTable.Key(
            "VID", Kind.VISIT, "INTEGER", draw.of("PRIMARY KEY", "PRIMARY KEY", "UNIQUE"));
    return table(
        draw,
        "VISITS",
        "privacy_unit: {column: PID, references: PEOPLE.PID}",
        draw.shuffled(List.of(visit, person(unit, constraint))),
        data);
  }

  private static PersonalTable items(
      Draw draw, UnitKind unit, boolean foreign, List<Columns> data) {
    boolean enforced = foreign && draw.percent(50);
    PersonalTable.Key item = new PersonalTable.Key("IID", Kind.ITEM, "INTEGER", "PRIMARY KEY");
    PersonalTable.Key visit =
        new PersonalTable.Key(
            "VID", Kind.VISIT, "INTEGER", references(enforced, "VISITS(VID)").strip());
    List<PersonalTable.Key> keys = new ArrayList<>();
    boolean ofVisit = draw.percent(65);
    keys.add(ofVisit ? visit : person(unit, references(foreign, "PEOPLE(PID)").strip()));
    if (draw.percent(50)) {
      keys.add(item);
    }
    String unitOf =
        ofVisit ? "{column: VID, references: VISITS.VID}" : "{column: PID, references: PEOPLE.PID}";
    return table(draw, "ITEMS", "privacy_unit: " + unitOf, draw.shuffled(keys), data);
  }

  private static PersonalTable notes(
      Draw draw, UnitKind unit, boolean foreign, List<Columns> data) {
    String people = references(foreign, "PEOPLE(PID)");
    return draw.one(
        Draw.way(
            3,
            () ->
                table(
                    draw,
                    "NOTES",
                    "privacy_unit: {column: PID, references: PEOPLE.PID}",
                    List.of(person(unit, draw.of("UNIQUE", "PRIMARY KEY") + people)),
                    data)),
        Draw.way(2, () -> table(draw, "NOTES", "privacy_unit: row", List.of(), data)),
        Draw.way(
            1, () -> table(draw, "NOTES", "privacy_unit: PID", List.of(person(unit, "")), data)),
        Draw.way(
            3,
            () ->
                table(
                    draw,
                    "NOTES",
                    "privacy_units: [{column: PID, references: PEOPLE.PID}, SELLER]",
                    List.of(
                        person(unit, people.strip()),
                        new PersonalTable.Key("SELLER", Kind.NUMBER, "INTEGER", "PRIMARY KEY")),
                    data)));
  }

  private static PersonalTable table(
      Draw draw, String name, String unit, List<PersonalTable.Key> keys, List<Columns> data) {
    StringBuilder limits = new StringBuilder();
    if (!unit.endsWith(": row")) {
      limits
          .append("        max_rows_contributed: ")
          .append(draw.of("1", "2", "3", "3", "2", "auto"))
          .append('\n');
      int groups = draw.between(0, 3);
      limits.append(groups > 0 ? "        max_groups_contributed: " + groups + "\n" : "");
      limits.append(draw.percent(30) ? "        contribution: clip\n" : "");
    }
    return new PersonalTable(
        name,
        unit,
        keys,
        data,
        data.stream().map(column -> draw.of(column.policies())).toList(),
        limits.toString(),
        draw.percent(40) ? draw.between(0, keys.size() + data.size()) : -1,
        draw.percent(25));
  }

  private static List<String> publicDdl(Draw draw) {
    String p = draw.of("PRIMARY KEY", "", "UNIQUE");
    String q = draw.of("PRIMARY KEY", "");
    List<String> ddl = new ArrayList<>();
    ddl.add("CREATE TABLE P (PK INTEGER " + p + ", G VARCHAR(3), W INTEGER, F BOOLEAN)");
    ddl.add("CREATE TABLE Q (H VARCHAR(10) " + q + ", V INTEGER)");
    insert(ddl, "P", P_ROWS.subList(0, draw.of(3, 0, p.isEmpty() ? P_ROWS.size() : KEYED_P)));
    insert(ddl, "Q", Q_ROWS.subList(0, draw.of(3, q.isEmpty() ? Q_ROWS.size() : KEYED_Q)));
    return ddl;
  }

  private static void insert(List<String> ddl, String table, List<String> rows) {
    if (!rows.isEmpty()) {
      ddl.add("INSERT INTO " + table + " VALUES " + String.join(", ", rows));
    }
  }

  Schema schema() {
    List<String> ddl =
        Stream.concat(tables.stream().map(PersonalTable::ddl), publicDdl.stream()).toList();
    String policy =
        "version: 1\ndefaults: {epsilon: 1, delta: 1.0e-6, noise: "
            + noise
            + "}\nschemas:\n  PUBLIC:\n    tables:\n"
            + tables.stream().map(PersonalTable::policy).collect(Collectors.joining())
            + "      P:\n        public: true\n        columns: {PK: {lower: 0, upper: 10}, G: {},"
            + " W: {lower: -5, upper: 20}, F: {}}\n"
            + "      Q:\n        public: true\n        columns: {H: {}, V: {lower: 0, upper: 4}}\n";
    return new Schema(ddl, tables.stream().map(PersonalTable::name).toList(), policy);
  }
}
