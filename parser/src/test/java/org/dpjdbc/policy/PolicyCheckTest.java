package org.dpjdbc.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.dpjdbc.policy.PolicyFixture.parse;

import java.sql.Types;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.dpjdbc.policy.ColumnPolicy.Bounds;
import org.dpjdbc.policy.LiveSchema.Column;
import org.dpjdbc.policy.LiveSchema.ForeignKey;
import org.dpjdbc.policy.LiveSchema.Kind;
import org.dpjdbc.policy.LiveSchema.Table;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyCheckTest {
  private static final Column ID = column("ID", Types.BIGINT, "BIGINT", 64, 0);
  private static final Table PEOPLE =
      table(
          "PEOPLE",
          ID,
          column("SMALL", Types.TINYINT, "TINYINT", 8, 0),
          column("AMOUNT", Types.NUMERIC, "NUMERIC", 5, 2),
          column("ANY", Types.NUMERIC, "numeric", 0, 0),
          column("REAL", Types.DOUBLE, "DOUBLE PRECISION", 53, 0),
          column("WORD", Types.VARCHAR, "CHARACTER VARYING", 3, 0),
          column("PAD", Types.CHAR, "CHARACTER", 3, 0),
          column("FLAG", Types.BOOLEAN, "BOOLEAN", 1, 0),
          column("DAY", Types.DATE, "DATE", 10, 0),
          column("CLOCK", Types.TIME, "TIME", 8, 0),
          column("MOMENT", Types.TIMESTAMP, "TIMESTAMP", 23, 3),
          column("CODE", Types.BINARY, "UUID", 16, 0),
          column("DOC", Types.OTHER, "JSON", 0, 0),
          column("LIST", Types.ARRAY, "INTEGER ARRAY", 0, 0),
          column("LARGE", Types.CLOB, "CHARACTER LARGE OBJECT", 0, 0),
          column("ZONED", Types.TIMESTAMP_WITH_TIMEZONE, "TIMESTAMP WITH TIME ZONE", 32, 6),
          column("NICK", Types.VARCHAR, "VARCHAR_IGNORECASE", 10, 0),
          column("SPAN", Types.OTHER, "INTERVAL DAY TO SECOND", 2, 6),
          column("DEC", Types.NUMERIC, "DECFLOAT", 100000, 0),
          column("WIDE", Types.NUMERIC, "NUMERIC", 100000, 0),
          column("BYTES", Types.VARBINARY, "BINARY VARYING", 10, 0),
          column("LOOSE", Types.VARCHAR, "CHARACTER VARYING COLLATE ENGLISH", 10, 0),
          column("FAR", Types.DECIMAL, "decimal(5,2) through postgresql", 5, 2),
          column("FARTHER", Types.VARBINARY, "varbinary through postgresql", 5, 2),
          column("MOOD", Types.OTHER, "ENUM('a', 'b')", 1, 0));

  @Nested
  class Fits {
    @Test
    void namesToTheDatabasesSpelling() throws PolicyException {
      Policy policy =
          check(
              """
              version: 1
              schemas:
                public:
                  tables:
                    people: {privacy_unit: id, unit_size: 4, columns: {Id: {}, small: {}}}
                    Visits: {privacy_unit: {column: person, references: people.id}, columns: {person: {}}}
              """,
              new LiveSchema(
                  List.of(
                      PEOPLE, table("VISITS", column("PERSON", Types.BIGINT, "BIGINT", 64, 0)))));

      TablePolicy people = policy.tables().get(0);
      assertThat(people.schema()).isEqualTo("PUBLIC");
      assertThat(people.name()).isEqualTo("PEOPLE");
      assertThat(people.unit()).contains(new PrivacyUnit.Columns("ID", Optional.empty()));
      assertThat(policy.tables()).extracting(TablePolicy::unitSize).containsExactly(4, 4);
      assertThat(people.columns()).extracting(ColumnPolicy::name).containsExactly("ID", "SMALL");
      assertThat(policy.tables().get(1).unit())
          .contains(
              new PrivacyUnit.Columns(
                  "PERSON", Optional.of(new PrivacyUnit.Reference("PUBLIC", "PEOPLE", "ID"))));
    }

    @Test
    void theExactNameBeforeOthers() throws PolicyException {
      Policy policy =
          check(
              "version: 1\nschemas: {PUBLIC: {tables: {t: {privacy_unit: row, columns: {a: {}}}}}}",
              new LiveSchema(
                  List.of(
                      table("T", ID),
                      table("t", column("A", Types.INTEGER, "INTEGER", 32, 0), columnNamed("a")))));

      assertThat(policy.tables().get(0).name()).isEqualTo("t");
      assertThat(policy.tables().get(0).columns().get(0).name()).isEqualTo("a");
    }

    @Test
    void publicTablesWithoutColumnsToAllThatAreOffered() throws PolicyException {
      TablePolicy people =
          check("version: 1\nschemas: {PUBLIC: {tables: {people: {public: true}}}}", live())
              .tables()
              .get(0);

      assertThat(people.allColumns()).isTrue();
      assertThat(people.columns())
          .extracting(ColumnPolicy::name)
          .containsExactly(
              "ID", "SMALL", "AMOUNT", "ANY", "REAL", "WORD", "PAD", "FLAG", "DAY", "CLOCK",
              "MOMENT", "CODE", "DEC", "MOOD");
    }

    @Test
    void datesToTimestamps() throws PolicyException {
      assertThat(checked("moment: {lower: 2020-01-01, upper: 2020-12-31}").bounds())
          .contains(
              new Bounds(
                  new PolicyValue.Timestamp(LocalDateTime.parse("2020-01-01T00:00")),
                  new PolicyValue.Timestamp(LocalDateTime.parse("2020-12-31T23:59:59.999"))));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "small: {lower: -1e1, upper: 300, step: 5, values: [-10, 127]}",
          "amount: {lower: 0.001, upper: 1000000, step: 0.25, values: [999.99, 0.05]}",
          "real: {lower: 0.1, upper: 0.2, step: 1e-6}",
          "word: {values: ['äöü', '😀😀😀', '']}",
          "pad: {values: [abc, a]}",
          "flag: {values: [true, false]}",
          "day: {lower: 2020-01-01, upper: 2020-01-01, values: [2020-01-01]}",
          "clock: {lower: 08:00, upper: 09:00, values: [08:00:01]}",
          "moment: {lower: 2020-01-01 10:00:00, upper: 2020-01-01 10:00:00.5}",
          "moment: {values: [2020-01-01 10:00:00.125]}",
          "mood: {values: [a, b]}",
          "doc: {access: none}",
          "nick: {access: none}",
        })
    void columns(String column) throws PolicyException {
      assertThat(checked(column).location().line()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "small", "amount", "word", "pad", "code", "day", "mood"})
    void unitsThatIdentify(String unit) throws PolicyException {
      String yaml = withUnit(unit, "");
      assertThat(check(yaml, live()).tables()).hasSize(1);
    }
  }

  @Nested
  class Refuses {
    @Test
    void whatIsNotThere() {
      refused(
          """
          version: 1
          schemas:
            PUBLIK:
              tables:
                t: {public: true}          #! the database has no schema 'PUBLIK'; did you mean 'PUBLIC'?
            PUBLIC:
              tables:
                persons: {public: true}    #! the database has no table 'PUBLIC.persons'
                peopel: {public: true}     #! did you mean 'PEOPLE'?
                people:
                  privacy_unit: nobody
                  columns:
                    nobody: {}             #! the database has no column 'PEOPLE.nobody'
                    amuont: {}             #! did you mean 'AMOUNT'?
          """,
          live());
    }

    @Test
    void namesOfMoreThanOneThing() {
      LiveSchema twins =
          new LiveSchema(
              List.of(table("T", columnNamed("A"), columnNamed("a")), table("t"), table("U", ID)));
      refused(
          """
          version: 1
          schemas:
            PUBLIC:
              tables:
                T:
                  public: true
                  columns:
                    A: {}
                    a: {}
                u: {public: true}
                U: {public: true}    #! table U is named twice; keep one
          """,
          twins);
      refused(
          """
          version: 1
          schemas:
            PUBLIC:
              tables:
                u:
                  public: true
                  columns:
                    id: {}
                    Id: {}           #! column ID is named twice; keep one
          """,
          twins);
      refused(
          """
          version: 1
          schemas:
            PUBLIC:
              tables:
                xX: {public: true}   #! table 'PUBLIC.xX' may be XX or xx; spell it exactly
          """,
          new LiveSchema(List.of(table("XX", ID), table("xx", ID))));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "small: {lower: 0.5, upper: 2}   #! the bounds of 'SMALL' must be integers",
          "small: {lower: 2020-01-01, upper: 2020-01-02} #! must be integers",
          "amount: {lower: 2020-01-01, upper: 2020-01-02} #! must be numbers: the column is of type"
              + " NUMERIC",
          "real: {lower: 10:00, upper: 11:00} #! must be numbers",
          "day: {lower: 1, upper: 2} #! must be dates",
          "day: {lower: 2020-01-01 10:00, upper: 2020-01-02 10:00} #! must be dates",
          "clock: {lower: 8, upper: 9} #! must be times",
          "moment: {lower: 8, upper: 9} #! must be dates or timestamps",
          "word: {lower: 1, upper: 2} #! 'WORD' is of type CHARACTER VARYING: 'lower' and 'upper'"
              + " are for",
          "flag: {lower: 0, upper: 1} #! 'lower' and 'upper' are for numbers",
          "code: {lower: 0, upper: 1} #! 'lower' and 'upper' are for numbers",
          "small: {step: 0.5} #! 'SMALL' holds integers: 'step' must be one",
          "day: {step: 1} #! 'step' is for numbers",
          "real: {lower: 0, upper: auto} #! with 'auto' it needs a 'step'",
          "word: {lower: auto, upper: auto} #! 'lower' and 'upper' are for numbers",
          "day: {lower: auto, upper: auto} #! must be dates",
        })
    void boundsThatDoNotSuitTheType(String column) {
      refused(withColumn(column), live());
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "small: {values: [128]} #! value '128' of 'SMALL' (TINYINT): the value is out of the"
              + " type's range",
          "small: {values: [-129]} #! the value is out of the type's range",
          "small: {values: [1.5]} #! write an integer",
          "small: {values: ['1']} #! write an integer without quotes",
          "amount: {values: [0.125]} #! the column holds 5 digits, 2 of them after the point",
          "amount: {values: [1000]} #! the column holds 5 digits",
          "amount: {values: [x]} #! write a number without quotes",
          "real: {values: [1]} #! floating-point numbers cannot be keys",
          "word: {values: [abcd]} #! the column holds 3 characters",
          "word: {values: [1]} #! write the string in quotes",
          "mood: {values: [a, A]} #! value 'A' of 'MOOD' (ENUM('a', 'b')): the type has no such"
              + " value",
          "pad: {values: ['a ']} #! leave out the trailing blanks",
          "flag: {values: [yes, no]} #! value 'yes' of 'FLAG' (BOOLEAN): write true or false #!"
              + " value 'no'",
          "day: {values: ['2020-01-01']} #! write a date without quotes",
          "clock: {values: [10:00:00.5]} #! the column holds 0 digits after the second",
          "clock: {values: [10]} #! write a time without quotes",
          "moment: {values: [2020-01-01]} #! write a timestamp",
          "moment: {values: [2020-01-01 10:00:00.0001]} #! the column holds 3 digits after the"
              + " second",
          "code: {values: [x]} #! UUIDs have no public values",
        })
    void valuesThatTheColumnCannotHold(String column) {
      refused(withColumn(column), live());
    }

    @ParameterizedTest
    @CsvSource({
      "doc, JSON",
      "list, INTEGER ARRAY",
      "large, CHARACTER LARGE OBJECT",
      "zoned, TIMESTAMP WITH TIME ZONE",
      "nick, VARCHAR_IGNORECASE",
      "span, INTERVAL DAY TO SECOND",
      "wide, NUMERIC of 100000 digits",
      "loose, CHARACTER VARYING COLLATE ENGLISH",
      "far, 'decimal(5,2) through postgresql'",
      "farther, varbinary through postgresql"
    })
    void typesThatAreNotOffered(String column, String type) {
      refused(
          withColumn(column + ": {} #! is of type " + type + ", which is not supported"), live());
    }

    @Test
    void factsOfBinaryValues() throws PolicyException {
      assertThat(check(withColumn("bytes: {}"), live()).tables()).hasSize(1);
      String problem = "} #! is of the binary type BINARY VARYING";
      refused(withColumn("bytes: {lower: 0, upper: 1" + problem), live());
      refused(withColumn("bytes: {values: [a]" + problem), live());
      refused(withColumn("bytes: {step: 1" + problem), live());
    }

    @Test
    void tablesOfConnectorsThatAreNotTested() throws PolicyException {
      Table far =
          new Table(
              "PUBLIC",
              "FAR",
              Kind.TABLE,
              List.of(ID),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              Optional.of("iceberg"),
              Optional.empty());
      LiveSchema live = new LiveSchema(List.of(PEOPLE, far));
      String policy =
          """
          version: 1
          schemas:
            PUBLIC:
              tables:
                people: {privacy_unit: id, columns: {id: {}}}
                far: {%s} #! is read by the connector iceberg
          """;
      for (String table : List.of("public: true", "privacy_unit: id, columns: {id: {}}")) {
        String yaml = policy.formatted(table);
        refused(yaml, live);
        Policy accepted = check("unverified_connectors: accept\n" + yaml, live);
        assertThat(accepted.tables()).hasSize(2);
        assertThat(accepted.fingerprint())
            .isNotEqualTo(
                check(yaml, new LiveSchema(List.of(PEOPLE, table("FAR", ID)))).fingerprint());
      }
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"real", "flag", "doc", "list", "large", "nick", "dec", "wide", "bytes", "loose"})
    void unitsThatDoNotIdentify(String unit) {
      refused(
          withUnit(
              unit,
              " #! privacy unit '" + unit.toUpperCase(java.util.Locale.ROOT) + "' is of type"),
          live());
    }

    @Test
    void referencesThatTheDatabaseContradicts() {
      Table visits =
          withKey(
              table("VISITS", columnNamed("P"), columnNamed("Q"), columnNamed("R")),
              new ForeignKey(List.of("P"), "PUBLIC", "PEOPLE", List.of("ID")),
              new ForeignKey(List.of("Q"), "PUBLIC", "OTHERS", List.of("ID")));
      Table words = table("WORDS", column("P", Types.VARCHAR, "VARCHAR", 9, 0));
      String policy =
          """
          version: 1
          schemas:
            PUBLIC:
              tables:
                people: {privacy_unit: id, columns: {id: {}}}
                visits: {privacy_unit: {column: %s, references: people.id}, columns: {%s: {}}} %s
                words: {privacy_unit: {column: p, references: people.id}, columns: {p: {}}} #! of type VARCHAR, but PEOPLE.ID which it references is of type BIGINT
          """;
      LiveSchema live = new LiveSchema(List.of(PEOPLE, visits, words));

      refused(policy.formatted("p", "p", ""), live);
      refused(policy.formatted("r", "r", ""), live);
      refused(
          policy
              .replace(
                  "references: people.id}, columns: {%s", "references: people.gone}, columns: {%s")
              .formatted("r", "r", "#! references people.gone, which is not in the database"),
          live);
      refused(
          policy.formatted(
              "q", "q", "#! 'Q' references PEOPLE.ID in the policy, but OTHERS.ID in the database"),
          live);
    }

    @Test
    void referencesThatCouldEqualSeveralKeysOrFail() throws PolicyException {
      String policy =
          """
          version: 1
          schemas:
            PUBLIC:
              tables:
                owners: {privacy_unit: k, columns: {k: {}}}
                rows: {privacy_unit: {column: k, references: owners.k}, columns: {k: {}}} %s
          """;
      Column padded = column("K", Types.CHAR, "CHARACTER", 3, 0);
      Column text = column("K", Types.VARCHAR, "CHARACTER VARYING", 3, 0);
      Column whole = column("K", Types.DECIMAL, "NUMERIC", 20, 0);
      Column fine = column("K", Types.DECIMAL, "NUMERIC", 30, 19);
      Column fitting = column("K", Types.DECIMAL, "NUMERIC", 30, 18);

      refused(
          policy.formatted("#! of type CHARACTER, but OWNERS.K which it references is of type"),
          owned(text, padded));
      refused(policy.formatted("#! of type CHARACTER VARYING, but"), owned(padded, text));
      refused(
          policy.formatted(
              "#! of type NUMERIC(30, 19), but OWNERS.K which it references is of type NUMERIC(20, 0)"),
          owned(whole, fine));
      for (Column alike : List.of(padded, text, whole, fine)) {
        check(policy.formatted(""), owned(alike, alike));
      }
      check(policy.formatted(""), owned(whole, fitting));
    }

    private static LiveSchema owned(Column key, Column reference) {
      return new LiveSchema(List.of(table("OWNERS", key), table("ROWS", reference)));
    }

    @Test
    void keysOfSeveralColumnsThatTheDatabaseContradicts() throws PolicyException {
      Table beds =
          withUnique(
              table("BEDS", ID, columnNamed("A"), columnNamed("B"), columnNamed("C")),
              List.of(List.of("B", "A"), List.of("C")));
      Table words = table("WORDS", columnNamed("A"), column("B", Types.VARCHAR, "VARCHAR", 9, 0));
      Table checks =
          withKey(
              table("CHECKS", columnNamed("A"), columnNamed("B")),
              new ForeignKey(List.of("B", "A"), "PUBLIC", "BEDS", List.of("B", "A")));
      LiveSchema live = new LiveSchema(List.of(beds, words, checks));
      String policy =
          """
          version: 1
          schemas:
            PUBLIC:
              tables:
                beds: {privacy_unit: id, columns: {id: {}, a: {}, b: {}}}
                %s: {privacy_unit: {columns: [a, b], references: {table: beds, columns: [%s]}}, columns: {a: {}, b: {}}} %s
          """;

      assertThat(check(policy.formatted("checks", "a, b", ""), live).tables().get(1).unit())
          .contains(
              new PrivacyUnit.Columns(
                  List.of("A", "B"),
                  Optional.of(new PrivacyUnit.Reference("PUBLIC", "BEDS", List.of("A", "B")))));
      refused(
          policy.formatted(
              "checks",
              "b, a",
              "#! 'B, A' references BEDS (A, B) in the policy, but BEDS (B, A) in"),
          live);
      refused(
          policy.formatted(
              "words", "a, b", "#! 'B' is of type VARCHAR, but BEDS.B which it references"),
          live);
      refused(
          policy.formatted("checks", "a, d", "#! references beds.d, which is not in the database"),
          live);
      // of a pair one column is unique, or it is the person's own: the pair is no key all the same
      Table open = table("OPEN", columnNamed("A"), columnNamed("B"));
      for (String pair : List.of("a, c", "id, a")) {
        refused(
            policy.formatted(
                "open",
                pair,
                "#! references BEDS ("
                    + pair.toUpperCase(java.util.Locale.ROOT)
                    + "), which the database does not keep unique"),
            new LiveSchema(List.of(beds, open)));
      }
    }
  }

  @Nested
  class Fingerprints {
    @Test
    void coverSpellingTypesAndKeys() throws PolicyException {
      String yaml =
          "version: 1\nschemas: {PUBLIC: {tables: {t: {privacy_unit: id, columns: {id: {}}}}}}";
      String plain = check(yaml, new LiveSchema(List.of(table("T", ID)))).fingerprint();
      Column narrow = column("ID", Types.INTEGER, "INTEGER", 32, 0);
      Table keyed =
          new Table(
              "PUBLIC", "T", Kind.TABLE, List.of(ID), List.of(), List.of(List.of("ID")), List.of());

      assertThat(
              check(yaml.replace("{t:", "{T:"), new LiveSchema(List.of(table("T", ID))))
                  .fingerprint())
          .isEqualTo(plain);
      assertThat(check(yaml, new LiveSchema(List.of(table("T", narrow)))).fingerprint())
          .isNotEqualTo(plain);
      assertThat(
              check(yaml, new LiveSchema(List.of(table("T", ID, columnNamed("NEW")))))
                  .fingerprint())
          .as("a column that the policy does not name")
          .isEqualTo(plain);
      assertThat(check(yaml, new LiveSchema(List.of(keyed))).fingerprint()).isNotEqualTo(plain);
      assertThat(check(yaml, new LiveSchema(List.of(table("T", ID), PEOPLE))).fingerprint())
          .isEqualTo(plain);
    }
  }

  private static ColumnPolicy checked(String column) throws PolicyException {
    return check(withColumn(column), live()).tables().get(0).columns().get(0);
  }

  private static String withColumn(String column) {
    return """
    version: 1
    schemas:
      PUBLIC:
        tables:
          people: {privacy_unit: row, columns: {
    %s
          }}
    """
        .replace("version: 1\n", "version: 1\n\n")
        .formatted(column);
  }

  private static String withUnit(String unit, String problem) {
    return """
    version: 1
    schemas:
      PUBLIC:
        tables:
          people: %s
            {privacy_unit: %s, columns: {%s: {access: none}}}
    """
        .formatted(problem, unit, unit);
  }

  private static LiveSchema live() {
    return new LiveSchema(List.of(PEOPLE));
  }

  private static Policy check(String yaml, LiveSchema live) throws PolicyException {
    return PolicyCheck.check(parse(yaml), live);
  }

  private static void refused(String yaml, LiveSchema live) {
    PolicyException refusal = catchThrowableOfType(PolicyException.class, () -> check(yaml, live));
    assertThat(refusal).as("refusal of\n%s", yaml).isNotNull();
    PolicyFixture.assertProblems(refusal, PolicyFixture.expected(yaml));
  }

  private static Column column(String name, int jdbcType, String type, int precision, int scale) {
    return new Column(name, jdbcType, type, precision, scale, true);
  }

  private static Column columnNamed(String name) {
    return column(name, Types.BIGINT, "BIGINT", 64, 0);
  }

  private static Table table(String name, Column... columns) {
    return new Table(
        "PUBLIC", name, Kind.TABLE, Arrays.asList(columns), List.of(), List.of(), List.of());
  }

  private static Table withUnique(Table table, List<List<String>> keys) {
    return new Table(
        table.schema(), table.name(), table.kind(), table.columns(), List.of(), keys, List.of());
  }

  private static Table withKey(Table table, ForeignKey... keys) {
    return new Table(
        table.schema(),
        table.name(),
        table.kind(),
        table.columns(),
        List.of(),
        List.of(),
        Stream.of(keys).toList());
  }
}
