package org.dpjdbc.run.sensitivity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A clinic of several private tables: prescriptions and bills hang on visits, visits on patients.
 * No foreign key is enforced but that of nights, which hang on stays: there are visits without a
 * patient, prescriptions without a visit, and NULL in the place of either; of a unit, all rows of
 * all tables can be taken out.
 */
final class Clinic {
  private static final int PEOPLE = 5;
  private static final int VISITS = 14;
  private static final int PRESCRIPTIONS = 22;
  private static final int STAYS = 9;
  private static final int DEALS = 8;
  private static final int POLLS = 16;
  private static final int CALLS = 18;
  private static final int FIRST_SELLER = 200;

  private static final List<String> DDL =
      List.of(
          "CREATE TABLE DISEASES (ICD VARCHAR(4), CHAPTER VARCHAR(9), SEVERITY INTEGER)",
          "INSERT INTO DISEASES VALUES ('A', 'x', 1), ('B', 'y', 2), ('B', 'x', 3), (NULL, 'z', 4)",
          "CREATE TABLE REGIONS (CODE VARCHAR(2) PRIMARY KEY, NAME VARCHAR(9) NOT NULL)",
          "INSERT INTO REGIONS VALUES ('N', 'north'), ('S', 'south'), ('E', 'east')",
          "CREATE TABLE WARDS (REGION VARCHAR(2) UNIQUE, WARD VARCHAR(9))",
          "INSERT INTO WARDS VALUES ('N', 'first'), (NULL, 'second'), (NULL, 'third')",
          "CREATE TABLE PATIENTS (RID INTEGER, PID INTEGER PRIMARY KEY, AGE INTEGER, SEX VARCHAR(1), REGION VARCHAR(2))",
          "CREATE TABLE VISITS (RID INTEGER, VID INTEGER PRIMARY KEY, PID INTEGER, COST INTEGER, ICD VARCHAR(4), URGENT BOOLEAN)",
          "CREATE TABLE PRESCRIPTIONS (RID INTEGER, VID INTEGER, DRUG VARCHAR(3), DOSE INTEGER)",
          "CREATE TABLE BILLS (RID INTEGER, VID INTEGER UNIQUE, AMOUNT INTEGER)",
          "CREATE TABLE STAYS (RID INTEGER, SID INTEGER PRIMARY KEY, PID INTEGER NOT NULL)",
          "CREATE TABLE NIGHTS (RID INTEGER, SID INTEGER NOT NULL REFERENCES STAYS(SID), NIGHT INTEGER NOT NULL, COST INTEGER, RATE DECIMAL(4, 2), WARD VARCHAR(1), PRIMARY KEY (SID, NIGHT))",
          "CREATE TABLE DEALS (RID INTEGER, BUYER INTEGER, SELLER INTEGER PRIMARY KEY, PRICE INTEGER, MODE VARCHAR(1))",
          "CREATE TABLE SURVEYS (RID INTEGER, PID INTEGER PRIMARY KEY, DRINKS BOOLEAN, VOTED INTEGER, INCOME INTEGER, TOWN VARCHAR(1))",
          "CREATE TABLE POLLS (RID INTEGER, PID INTEGER, LIED BOOLEAN, VOTED INTEGER, MINUTES INTEGER, TOPIC VARCHAR(1))",
          "CREATE TABLE CALLS (RID INTEGER, PID INTEGER, MINUTES INTEGER, KIND VARCHAR(1), LINE VARCHAR(1))");

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-6}
      schemas:
        PUBLIC:
          tables:
            DISEASES: {public: true, columns: {ICD: {}, CHAPTER: {}, SEVERITY: {lower: 0, upper: 5}}}
            REGIONS: {public: true}
            WARDS: {public: true}
            PATIENTS:
              privacy_unit: PID
              columns: {PID: {}, AGE: {lower: 0, upper: 100}, SEX: {values: [F, M]}, REGION: {}}
            VISITS:
              privacy_unit: {column: PID, references: PATIENTS.PID}
              max_rows_contributed: 2
              max_groups_contributed: 2
              columns: {VID: {}, PID: {}, COST: {lower: -5, upper: 9}, ICD: {}, URGENT: {}}
            PRESCRIPTIONS:
              privacy_unit: {column: VID, references: VISITS.VID}
              max_rows_contributed: 3
              max_groups_contributed: 2
              columns: {VID: {}, DRUG: {values: [a, b]}, DOSE: {lower: 0, upper: 4, sum_per_unit: {lower: 1, upper: 5}}}
            BILLS:
              privacy_unit: {column: VID, references: VISITS.VID}
              max_rows_contributed: 2
              max_groups_contributed: 2
              columns: {VID: {}, AMOUNT: {lower: 0, upper: 6}}
            STAYS:
              privacy_unit: {column: PID, references: PATIENTS.PID}
              max_rows_contributed: 2
              columns: {SID: {}, PID: {}}
            NIGHTS:
              privacy_unit: {column: SID, references: STAYS.SID}
              max_rows_contributed: 4
              max_groups_contributed: 3
              columns: {SID: {}, NIGHT: {lower: 1, upper: 2}, COST: {lower: 0, upper: 5}, RATE: {lower: 0, upper: 0.5}, WARD: {values: [x, y]}}
            DEALS:
              privacy_units: [{column: BUYER, references: PATIENTS.PID}, SELLER]
              max_rows_contributed: 2
              max_groups_contributed: 3
              columns: {BUYER: {}, SELLER: {}, PRICE: {lower: -2, upper: 7, sum_per_unit: {lower: -3, upper: 3}}, MODE: {values: [x, y]}}
            SURVEYS:
              privacy_unit: {column: PID, references: PATIENTS.PID}
              columns: {PID: {}, DRINKS: {values: [true, false], randomized_response: 0.2}, VOTED: {values: [0, 1], randomized_response: 0.125}, INCOME: {lower: -3, upper: 8}, TOWN: {values: [x, y]}}
            POLLS:
              privacy_unit: {column: PID, references: PATIENTS.PID}
              max_rows_contributed: 2
              max_groups_contributed: 2
              columns: {PID: {}, LIED: {values: [true, false], randomized_response: 0.2}, VOTED: {values: [0, 1], randomized_response: 0.125}, MINUTES: {lower: 0, upper: 6}, TOPIC: {}}
            CALLS:
              privacy_unit: {column: PID, references: PATIENTS.PID}
              max_rows_contributed: 3
              columns: {PID: {}, MINUTES: {lower: -2, upper: 6}, KIND: {}, LINE: {values: [x, y]}}
      """;

  static final Schema SCHEMA =
      new Schema(
          DDL,
          List.of(
              "PATIENTS",
              "VISITS",
              "PRESCRIPTIONS",
              "BILLS",
              "STAYS",
              "NIGHTS",
              "DEALS",
              "SURVEYS",
              "POLLS",
              "CALLS"),
          POLICY);

  private Clinic() {}

  /** Rows that are a function of the seed; the units are patients, keys of none, and sellers. */
  static Contents contents(long seed) {
    Random random = new Random(seed);
    Contents.Builder contents = new Contents.Builder();
    int max = 1 + random.nextInt(PEOPLE);
    for (int pid = 1; pid <= max; pid++) {
      contents.add(
          "PATIENTS",
          row(
              pid,
              pick(random, 0, 50, 100, 999, null),
              pick(random, "F", "M", "X", null),
              pick(random, "N", "S", "Q", null)),
          patient(pid));
    }
    List<@Nullable Object> visitors = new ArrayList<>();
    for (int vid = 1; vid <= VISITS; vid++) {
      // half of the visits are one person's; 77 has no patient
      Object pid = pick(random, 1, 1, 1, 2, max, 77, null);
      visitors.add(pid);
      contents.add(
          "VISITS",
          row(
              vid,
              pid,
              pick(random, -9, -5, 0, 9, 9, 30, null),
              pick(random, "A", "B", "B", "C", null),
              pick(random, true, false, null)),
          patient(pid));
    }
    for (int i = 0; i < PRESCRIPTIONS; i++) {
      // more than half on few visits; 99 is no visit
      Integer vid = (Integer) pick(random, 1, 1, 2, 3, 4, 1 + random.nextInt(VISITS), 99, null);
      contents.add(
          "PRESCRIPTIONS",
          row(vid, pick(random, "a", "b", "c", null), pick(random, 0, 4, 4, 9, -1, null)),
          patient(vid == null || vid > VISITS ? null : visitors.get(vid - 1)));
    }
    for (int vid = 1; vid <= VISITS; vid += 2) {
      contents.add("BILLS", row(vid, pick(random, 0, 6, 9, null)), patient(visitors.get(vid - 1)));
    }
    for (int sid = 1; sid <= STAYS; sid++) {
      Object pid = pick(random, 1, 1, 1, 2, max, 77);
      contents.add("STAYS", row(sid, pid), patient(pid));
      for (int night = random.nextInt(3); night <= random.nextInt(4); night++) {
        contents.add(
            "NIGHTS",
            row(
                sid,
                night,
                pick(random, 0, 5, 5, 9, -1, null),
                pick(random, "0.00", "0.50", "0.25", "9.00", "-1.00", null),
                pick(random, "x", "x", "y", "z", null)),
            patient(pid));
      }
    }
    for (int seller = FIRST_SELLER; seller < FIRST_SELLER + DEALS; seller++) {
      Object buyer = pick(random, 1, 1, 1, 2, max, 77, null);
      List<String> people = new ArrayList<>(patient(buyer));
      people.add("seller " + seller);
      contents.add(
          "DEALS",
          row(
              buyer,
              seller,
              pick(random, -9, 7, 7, 2, 30, null),
              pick(random, "x", "y", "z", null)),
          people);
    }
    addAnswers(contents, max, new Random(~seed));
    addCalls(contents, max, new Random(seed * 31 + 7));
    return contents.build();
  }

  /** Answers that may be flipped: one row a person, and many. */
  private static void addAnswers(Contents.Builder contents, int people, Random random) {
    for (int pid = 1; pid <= people; pid++) {
      contents.add(
          "SURVEYS",
          row(
              pid,
              pick(random, true, false, null),
              pick(random, 0, 1, 7, null),
              pick(random, -9, -3, 8, 0, 30, null),
              pick(random, "x", "y", "z", null)),
          patient(pid));
    }
    for (int i = 0; i < POLLS; i++) {
      Object pid = pick(random, 1, 1, 1, 2, people, 77, null);
      contents.add(
          "POLLS",
          row(
              pid,
              pick(random, true, false, null),
              pick(random, 0, 1, 1, 7, null),
              pick(random, -9, 0, 6, 6, 30, null),
              pick(random, "x", "x", "y", "z", null)),
          patient(pid));
    }
  }

  /** Some people have many in one group, others one in many. */
  private static void addCalls(Contents.Builder contents, int people, Random random) {
    for (int i = 0; i < CALLS; i++) {
      Object pid = pick(random, 1, 1, 2, 2, people, 77, null);
      boolean scattered = Integer.valueOf(2).equals(pid);
      contents.add(
          "CALLS",
          row(
              pid,
              pick(random, -9, -2, 6, 6, 30, null),
              scattered ? pick(random, "a", "b", "c", "d", "e", "f", "g") : pick(random, "a", "b"),
              pick(random, "x", "x", "y", "z", null)),
          patient(pid));
    }
  }

  private static List<String> patient(@Nullable Object pid) {
    return pid == null ? List.of() : List.of("patient " + pid);
  }

  private static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }

  private static @Nullable Object pick(Random random, @Nullable Object... values) {
    return values[random.nextInt(values.length)];
  }
}
