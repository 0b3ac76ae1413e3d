package org.dpjdbc.run.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyBoolean;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.atLeastOnce;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.LiveSchema.Column;
import org.dpjdbc.policy.LiveSchema.ForeignKey;
import org.dpjdbc.policy.LiveSchema.Kind;
import org.dpjdbc.policy.LiveSchema.Table;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyCheck;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.policy.PolicyFile;
import org.h2.api.TableEngine;
import org.h2.command.ddl.CreateTableData;
import org.h2.mvstore.db.MVTable;
import org.h2.tools.TriggerAdapter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LiveSchemaReaderTest {
  private Connection connection;

  /** An engine whose tables are not H2's own. */
  public static final class Engine implements TableEngine {
    @Override
    public org.h2.table.Table createTable(CreateTableData data) {
      return new MVTable(data, data.session.getDatabase().getStore()) {};
    }
  }

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:h2:mem:");
    execute(
        """
        CREATE SCHEMA clinic;
        CREATE SCHEMA clinicX;
        CREATE TABLE clinicX.wrong (a INT);
        SET SCHEMA clinic;
        CREATE TABLE patients (
          patient_id BIGINT PRIMARY KEY, ssn CHAR(11) UNIQUE, age INT NOT NULL,
          weight DECIMAL(5, 2), born TIMESTAMP(3), region VARCHAR(20), site INT, bed INT,
          CONSTRAINT place UNIQUE (site, bed));
        CREATE INDEX by_region ON patients (region);
        CREATE TABLE visits (
          visit_id INT, patient_id BIGINT REFERENCES patients, site INT, bed INT,
          FOREIGN KEY (bed, site) REFERENCES patients (bed, site));
        CREATE VIEW adults AS SELECT * FROM patients WHERE age >= 18;
        CREATE TABLE "odd_%name" ("a b" INT);
        """);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void readsNamesAndTypes() throws SQLException {
    LiveSchema live = LiveSchemaReader.read(connection, List.of("clinic"));

    assertThat(live.tables())
        .extracting(Table::name)
        .containsExactlyInAnyOrder("PATIENTS", "VISITS", "ADULTS", "odd_%name");
    assertThat(patients(live).kind()).isEqualTo(Kind.TABLE);
    assertThat(patients(live).columns())
        .startsWith(
            new Column("PATIENT_ID", Types.BIGINT, "BIGINT", 64, 0, false),
            new Column("SSN", Types.CHAR, "CHARACTER", 11, 0, true),
            new Column("AGE", Types.INTEGER, "INTEGER", 32, 0, false),
            new Column("WEIGHT", Types.DECIMAL, "DECIMAL", 5, 2, true),
            new Column("BORN", Types.TIMESTAMP, "TIMESTAMP", 23, 3, true));
    assertThat(live.table("CLINIC", "odd_%name").orElseThrow().columns())
        .extracting(Column::name)
        .containsExactly("a b");
  }

  @Test
  void readsEnforcedKeys() throws SQLException {
    LiveSchema live = LiveSchemaReader.read(connection, List.of("CLINIC"));

    assertThat(patients(live).primaryKey()).containsExactly("PATIENT_ID");
    assertThat(patients(live).uniqueKeys().get(0)).containsExactly("PATIENT_ID");
    assertThat(patients(live).uniqueKeys())
        .containsExactlyInAnyOrder(List.of("PATIENT_ID"), List.of("SSN"), List.of("SITE", "BED"));
    assertThat(live.table("CLINIC", "VISITS").orElseThrow().uniqueKeys()).isEmpty();
    assertThat(live.table("CLINIC", "VISITS").orElseThrow().foreignKeys())
        .containsExactlyInAnyOrder(
            new ForeignKey(List.of("PATIENT_ID"), "CLINIC", "PATIENTS", List.of("PATIENT_ID")),
            new ForeignKey(List.of("BED", "SITE"), "CLINIC", "PATIENTS", List.of("BED", "SITE")));
  }

  /** H2 makes one for each key, and for each reference. */
  @Test
  void readsIndexes() throws SQLException {
    LiveSchema live = LiveSchemaReader.read(connection, List.of("CLINIC"));

    assertThat(patients(live).indexes())
        .containsExactlyInAnyOrder(
            List.of("PATIENT_ID"), List.of("SSN"), List.of("SITE", "BED"), List.of("REGION"));
    assertThat(patients(live).isIndexed("SITE")).isTrue();
    assertThat(patients(live).isIndexed("AGE")).isFalse();
    assertThat(live.table("CLINIC", "VISITS").orElseThrow().indexes())
        .containsExactlyInAnyOrder(List.of("PATIENT_ID"), List.of("BED", "SITE"));
  }

  /** The older catalog has an empty condition for an index that has none. */
  @Test
  void readsIndexesOfTheOlderCatalog() throws SQLException {
    connection.close();
    connection = DriverManager.getConnection("jdbc:h2:mem:;OLD_INFORMATION_SCHEMA=TRUE");
    execute("CREATE TABLE sites (site INT UNIQUE)");

    Table sites = LiveSchemaReader.read(connection, List.of("PUBLIC")).tables().get(0);
    assertThat(sites.uniqueKeys()).containsExactly(List.of("SITE"));
    assertThat(sites.indexes()).containsExactly(List.of("SITE"));
  }

  /** What has an engine of its own may be other rows wherever a statement reads it. */
  @Test
  void doubtsTablesOfOtherEngines() throws SQLException {
    execute("CREATE TABLE clinic.numbers (n INT) ENGINE \"" + Engine.class.getName() + "\"");

    LiveSchema live = LiveSchemaReader.read(connection, List.of("CLINIC"));
    assertThat(live.table("CLINIC", "NUMBERS").orElseThrow().kind()).isEqualTo(Kind.UNSTEADY_TABLE);
    assertThat(patients(live).kind()).isEqualTo(Kind.TABLE);
  }

  @Test
  void takesNoKeysFromViews() throws SQLException {
    Table adults =
        LiveSchemaReader.read(connection, List.of("CLINIC"))
            .table("CLINIC", "ADULTS")
            .orElseThrow();

    assertThat(adults.kind()).isEqualTo(Kind.VIEW);
    assertThat(adults.uniqueKeys()).isEmpty();
    assertThat(adults.columns()).hasSize(8);
  }

  @Test
  void readsNothingOfUnknownSchemas() throws SQLException {
    assertThat(LiveSchemaReader.read(connection, List.of("NOWHERE")).tables()).isEmpty();
  }

  @Test
  void asksForNoStatistic() throws SQLException {
    Connection watched = spy(connection);
    DatabaseMetaData metaData = spy(connection.getMetaData());
    when(watched.getMetaData()).thenReturn(metaData);

    LiveSchemaReader.read(watched, List.of("CLINIC"));

    verify(metaData, atLeastOnce()).getIndexInfo(any(), any(), any(), eq(false), eq(true));
    verify(metaData, never()).getIndexInfo(any(), any(), any(), anyBoolean(), eq(false));
  }

  @Test
  void looksAtNoRow() throws SQLException {
    execute(
        "CREATE TRIGGER watch BEFORE SELECT ON patients CALL '%s'"
            .formatted(Watch.class.getName()));
    execute("SELECT * FROM patients");
    assertThat(Watch.SELECTS).as("the trigger sees a query").hasValueGreaterThan(0);
    Watch.SELECTS.set(0);

    LiveSchemaReader.read(connection, List.of("CLINIC"));

    assertThat(Watch.SELECTS).hasValue(0);
  }

  @Test
  void namesCollationsThatMergeStrings() throws SQLException {
    try (Connection lax = DriverManager.getConnection("jdbc:h2:mem:");
        Statement statement = lax.createStatement()) {
      statement.execute("SET COLLATION ENGLISH STRENGTH PRIMARY");
      statement.execute("CREATE TABLE t (name VARCHAR(9), age INT)");

      assertThat(LiveSchemaReader.read(lax, List.of("PUBLIC")).tables().get(0).columns())
          .extracting(Column::typeName)
          .containsExactly("CHARACTER VARYING COLLATE ENGLISH", "INTEGER");
    }
  }

  @Test
  void readsForAPolicyWhatItNames() throws Exception {
    Policy policy = policy("{visits: {privacy_unit: patient_id, columns: {patient_id: {}}}}");

    LiveSchema live = LiveSchemaReader.read(connection, policy);

    assertThat(live.tables()).extracting(Table::name).containsExactly("VISITS");
    assertThat(PolicyCheck.check(policy, live).tables().get(0).name()).isEqualTo("VISITS");
  }

  @Test
  void readsForAPolicyThatDoesNotFitWhatMayBeMeant() throws Exception {
    Policy policy = policy("{visit: {public: true}}");

    LiveSchema live = LiveSchemaReader.read(connection, policy);

    assertThatThrownBy(() -> PolicyCheck.check(policy, live))
        .isInstanceOf(PolicyException.class)
        .hasMessageContaining("the database has no table 'clinic.visit'; did you mean 'VISITS'?");
  }

  /** Counts the queries that reach a table. */
  public static final class Watch extends TriggerAdapter {
    static final AtomicInteger SELECTS = new AtomicInteger();

    @Override
    public void fire(Connection inner, ResultSet before, ResultSet after) {
      SELECTS.incrementAndGet();
    }
  }

  private static Policy policy(String tables) throws PolicyException {
    return PolicyFile.parse("p.yaml", "version: 1\nschemas: {clinic: {tables: " + tables + "}}");
  }

  private static Table patients(LiveSchema live) {
    return live.table("CLINIC", "PATIENTS").orElseThrow();
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
