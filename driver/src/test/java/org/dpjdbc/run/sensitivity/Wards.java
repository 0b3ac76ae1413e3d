package org.dpjdbc.run.sensitivity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A hospital in which rows are told whose they are by several columns together: measurements and
 * alarms reference a bed by its ward and its number, which repeat by themselves, doses a day of a
 * stay. Notes hang on measurements. No foreign key is enforced: there are beds of nobody, and
 * measurements in beds that are not there, or with NULL in the place of either column.
 */
final class Wards {
  private static final int PEOPLE = 4;
  private static final int NUMBERS = 3;
  private static final int CHECKS = 20;
  private static final int ALARMS = 14;
  private static final int NOTES = 14;
  private static final int STAYS = 6;
  private static final int DOSES = 16;

  private static final List<String> DDL =
      List.of(
          "CREATE TABLE RESULTS (CODE VARCHAR(1) PRIMARY KEY, NAME VARCHAR(9))",
          "INSERT INTO RESULTS VALUES ('a', 'fine'), ('b', 'bad'), ('c', NULL)",
          "CREATE TABLE PEOPLE (RID INTEGER, PID INTEGER PRIMARY KEY, AGE INTEGER, SEX VARCHAR(1))",
          "CREATE TABLE BEDS (RID INTEGER, WARD INTEGER NOT NULL, BED INTEGER NOT NULL, PID INTEGER, KIND VARCHAR(1), PRICE INTEGER, PRIMARY KEY (WARD, BED))",
          "CREATE TABLE CHECKS (RID INTEGER, CID INTEGER PRIMARY KEY, WARD INTEGER, BED INTEGER, PULSE INTEGER, RESULT VARCHAR(1))",
          "CREATE TABLE ALARMS (RID INTEGER, B INTEGER, W INTEGER, SEVERITY INTEGER, UNIQUE (W, B, SEVERITY))",
          "CREATE TABLE NOTES (RID INTEGER, CID INTEGER, WORDS INTEGER)",
          "CREATE TABLE STAYS (RID INTEGER, SID INTEGER PRIMARY KEY, PID INTEGER)",
          "CREATE TABLE DAYS (RID INTEGER, SID INTEGER NOT NULL, D INTEGER NOT NULL, COST INTEGER, PRIMARY KEY (SID, D))",
          "CREATE TABLE DOSES (RID INTEGER, SID INTEGER, D INTEGER, MG INTEGER)");

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-6}
      schemas:
        PUBLIC:
          tables:
            RESULTS: {public: true}
            PEOPLE:
              privacy_unit: PID
              columns: {PID: {}, AGE: {lower: 0, upper: 100}, SEX: {values: [F, M]}}
            BEDS:
              privacy_unit: {column: PID, references: PEOPLE.PID}
              max_rows_contributed: 2
              max_groups_contributed: 2
              columns: {WARD: {}, BED: {}, PID: {}, KIND: {values: [x, y]}, PRICE: {lower: -2, upper: 5}}
            CHECKS:
              privacy_unit: {columns: [WARD, BED], references: {table: BEDS, columns: [WARD, BED]}}
              max_rows_contributed: 3
              max_groups_contributed: 2
              columns: {CID: {}, WARD: {}, BED: {}, PULSE: {lower: 0, upper: 9}, RESULT: {}}
            ALARMS:
              privacy_unit: {columns: [B, W], references: {table: BEDS, columns: [BED, WARD]}}
              max_rows_contributed: 2
              columns: {B: {}, W: {}, SEVERITY: {lower: 0, upper: 3}}
            NOTES:
              privacy_unit: {column: CID, references: CHECKS.CID}
              max_rows_contributed: 2
              max_groups_contributed: 2
              columns: {CID: {}, WORDS: {lower: 0, upper: 7}}
            STAYS:
              privacy_unit: {column: PID, references: PEOPLE.PID}
              max_rows_contributed: 2
              columns: {SID: {}, PID: {}}
            DAYS:
              privacy_unit: {column: SID, references: STAYS.SID}
              max_rows_contributed: 3
              max_groups_contributed: 2
              columns: {SID: {}, D: {lower: 1, upper: 2}, COST: {lower: 0, upper: 5}}
            DOSES:
              privacy_unit: {columns: [SID, D], references: {table: DAYS, columns: [SID, D]}}
              max_rows_contributed: 3
              max_groups_contributed: 2
              columns: {SID: {}, D: {}, MG: {lower: -1, upper: 4}}
      """;

  static final Schema SCHEMA =
      new Schema(
          DDL,
          List.of("PEOPLE", "BEDS", "CHECKS", "ALARMS", "NOTES", "STAYS", "DAYS", "DOSES"),
          POLICY);

  private final Random random;
  private final Contents.Builder contents = new Contents.Builder();
  private final Map<List<@Nullable Object>, @Nullable Object> beds = new HashMap<>();

  private Wards(long seed) {
    this.random = new Random(seed);
  }

  /** Rows that are a function of the seed; the units are the people, and keys of none. */
  static Contents contents(long seed) {
    Wards wards = new Wards(seed);
    wards.addPeople();
    wards.addChecks();
    wards.addStays();
    return wards.contents.build();
  }

  private void addPeople() {
    for (int pid = 1; pid <= PEOPLE; pid++) {
      if (pid != 3) {
        contents.add(
            "PEOPLE",
            row(pid, pick(0, 50, 100, 999, null), pick("F", "M", "X", null)),
            person(pid));
      }
    }
    for (int ward = 1; ward <= NUMBERS; ward++) {
      for (int bed = 1; bed <= NUMBERS; bed++) {
        if (random.nextInt(5) > 0) {
          Object pid = pick(1, 1, 2, 2, 3, 4, null);
          beds.put(row(ward, bed), pid);
          contents.add(
              "BEDS",
              row(ward, bed, pid, pick("x", "x", "y", "z", null), pick(-9, -2, 5, 5, 30, null)),
              person(pid));
        }
      }
    }
  }

  private void addChecks() {
    List<@Nullable Object> owners = new ArrayList<>();
    for (int cid = 1; cid <= CHECKS; cid++) {
      Object ward = pick(1, 1, 1, 2, 3, 9, null);
      Object bed = pick(1, 1, 2, 2, 3, null);
      owners.add(beds.get(row(ward, bed)));
      contents.add(
          "CHECKS",
          row(cid, ward, bed, pick(-4, 0, 9, 9, 30, null), pick("a", "b", "b", "d", null)),
          person(beds.get(row(ward, bed))));
    }
    for (int i = 0; i < ALARMS; i++) {
      Object ward = pick(1, 1, 2, 3, 9, null);
      Object bed = pick(1, 1, 2, 3, null);
      contents.add("ALARMS", row(bed, ward, i), person(beds.get(row(ward, bed))));
    }
    for (int i = 0; i < NOTES; i++) {
      Integer cid = (Integer) pick(1, 2, 3, 4, 1 + random.nextInt(CHECKS), 99, null);
      Object pid = cid == null || cid > CHECKS ? null : owners.get(cid - 1);
      contents.add("NOTES", row(cid, pick(-4, 0, 7, 7, 30, null)), person(pid));
    }
  }

  /** A dose is whose its stay is, whether or not that day of it is listed. */
  private void addStays() {
    List<@Nullable Object> patients = new ArrayList<>();
    for (int sid = 1; sid <= STAYS; sid++) {
      Object pid = pick(1, 1, 2, 3, 4, null);
      patients.add(pid);
      contents.add("STAYS", row(sid, pid), person(pid));
      for (int day = random.nextInt(2); day <= random.nextInt(4); day++) {
        contents.add("DAYS", row(sid, day, pick(-4, 0, 5, 5, 30, null)), person(pid));
      }
    }
    for (int i = 0; i < DOSES; i++) {
      Integer sid = (Integer) pick(1, 1, 2, 3, 1 + random.nextInt(STAYS), 99, null);
      Object day = pick(0, 1, 1, 2, 7, null);
      Object pid = sid == null || sid > STAYS ? null : patients.get(sid - 1);
      contents.add(
          "DOSES",
          row(sid, day, pick(-9, -1, 4, 4, 30, null)),
          day == null ? List.of() : person(pid));
    }
  }

  private static List<String> person(@Nullable Object pid) {
    return pid == null ? List.of() : List.of("person " + pid);
  }

  private static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }

  private @Nullable Object pick(@Nullable Object... values) {
    return values[random.nextInt(values.length)];
  }
}
