package org.dpjdbc.backends;

import java.util.Map;

/**
 * How many cases each suite tries that could try any number: in every build, in that of {@code
 * -Pthorough}, and in that of {@code -Pthorough,exhaustive}, which may take hours. What is counted
 * stands beside each. Where a suite runs on several databases, {@link TestBackends} divides them.
 */
public enum SuiteCases {
  /** Generated queries. */
  AGGREGATE_QUERIES("AggregateQueriesTest", 240, 700, 1_500),
  /** Seconds that another account of the machine goes on. */
  ANOTHER_ACCOUNT("AnotherAccountTest", 5, 6, 3_600),
  /** Mutated attacks. */
  ATTACK("AttackTest", 240, 600, 6_000),
  /** Questions of each worker while sessions are killed. */
  CHAOS("ChaosTest", 100, 250, 500),
  /** Statements of each of 64 threads. */
  CROWD("CrowdTest", 96, 400, 1_000),
  /** Queries of equal meaning, each as it is written and within others. */
  EQUAL_FORMS("EqualFormsTest", 110, 700, 700),
  /** Generated statements. */
  GRAMMATICAL_SQL("GrammaticalSqlTest", 400, 2_500, 10_000),
  /** Mutated sessions over a socket. */
  HOSTILE_CLIENT("HostileClientTest", 8, 100, 300),
  /** Seconds that a hostile user goes on in each of eleven ways. */
  HOSTILE_NEIGHBOUR("HostileNeighbourTest", 5, 6, 300),
  /** Contents of the database, each with every query. */
  JOIN_SENSITIVITY("JoinSensitivityTest", 1, 1, 4),
  /** Kills of the gateway. */
  KILLED_GATEWAY("KilledGatewayTest", 6, 6, 50),
  /** Kills of the gateway's shadow. */
  KILLED_SHADOW("KilledShadowTest", 1, 4, 50),
  /** Processes that are killed while they charge, for each kind of ledger. */
  LEDGER_SHARING("LedgerSharingTest", 4, 15, 50),
  /** Clients at once. */
  LOAD_CLIENTS("LoadTest", 8, 60, 100),
  /** Questions of each. */
  LOAD_QUESTIONS("LoadTest", 40, 100, 1_000),
  /** Questions that nobody has asked before. */
  LOAD_FRESH("LoadTest", 20, 50, 100),
  /** Triples of query, database and household. */
  MANY_ROWS("ManyRowsTest", 100, 240, 480),
  /** Mutated sessions without a socket. */
  MUTATED_SESSIONS("MutatedSessionsTest", 8_000, 150_000, 1_000_000),
  /** Values of the other column that each hostile value is beside. */
  OUTCOME("OutcomeTest", 2, 10, 1_000),
  /** Of so many pairs of a statement and a parameter, one is tried. */
  PARAMETERS_APART("ParametersTest", 31, 11, 11),
  /** Of so many settings of weighted groups, one is tried. */
  PARTITION_SELECTION_APART("PartitionSelectionTest", 3, 1, 1),
  /** Contents of the database, each with every query. */
  REFERENCE_SENSITIVITY("ReferenceSensitivityTest", 1, 3, 3),
  /** Queries that ask in other words, and as many that ask something else. */
  REWRITTEN_QUERIES("RewrittenQueriesTest", 120, 500, 10_000),
  /** Draws from each sampler whose scale other draws share. */
  SAMPLER_DISTRIBUTION("SamplerDistributionTest", 100_000, 300_000, 300_000),
  /** Generated queries, of each of three kinds. */
  SENSITIVITY("SensitivityTest", 24, 120, 200),
  /** Generated queries. */
  SET_SENSITIVITY("SetSensitivityTest", 10, 24, 40),
  /** Triples of query, database and unit. */
  SEVERAL_TABLES("SeveralTablesTest", 120, 1_000, 2_000);

  private static final double ORDINARY_SHARE = 1.5;

  /** The suites that may take more than {@link #ORDINARY_SHARE}, in percent. */
  private static final Map<String, Double> SHARES =
      Map.ofEntries(
          Map.entry("AttackTest", 5.0),
          Map.entry("AuditTest", 2.5),
          Map.entry("CrowdTest", 2.0),
          Map.entry("DialectOutcomeTest", 2.5),
          Map.entry("EqualFormsTest", 2.0),
          Map.entry("ExistingGroupsTest", 2.0),
          Map.entry("GroupKeysTest", 2.5),
          Map.entry("LedgerSharingTest", 3.0),
          Map.entry("OutcomeTest", 3.5),
          Map.entry("PostgresDialectTest", 2.0),
          Map.entry("ReloadTest", 3.0),
          Map.entry("SensitivityTest", 2.0),
          Map.entry("RewriteDifferentialTest", 2.0),
          Map.entry("SqllineTest", 2.0),
          Map.entry("VerdictTest", 3.0),
          Map.entry("WebConsoleTest", 2.0),
          Map.entry("ZeroNoiseDifferentialTest", 3.0));

  private final String suite;
  private final int ordinary;
  private final int thorough;
  private final int exhaustive;

  SuiteCases(String suite, int ordinary, int thorough, int exhaustive) {
    this.suite = suite;
    this.ordinary = ordinary;
    this.thorough = thorough;
    this.exhaustive = exhaustive;
  }

  /**
   * The share of a build's CPU-seconds that a suite should take at most, in percent.
   *
   * @param suite the simple name of a test class
   */
  static double share(String suite) {
    return SHARES.getOrDefault(suite, ORDINARY_SHARE);
  }

  /** The simple name of the test class. */
  public String suite() {
    return suite;
  }

  /** How many there are in this build. */
  public int number() {
    return TestBackends.isExhaustive()
        ? exhaustive
        : TestBackends.isThorough() ? thorough : ordinary;
  }

  /** As {@link #number}, or what a system property says. */
  public int number(String property) {
    return Integer.getInteger(property, number());
  }

  /** How many are tried on one of the databases. */
  public int on(TestBackend backend) {
    return TestBackends.share(backend, number());
  }
}
