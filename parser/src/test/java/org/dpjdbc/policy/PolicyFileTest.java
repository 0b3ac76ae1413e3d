package org.dpjdbc.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.dpjdbc.policy.PolicyFixture.TABLE;
import static org.dpjdbc.policy.PolicyFixture.column;
import static org.dpjdbc.policy.PolicyFixture.parse;
import static org.dpjdbc.policy.PolicyFixture.refused;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.dpjdbc.policy.ColumnPolicy.Bounds;
import org.dpjdbc.policy.Policy.Share;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyFileTest {
  private static final String CLINIC = "classpath:org/dpjdbc/policy/clinic.yaml";

  @Nested
  class Reads {
    @Test
    void theTerms() throws PolicyException {
      Policy policy = PolicyFile.load(CLINIC);

      assertThat(policy.source()).isEqualTo(CLINIC);
      assertThat(policy.defaults())
          .isEqualTo(
              new Policy.Defaults(
                  new BigDecimal("1.0"), new BigDecimal("1.0e-8"), NoiseRule.LAPLACE, false));
      assertThat(policy.budget().total())
          .isEqualTo(new Share(new BigDecimal("50"), new BigDecimal("1.0e-5")));
      assertThat(policy.budget().renews()).isEqualTo(Renewal.MONTHLY);
      assertThat(policy.budget().composition()).isEqualTo(Composition.BASIC);
      assertThat(policy.budget().perAnalyst())
          .contains(new Share(BigDecimal.TEN, new BigDecimal("1.0e-6")));
      assertThat(policy.answers().reuseFor()).isEqualTo(Duration.ofHours(24));
      assertThat(policy.limits())
          .isEqualTo(
              new Policy.Limits(
                  new BigDecimal("2.0"), Duration.ofSeconds(60), 100_000, Duration.ofMillis(100)));
    }

    @Test
    void theTables() throws PolicyException {
      List<TablePolicy> tables = PolicyFile.load(CLINIC).tables();

      assertThat(tables)
          .extracting(TablePolicy::name)
          .containsExactly("patients", "visits", "turns", "diseases");
      assertThat(tables).extracting(TablePolicy::schema).containsOnly("PUBLIC");
      TablePolicy patients = tables.get(0);
      assertThat(patients.unit()).contains(new PrivacyUnit.Columns("patient_id", Optional.empty()));
      assertThat(patients.maxRowsContributed()).isEmpty();
      assertThat(patients.location().line()).isEqualTo(15);
      assertThat(patients.allColumns()).isFalse();
      TablePolicy visits = tables.get(1);
      assertThat(visits.unit())
          .contains(
              new PrivacyUnit.Columns(
                  "patient_id",
                  Optional.of(new PrivacyUnit.Reference("PUBLIC", "patients", "patient_id"))));
      assertThat(visits.maxRowsContributed()).isEqualTo(OptionalInt.of(20));
      assertThat(visits.maxGroupsContributed()).isEqualTo(OptionalInt.of(3));
      assertThat(tables.get(2).unit()).contains(new PrivacyUnit.Row());
      assertThat(tables.get(3).isPublic()).isTrue();
      assertThat(tables.get(3).allColumns()).isTrue();
    }

    @Test
    void theColumns() throws PolicyException {
      TablePolicy patients = PolicyFile.load(CLINIC).tables().get(0);

      ColumnPolicy age = patients.column("age").orElseThrow();
      assertThat(age.bounds()).contains(new Bounds(number("0"), number("120")));
      assertThat(age.readable()).isTrue();
      assertThat(age.location().line()).isEqualTo(19);
      assertThat(patients.column("sex").orElseThrow().values())
          .contains(List.of(new PolicyValue.Text("F"), new PolicyValue.Text("M")));
      assertThat(patients.column("region").orElseThrow().values()).isEmpty();
      assertThat(patients.column("weight").orElseThrow().step()).contains(new BigDecimal("0.1"));
      assertThat(patients.column("born").orElseThrow().bounds())
          .contains(
              new Bounds(
                  new PolicyValue.Date(LocalDate.of(1900, 1, 1)),
                  new PolicyValue.Date(LocalDate.of(2030, 12, 31))));
      assertThat(patients.column("smoker").orElseThrow().values())
          .contains(List.of(new PolicyValue.Bool(true), new PolicyValue.Bool(false)));
      assertThat(patients.column("name").orElseThrow().readable()).isFalse();
    }

    @Test
    void scalarsAsEditorsDo() {
      assertThat(values("[NO, 'true', yes, on, 1_000, 1:30, 190:20:30, =, <<, 0b11, -0x1F]"))
          .containsExactly(
              text("NO"),
              text("true"),
              text("yes"),
              text("on"),
              text("1_000"),
              text("1:30"),
              text("190:20:30"),
              text("="),
              text("<<"),
              text("0b11"),
              text("-0x1F"));
      assertThat(values("[!!str 1, !!str true]")).containsExactly(text("1"), text("true"));
      assertThat(values("[1, -2.50, 3e2, .5]"))
          .containsExactly(number("1"), number("-2.50"), number("3e2"), number(".5"));
      assertThat(values("[12:30, 23:59:59.25]"))
          .containsExactly(
              new PolicyValue.Time(LocalTime.of(12, 30)),
              new PolicyValue.Time(LocalTime.of(23, 59, 59, 250_000_000)));
      assertThat(values("[2024-02-29 23:00:00, 2024-02-29T23:01]"))
          .containsExactly(
              new PolicyValue.Timestamp(LocalDateTime.of(2024, 2, 29, 23, 0)),
              new PolicyValue.Timestamp(LocalDateTime.of(2024, 2, 29, 23, 1)));
      assertThat(values("['1900-01-01', \"007\"]"))
          .containsExactly(text("1900-01-01"), text("007"));
    }

    @Test
    void lineBreaksThatAreWrittenAsEscapes() {
      assertThat(values("[\"a\\u2028b\", \"\\u0085\"]"))
          .containsExactly(text("a\u2028b"), text("\u0085"));
    }

    @Test
    void questionMarksThatBeginNoKey() {
      assertThat(values("['?a', a?b]")).containsExactly(text("?a"), text("a?b"));
      TablePolicy table =
          parse(
                  TABLE
                      + """
                                privacy_unit: row
                                columns:
                                  b: {}
                                  ?c: {}
                                  c:
                                    values:
                                    - ?a
                        """)
              .tables()
              .get(0);

      assertThat(table.columns()).extracting(ColumnPolicy::name).containsExactly("b", "?c", "c");
      assertThat(list(table)).containsExactly(text("?a"));
    }

    /** YAML 1.1 merges what such a key names; version 1.2 has no merging. */
    @Test
    void columnsOfAnyName() {
      TablePolicy table =
          parse(
                  TABLE
                      + "        {privacy_unit: row, columns: {a: &a {lower: 0, upper: 9}, <<: *a,"
                      + " =: {}, yes: {}, 010: {}}}")
              .tables()
              .get(0);

      assertThat(table.columns())
          .extracting(ColumnPolicy::name)
          .containsExactly("a", "<<", "=", "yes", "010");
    }

    @Test
    void whatIsLeftOutAsDocumented() {
      Policy policy = parse(TABLE + "        {public: true}");

      assertThat(policy.defaults().epsilon()).isEqualByComparingTo("1");
      assertThat(policy.defaults().delta()).isEqualByComparingTo("1e-8");
      assertThat(policy.defaults().noise()).isEqualTo(NoiseRule.LAPLACE);
      assertThat(policy.budget().total().epsilon()).isEqualByComparingTo("10");
      assertThat(policy.budget().total().delta()).isEqualByComparingTo("1e-6");
      assertThat(policy.budget().renews()).isEqualTo(Renewal.NEVER);
      assertThat(policy.budget().perAnalyst()).isEmpty();
      assertThat(policy.answers().reuseFor()).isEqualTo(Duration.ofHours(24));
      assertThat(policy.limits().maxEpsilonPerQuery()).isEqualByComparingTo("1");
      assertThat(policy.limits().timeout()).isEqualTo(Duration.ofSeconds(60));
      assertThat(policy.limits().maxOutputRows()).isEqualTo(100_000);
      assertThat(policy.limits().latencyStep()).isZero();
    }

    @Test
    void theMaximumPerQueryAndTheAnalystsDeltaFromWhatIsGiven() {
      Policy policy =
          parse(
              "defaults: {epsilon: 0.25}\nbudget: {delta: 1e-5, per_analyst: {epsilon: 2}}\n"
                  + TABLE
                  + "        {public: true}");

      assertThat(policy.limits().maxEpsilonPerQuery()).isEqualByComparingTo("0.25");
      assertThat(policy.budget().perAnalyst().orElseThrow().delta()).isEqualByComparingTo("1e-5");
    }

    @Test
    void aliases() {
      Policy policy =
          parse(
              TABLE
                  + "        privacy_unit: row\n"
                  + "        columns: {a: &age {lower: 0, upper: 9}, b: *age}");

      assertThat(policy.tables().get(0).column("b").orElseThrow().bounds()).isPresent();
    }

    @Test
    void aFileWithByteOrderMark(@TempDir Path folder) throws Exception {
      Path file = folder.resolve("p.yaml");
      Files.writeString(file, "\uFEFF" + TABLE + "        {public: true}");

      assertThat(PolicyFile.load(file.toString()).tables()).hasSize(1);
    }
  }

  @Nested
  class RefusesFiles {
    @Test
    void thatAreNotThere() {
      assertThatThrownBy(() -> PolicyFile.load("nowhere/clinic.yaml"))
          .isInstanceOf(PolicyException.class)
          .hasMessage("nowhere/clinic.yaml: there is no such policy file");
      assertThatThrownBy(() -> PolicyFile.load("classpath:nowhere.yaml"))
          .hasMessage("classpath:nowhere.yaml: there is no such policy file");
      assertThatThrownBy(() -> PolicyFile.load("a\0b")).hasMessageContaining("not a file name");
    }

    @Test
    void thatAreNoPolicy(@TempDir Path folder) throws IOException {
      assertThatThrownBy(() -> PolicyFile.load(folder.toString()))
          .hasMessageContaining("it is a directory");
      Path latin1 = Files.write(folder.resolve("l.yaml"), new byte[] {'a', (byte) 0xE9, 'b'});
      assertThatThrownBy(() -> PolicyFile.load(latin1.toString()))
          .hasMessageEndingWith("the policy is not UTF-8 text");
      Path large = Files.write(folder.resolve("big.yaml"), new byte[PolicySource.MAX_BYTES + 1]);
      assertThatThrownBy(() -> PolicyFile.load(large.toString()))
          .hasMessageEndingWith("the policy is larger than 4 MiB");
      String text = "#".repeat(PolicySource.MAX_BYTES + 1);
      assertThatThrownBy(() -> PolicyFile.parse("text.yaml", text))
          .hasMessage("text.yaml: the policy is larger than 4 MiB");
    }

    @Test
    void thatAreEmpty() {
      assertThatThrownBy(() -> PolicyFile.parse("test.yaml", "# nothing\n"))
          .hasMessage("test.yaml: the policy is empty; begin with 'version: 1'");
      refused("[1, 2] #! the policy must be a mapping");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "version: 1\nschemas: {PUBLIC: [}   #! malformed YAML",
          "version: 1\n\tbudget: 1   #! malformed YAML",
          "version: 1\n--- #! malformed YAML\nversion: 1\n",
          "version: 1\nx: *nobody #! malformed YAML: found undefined alias nobody",
          "version: 1\nx: a\0b #! malformed YAML: character U+0000 is not allowed",
          "version: 1\nx: \"\\xZZ\" #! malformed YAML",
          "version: 1\nx: !!javax.script.ScriptEngineManager [a] #! malformed YAML: YAML tags are not supported",
          "version: 1\nx: !!java.net.URL a #! malformed YAML: YAML tags are not supported",
        })
    void thatAreMalformed(String yaml) {
      refused(yaml);
    }

    /** An author may have had the one or the other in mind. */
    @ParameterizedTest
    @ValueSource(
        strings = {
          "version: 1\n# a\u0085b #! U+0085 ends a line in YAML 1.1 but not in YAML 1.2; remove it, or write it as",
          "version: 1\n# 😀 a\u2028budget: {epsilon: 100} #! U+2028 ends a line in YAML 1.1",
          "version: 1\n\nx: 'a\u2029b' #! U+2029 ends a line in YAML 1.1",
          "version: 1\n!!merge x: {} #! malformed YAML: YAML tags are not supported: remove tag:yaml.org,2002:merge",
          "version: 1\n? x\n: {?a: 1} #! '?' begins a key in YAML 1.1 and a string in YAML 1.2; quote '?a', or omit the '?'",
          "version: 1\nx: [a, [?b]] #! '?' begins a key in YAML 1.1",
          "version: 1\nx: {y: [a], ?b: c} #! '?' begins a key in YAML 1.1",
          "version: 1\nx: {&a: *b} #! the anchor '&a:' has a colon in its name",
          "version: 1\nx:\n  &a: b #! the anchor '&a:' has a colon in its name",
          "version: 1\nx: &a:b [c] #! the anchor '&a:b' has a colon in its name",
        })
    void thatOlderAndNewerReadersOfYamlTellApart(String yaml) {
      refused(yaml);
    }

    @Test
    void thatNestTooDeep() {
      for (int depth : new int[] {100, 100_000}) {
        assertThatThrownBy(() -> PolicyFile.parse("test.yaml", nested(depth)))
            .isInstanceOf(PolicyException.class)
            .hasMessage("test.yaml:1: malformed YAML: lists and mappings nest more than 100 deep");
      }
      assertThatThrownBy(() -> PolicyFile.parse("test.yaml", nested(99)))
          .hasMessageContaining("unknown key 'x'");
    }

    private String nested(int depth) {
      return "{x: " + "[".repeat(depth) + "]".repeat(depth) + "}";
    }

    @Test
    void thatMultiplyAliases() {
      StringBuilder bomb = new StringBuilder("a0: &a0 [x,x]\n");
      for (int i = 1; i < 60; i++) {
        bomb.append("a%d: &a%d [*a%d,*a%d]\n".formatted(i, i, i - 1, i - 1));
      }
      assertThatThrownBy(() -> PolicyFile.parse("test.yaml", bomb.toString()))
          .isInstanceOf(PolicyException.class)
          .hasMessageContaining("aliases");
    }

    @Test
    void thatContainThemselves() {
      assertThatThrownBy(
              () -> PolicyFile.parse("test.yaml", TABLE + "        &t {columns: {c: *t}}"))
          .isInstanceOf(PolicyException.class);
    }
  }

  @Nested
  class RefusesKeys {
    @Test
    void unknownOnesNamingTheNearest() {
      refused(
          """
          version: 1
          default: {}                #! unknown key 'default'; did you mean 'defaults'?
          budget:
            epsilom: 1               #! unknown key 'epsilom'; did you mean 'epsilon'?
            per_analyst: {detla: 0}  #! unknown key 'detla'; did you mean 'delta'?
          answers: {}
          limits: {max_rows: 5}      #! the keys here are max_epsilon_per_query, timeout, max_output_rows, latency_step
          schemas:
            PUBLIC:
              table: {}              #! unknown key 'table'; did you mean 'tables'?
              tables:
                t:
                  privacy_unit: {colum: a}   #! 'privacy_unit' needs 'column' #! did you mean 'column'?
                  max_rows_contribution: 1   #! did you mean 'max_rows_contributed'?
                  columns: {a: {uper: 1}}    #! did you mean 'upper'?
          """);
    }

    @Test
    void givenTwice() {
      refused(
          """
          version: 1
          version: 1                         #! 'version' is given twice
          schemas:
            PUBLIC:
              tables:
                t: {privacy_unit: row, columns: {a: {}, "a": {}}}   #! 'a' is given twice
                t: {public: true}            #! 't' is given twice
          """);
    }

    @Test
    void thatAreNoNames() {
      refused(
          """
          version: 1
          schemas: {PUBLIC: {tables: {[a, b]: {public: true}}}}   #! a key of 'tables' must be a name
          """);
    }

    @Test
    void rowsOfSeveralPeople() {
      refused(
          """
          version: 1
          schemas:
            PUBLIC:
              tables:
                one:
                  privacy_units: [a]         #! 'privacy_units' must list two columns or more
                  columns: {a: {}}
                row:
                  privacy_units: [a, row]    #! 'row' is not a column
                  columns: {a: {}}
                twice:
                  privacy_units: [a, A]      #! 'privacy_units' names a column twice
                  columns: {a: {}}
                both:
                  privacy_unit: a
                  privacy_units: [a, b]      #! give 'privacy_unit' or 'privacy_units', not both
                  columns: {a: {}, b: {}}
                absent:
                  privacy_units: [a, b]      #! the unit's column 'b' must be among the columns
                  columns: {a: {}}
                open:
                  public: true
                  privacy_units: [a, b]      #! a public table has no privacy unit
          """);
      refused(
          """
          version: 1
          schemas:
            PUBLIC:
              tables:
                homes:
                  privacy_unit: a
                  unit_size: 2.5             #! 'unit_size' must be an integer from 1
                  columns: {a: {}}
                events:
                  privacy_unit: row
                  unit_size: -1              #! 'unit_size' must be an integer from 1
                  columns: {a: {}}
                visits:
                  privacy_unit: {column: a, references: homes.a}
                  unit_size: 2               #! the unit is that of the table it references
                  columns: {a: {}}
                open:
                  public: true
                  unit_size: 2               #! a public table has no privacy unit
          """);
      refused(
          """
          version: 1
          schemas:
            PUBLIC:
              tables:
                deals:
                  privacy_units: [a, b]
                  columns: {a: {}, b: {}}
                items:                       #! that table has several units
                  privacy_unit: {column: c, references: deals.a}
                  columns: {c: {}}
                loop:                        #! the references lead back to this table
                  privacy_units: [a, {column: b, references: back.c}]
                  columns: {a: {}, b: {}}
                back:                        #! that table has several units
                  privacy_unit: {column: c, references: loop.a}
                  columns: {c: {}}
          """);
    }

    @Test
    void ofLaterVersions() {
      refused(
          """
          version: 1
          preview: true                #! 'preview' is true; write none, sample
          releases: {}                 #! 'releases' names no schema
          budget: {composition: rdp}   #! 'composition' is rdp; write basic, zcdp, pld
          schemas:
            PUBLIC:
              tables:
                t:
                  privacy_unit: [a, b] #! 'several columns as one unit' is not supported
                  contribution: all    #! 'contribution' is all; write limit_groups, clip
                  unit_size: 0         #! 'unit_size' must be an integer from 1 to 2147483647, not 0
                  columns:
                    b: {bounds: auto}            #! 'bounds' is not supported by this version
          """);
    }
  }

  @Nested
  class RefusesTerms {
    @Test
    void outOfRange() {
      refused(
          """
          version: 2                         #! this driver reads version 1 of the policy, not 2
          defaults:
            epsilon: 0                       #! 'epsilon' must be a positive number
            delta: 1                         #! 'delta' must be 0, or from 1E-18 to below 1, not 1
            noise: uniform                   #! 'noise' is uniform; write laplace, gaussian, best
          budget:
            epsilon: .inf                    #! .inf is not a finite number
            delta: -0.1                      #! 'delta' must be 0, or from
            renews: yearly                   #! 'renews' is yearly; write never, daily, weekly, monthly
            per_analyst: {epsilon: 1e-300}   #! 'epsilon' must be a positive number from 1E-9 to 1000000
          answers: {reuse_for: 24h}          #! 'reuse_for' must be an ISO 8601 duration
          limits:
            max_epsilon_per_query: '2'       #! 'max_epsilon_per_query' must be a number, not 2
            timeout: PT0S                    #! 'timeout' must be longer than 0
            max_output_rows: 1.5             #! 'max_output_rows' must be an integer
            latency_step: -PT1S              #! 'latency_step' must be an ISO 8601 duration
            max_listed_keys: 100001          #! 'max_listed_keys' must be at most 100000
          schemas: {PUBLIC: {tables: {t: {public: true}}}}
          """);
    }

    /** What YAML 1.1 takes for booleans and numbers, and version 1.2 for texts or others. */
    @Test
    void ofOlderVersionsOfYaml() {
      refused(
          """
          version: 1
          defaults: {epsilon: 0o17, delta: 010, clamp: on}     #! write 0o17 as a decimal number #! 010 begins with zero #! 'clamp' must be true or false, not on
          budget: {epsilon: 1_000, delta: 0b1}                 #! 'epsilon' must be a number, not 1_000 #! 'delta' must be a number, not 0b1
          limits: {max_output_rows: 1:30, max_epsilon_per_query: +.inf}   #! 'max_output_rows' must be a number, not 1:30 #! +.inf is not a finite number
          schemas:
            PUBLIC:
              tables:
                t: {public: y, privacy_unit: row, columns: {}}   #! 'public' must be true or false, not y
                u:
                  privacy_unit: row
                  columns:
                    a: {lower: -0x1F, upper: 1_0}              #! 'lower' must be a number, date, time or timestamp without quotes, not -0x1F #! 'upper' must be a number, date, time or timestamp without quotes, not 1_0
                    b: {lower: 2001-12-14t21:59:43.10-05:00, upper: 2002-01-01}   #! write 2001-12-14t21:59:43.10-05:00 without its time zone
          """);
    }

    @Test
    void notFinite() {
      refused(
          """
          version: 1
          defaults: {epsilon: .nan, delta: 1e999999999}   #! .nan is not a finite number #! more than 400 digits
          budget: {epsilon: 1e9, delta: [0]}              #! 'epsilon' must be a positive number #! write a single value here
          limits: {max_output_rows: 0x10, timeout: }      #! write 0x10 as a decimal number #! 'timeout' has no value
          schemas: {PUBLIC: {tables: {t: {public: yes, columns: {}, privacy_unit: row}}}} #! 'public' must be true or false, not yes
          """);
    }

    @Test
    void thatDoNotFitEachOther() {
      refused(
          """
          version: 1
          defaults:
            epsilon: 3          #! the default epsilon, 3, is above max_epsilon_per_query, 1 #! the default epsilon, 3, is above the budget, 2.5
            delta: 1e-5
          budget:
            epsilon: 2
            delta: 1e-5
            per_analyst:
              epsilon: 2.5      #! an analyst's epsilon must be within the whole budget's
              delta: 1e-4       #! an analyst's delta must be within the whole budget's
          limits: {max_epsilon_per_query: 1}
          schemas: {PUBLIC: {tables: {t: {public: true}}}}
          """);
    }

    @Test
    void thatDoNotFitWhatIsLeftOut() {
      refused(
          """
          version: 1 #! the default epsilon, 1, is above max_epsilon_per_query, 0.5 #! the default delta, 1E-8, is above the budget, 0
          budget: {delta: 0}
          limits: {max_epsilon_per_query: 0.5}
          schemas: {PUBLIC: {tables: {t: {public: true}}}}
          """);
    }

    @Test
    void gaussianNoiseWithoutDelta() {
      refused(
          """
          version: 1
          defaults: {noise: gaussian, delta: 0}   #! gaussian noise needs a delta above 0
          schemas: {PUBLIC: {tables: {t: {public: true}}}}
          """);
    }
  }

  @Nested
  class RefusesTables {
    @Test
    void absentOnes() {
      refused("version: 1 #! the policy names no tables; write 'schemas:'");
      refused("version: 1\nschemas: {PUBLIC: {}} #! schema 'PUBLIC' names no tables");
      refused("version: 1\nschemas: {PUBLIC: {tables: }} #! 'tables' has no value");
    }

    @Test
    void thatDoNotSayWhoIsProtected() {
      refused(
          """
          version: 1
          schemas:
            PUBLIC:
              tables:
                a:                                     #! table 'a' needs 'privacy_unit #! table 'a' names no columns
                b: {columns: {x: {}}}                  #! table 'b' needs 'privacy_unit
                c: {public: false, columns: {x: {}}}   #! table 'c' needs 'privacy_unit
                d: {public: true, privacy_unit: row}   #! a public table has no privacy unit
                e: {privacy_unit: x, columns: {y: {}}} #! the unit's column 'x' must be among the columns
                f: {privacy_unit: x}                   #! table 'f' names no columns
                g: {public: true, max_rows_contributed: 2}   #! a public table has no contributions to bound
                g2: {public: true, max_rows_contributed: auto}   #! a public table has no contributions to bound
                g3: {public: true, columns: {a: {lower: 0, upper: auto}}} #! a public table's bounds cannot be auto
                h:
                  privacy_unit: row
                  max_rows_contributed: 2              #! each row is its own privacy unit
                  columns: {x: {}}
                j: {privacy_unit: TODO, columns: {x: {}}}    #! decide who is protected in this table
                i:
                  privacy_unit: X
                  max_rows_contributed: 0              #! 'max_rows_contributed' must be an integer from 1
                  max_groups_contributed: 3000000000   #! 'max_groups_contributed' must be an integer from 1
                  columns: {x: {}}
          """);
    }

    @Test
    void whoseReferencesDoNotReachTheOwner() {
      refused(
          """
          version: 1
          schemas:
            PUBLIC:
              tables:
                p: {privacy_unit: id, columns: {id: {}, no: {}}}
                v: {privacy_unit: {column: p, references: P.ID}, columns: {p: {}}}
                d: {public: true}
                r: {privacy_unit: row, columns: {id: {}}}
                a: {privacy_unit: {column: p, references: gone.id}, columns: {p: {}}}   #! table 'gone' is not in the policy
                b: {privacy_unit: {column: p, references: b.p}, columns: {p: {}}}       #! the references lead back to this table
                c: {privacy_unit: {column: p, references: h.p}, columns: {p: {}}}       #! the references lead back to this table
                h: {privacy_unit: {column: p, references: c.p}, columns: {p: {}}}       #! the references lead back to this table
                e: {privacy_unit: {column: p, references: d.id}, columns: {p: {}}}      #! that table is public
                f: {privacy_unit: {column: p, references: r.id}, columns: {p: {}}}      #! that table's unit is the row
                g: {privacy_unit: {column: p, references: X.p.id}, columns: {p: {}}}    #! table 'p' is not in the policy
                k: {privacy_unit: {columns: [a, b], references: {table: gone, columns: [id, no]}}, columns: {a: {}, b: {}}}  #! references gone (id, no): table 'gone' is not in the policy
                m: {privacy_unit: {columns: [a, b], references: {table: m, columns: [b, a]}}, columns: {a: {}, b: {}}}  #! the references lead back to this table
          """);
      refused(
          TABLE
              + "        {privacy_unit: {column: a, references: b}, columns: {a: {}}}"
              + " #! 'references' must be table.column or schema.table.column");
    }

    @Test
    void whoseKeysOfSeveralColumnsAreNone() {
      refused(
          """
          version: 1
          schemas:
            PUBLIC:
              tables:
                p: {privacy_unit: id, columns: {id: {}, no: {}}}
                a: {privacy_unit: {columns: [a, b], references: {table: p, columns: [id, no]}}, columns: {a: {}, b: {}}}
                b: {privacy_unit: {columns: [a, b]}, columns: {a: {}, b: {}}}                   #! several columns identify a person only by what they reference; add 'references'
                c: {privacy_unit: {columns: [a], references: {table: p, columns: [id, no]}}, columns: {a: {}}}     #! 'columns' must list two columns or more
                d: {privacy_unit: {columns: [a, A], references: {table: p, columns: [id, no]}}, columns: {a: {}}}  #! 'columns' names a column twice
                e: {privacy_unit: {columns: [a, b], references: {table: p, columns: [id, id]}}, columns: {a: {}, b: {}}}     #! 'columns' names a column twice
                f: {privacy_unit: {columns: [a, b, c], references: {table: p, columns: [id, no]}}, columns: {a: {}, b: {}, c: {}}}  #! 3 columns reference 2; name as many
                g: {privacy_unit: {columns: [a, b], references: p.id}, columns: {a: {}, b: {}}}  #! several columns reference {table: ..., columns: [...]}, not a single column
                h: {privacy_unit: {column: a, references: {table: p, columns: [id, no]}}, columns: {a: {}}}  #! 'references' must be table.column or schema.table.column
                i: {privacy_unit: {column: a, columns: [a, b], references: {table: p, columns: [id, no]}}, columns: {a: {}, b: {}}}  #! give 'column' or 'columns', not both
                j: {privacy_unit: {columns: [a, z], references: {table: p, columns: [id, no]}}, columns: {a: {}}}  #! the unit's column 'z' must be among the columns
                l: {privacy_unit: {columns: [a, b], references: {columns: [id, no]}}, columns: {a: {}, b: {}}}  #! 'references' needs 'table'
                n: {privacy_units: [c, {columns: [a, b], references: {table: p, columns: [id, no]}}], columns: {a: {}, b: {}, c: {}}}  #! a row of several people names each by one column
          """);
    }
  }

  @Nested
  class RefusesColumns {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "access: all #! 'access' is all; write none or remove it",
          "access: none, lower: 1, upper: 2 #! 'access: none' allows no other key",
          "lower: 2, upper: 1 #! 'lower' must not be above 'upper'",
          "lower: 2020-01-02, upper: 2020-01-01 #! 'lower' must not be above 'upper'",
          "lower: 12:00, upper: 11:59 #! 'lower' must not be above 'upper'",
          "lower: 2020-01-01, upper: 7 #! 'lower' and 'upper' must be of one kind",
          "lower: 2020-01-01, upper: auto #! 'auto' is for numbers; write the bound",
          "lower: 0, upper: 'auto' #! 'upper' must be a number, date, time or timestamp without"
              + " quotes",
          "lower: 2000000000000, upper: auto #! 'lower' must not be above 'upper'",
          "lower: 0, upper: 1, sum_per_unit: {lower: 0, upper: auto} #! 'sum_per_unit' is chosen"
              + " privately if 'upper' is auto",
          "lower: 2020-01-01, upper: '2020-12-31' #! 'upper' must be a number, date, time or"
              + " timestamp without quotes",
          "lower: true, upper: 3 #! 'lower' must be a number, date, time or timestamp without"
              + " quotes, not true",
          "lower: .nan, upper: 3 #! .nan is not a finite number",
          "lower: 2023-02-29, upper: 2024-01-01 #! 2023-02-29 is not in the calendar",
          "lower: 2023-02-28T10:00:00Z, upper: 3 #! without its time zone",
          "lower: !!float 3, upper: 3 #! YAML tags are not supported",
          "values: [! 1] #! YAML tags are not supported: write the value without !",
          "values: [! '1'] #! YAML tags are not supported: write the value without !",
          "values: [! null] #! YAML tags are not supported: write the value without !",
          "step: 0 #! 'step' must be positive",
          "step: -0.1 #! 'step' must be positive",
          "lower: 2020-01-01, upper: 2020-01-02, step: 1 #! 'step' is for numbers",
          "values: [] #! 'values' is empty",
          "values: F #! 'values' must be a list",
          "values: [a, b, a] #! 'a' is listed twice",
          "values: [1, 1.0] #! '1' is listed twice",
          "values: [1, '2'] #! 'values' must be of one kind",
          "values: [01234, '1'] #! 01234 begins with zero: quote it if it is a string",
          "values: [a, ] #!",
          "values: [a, ~] #! an empty value",
          "values: [a, [b]] #! write a single value here",
          "values: [\"a\\0\"] #! a NUL or half of a surrogate pair",
          "lower: 0, upper: 5, values: [1, 6] #! 6 is not between 'lower' and 'upper'",
        })
    void withValuesThatMeanNothing(String column) {
      if (column.endsWith("#!")) {
        assertThat(parse(column(column.replace("#!", ""))).tables()).hasSize(1);
      } else {
        refused(column(column));
      }
    }

    @Test
    void withOneBoundOnly() {
      refused(
          TABLE
              + """
                      privacy_unit: row
                      columns:
                        a: {lower: 0}   #! 'upper' is missing
                        b: {upper: 0}   #! 'lower' is missing
                        c: {lower: 0, upper: }   #! 'upper' has no value
              """);
    }

    @Test
    void withReleasesAmongThePolicysTables() {
      refused(
          """
          version: 1
          releases:
            schema: public             #! must contain no table of the policy
          schemas:
            PUBLIC:
              tables:
                t: {public: true}
          """);
    }

    @Test
    void withRandomizedAnswersThatArePublic() {
      refused(
          """
          version: 1
          schemas:
            PUBLIC:
              tables:
                t:
                  public: true
                  columns:
                    c: {values: [0, 1], randomized_response: 0.2}   #! is answered exactly
          """);
    }

    @Test
    void withRandomizedResponseThatIsNone() {
      refused(
          column(
              "randomized_response: 0.5, values: [1, 2] #! above 0 and below 0.5"
                  + " #! needs 'values: [true, false]'"));
    }
  }

  @Nested
  class Fingerprints {
    private final String policy =
        TABLE + "        {privacy_unit: row, columns: {c: {lower: 1, upper: 2}}}";

    @Test
    void ignoreLayoutAndWriting() throws PolicyException {
      String same =
          """
          # the same in other words
          schemas:
            PUBLIC:
              tables: {t: {columns: {"c": {upper: 2.00, lower: 1e0}}, privacy_unit: row}}
          budget: {epsilon: 10.0}
          answers: {reuse_for: P1D}
          version: 1
          """;

      assertThat(PolicyFile.parse("other.yaml", same).fingerprint())
          .isEqualTo(parse(policy).fingerprint())
          .matches("[0-9a-f]{64}");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "PUBLIC->OTHER",
          "    t:->    u:",
          "c:->d:",
          "lower: 1->lower: 1.5",
          "upper: 2->upper: 3",
          "upper: 2->upper: auto",
          "upper: 2->upper: 1099511627776",
          "upper: 2->upper: 2, step: 1",
          "upper: 2->upper: 2, values: [1, 2]",
          "lower: 1, upper: 2->values: [1, 2]",
          "lower: 1, upper: 2->access: none",
          "privacy_unit: row->privacy_unit: c",
          "privacy_unit: row->privacy_unit: c, max_rows_contributed: 2",
          "privacy_unit: row->privacy_unit: c, max_rows_contributed: auto",
          "privacy_unit: row->privacy_unit: c, max_groups_contributed: 2",
          "privacy_unit: row->public: true",
          "version: 1->version: 1\ndefaults: {epsilon: 0.5}",
          "version: 1->version: 1\ndefaults: {delta: 1e-9}",
          "version: 1->version: 1\ndefaults: {noise: gaussian}",
          "version: 1->version: 1\nbudget: {epsilon: 11}",
          "version: 1->version: 1\nbudget: {delta: 1e-5}",
          "version: 1->version: 1\nbudget: {renews: daily}",
          "version: 1->version: 1\nbudget: {per_analyst: {}}",
          "version: 1->version: 1\nanswers: {reuse_for: PT0S}",
          "version: 1->version: 1\nlimits: {max_epsilon_per_query: 2}",
          "version: 1->version: 1\nlimits: {timeout: PT1S}",
          "version: 1->version: 1\nlimits: {max_output_rows: 1}",
          "version: 1->version: 1\nlimits: {latency_step: PT1S}",
          "version: 1->version: 1\nlimits: {max_listed_keys: 1}",
          "version: 1->version: 1\nlimits: {max_lookup_keys: 1}",
        })
    void tellEveryMeaningApart(String change) {
      String[] fromTo = change.split("->");
      String changed = policy.replace(fromTo[0], fromTo[1]);

      assertThat(changed).isNotEqualTo(policy);
      assertThat(parse(changed).fingerprint()).isNotEqualTo(parse(policy).fingerprint());
    }

    /** What ledgers and kept answers were told before there was the setting. */
    @Test
    void areThoseOfVersionsWithoutASetting() {
      String usual =
          policy.replace(
              "version: 1", "version: 1\nlimits: {max_listed_keys: 400, max_lookup_keys: 400}");

      assertThat(usual).isNotEqualTo(policy);
      assertThat(parse(usual).fingerprint())
          .isEqualTo(parse(policy).fingerprint())
          .isEqualTo("7e117987194c70dbcdb453c59baee452679b30153498c25cf558aa442f075566");
    }

    @Test
    void keepTheOrderOfValues() {
      assertThat(parse(column("values: [a, b]")).fingerprint())
          .isNotEqualTo(parse(column("values: [b, a]")).fingerprint());
    }
  }

  private static List<PolicyValue> values(String list) {
    return list.startsWith("[")
        ? list(parse(column("values: " + list)).tables().get(0))
        : List.of();
  }

  private static List<PolicyValue> list(TablePolicy table) {
    return table.column("c").orElseThrow().values().orElseThrow();
  }

  private static PolicyValue number(String text) {
    return new PolicyValue.Number(new BigDecimal(text));
  }

  private static PolicyValue text(String text) {
    return new PolicyValue.Text(text);
  }
}
