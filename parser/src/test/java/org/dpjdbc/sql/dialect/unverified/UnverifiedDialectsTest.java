package org.dpjdbc.sql.dialect.unverified;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Types;
import java.time.Duration;
import java.util.Optional;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.dialect.common.CatalogQuestion;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the dialects of databases that the build does not run say. */
final class UnverifiedDialectsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SQLite               | 3.46.1           | SqliteDialect
          SQLite               | 3.38.5           |
          Microsoft SQL Server | 16.00.4135       | SqlServerDialect
          Microsoft SQL Server | 12.00.5000       | SqlServerDialect
          Microsoft SQL Server | 11.00.7001       |
          Oracle               | Oracle Database 19c Enterprise Edition Release 19.0.0.0.0 - Production | OracleDialect
          Oracle               | Oracle Database 12c Enterprise Edition Release 12.2.0.1.0 - 64bit      | OracleDialect
          Oracle               | Oracle Database 12c Enterprise Edition Release 12.1.0.2.0 - 64bit      |
          Snowflake            | 8.40.1           | SnowflakeDialect
          Google BigQuery      | 2.0              | BigQueryDialect
          ClickHouse           | 24.8.4.13        | ClickHouseDialect
          ClickHouse           | 23.3.1.2823      |
          Sybase               | 16.0             |
          """)
  void areChosenByNameAndVersion(String product, String version, String dialect) {
    assertThat(BackendDialects.of(product, version).map(d -> d.getClass().getSimpleName()))
        .isEqualTo(Optional.ofNullable(dialect));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SQLite               | INTEGER             | 0    | 0 | BIGINT
          SQLite               | VARCHAR(20)         | 20   | 0 | VARCHAR
          SQLite               | DECIMAL(9,2)        | 9    | 2 |
          SQLite               | DATE                | 0    | 0 |
          SQLite               |                     | 0    | 0 |
          Microsoft SQL Server | int identity        | 10   | 0 | INTEGER
          Microsoft SQL Server | tinyint             | 3    | 0 | SMALLINT
          Microsoft SQL Server | bit                 | 1    | 0 | BOOLEAN
          Microsoft SQL Server | money               | 19   | 4 | DECIMAL(19, 4)
          Microsoft SQL Server | varchar             | 8000 | 0 | VARCHAR
          Microsoft SQL Server | nvarchar            | 30   | 0 | VARCHAR(30)
          Microsoft SQL Server | varchar COLLATE X   | 30   | 0 |
          Microsoft SQL Server | text                | 30   | 0 |
          Microsoft SQL Server | time                | 16   | 7 |
          Microsoft SQL Server | datetimeoffset      | 34   | 7 |
          Oracle               | NUMBER              | 9    | 0 | INTEGER
          Oracle               | NUMBER              | 38   | 0 | DECIMAL(38, 0)
          Oracle               | NUMBER              | 5    | 2 | DECIMAL(5, 2)
          Oracle               | NUMBER              | 0    | -127 |
          Oracle               | NUMBER              | 3    | -2 |
          Oracle               | FLOAT               | 126  | 0 |
          Oracle               | BINARY_DOUBLE       | 0    | 0 | DOUBLE
          Oracle               | DATE                | 7    | 0 | TIMESTAMP(0)
          Oracle               | TIMESTAMP(6) WITH TIME ZONE | 13 | 6 |
          Oracle               | CLOB                | 4000 | 0 |
          Snowflake            | NUMBER              | 38   | 0 | DECIMAL(38, 0)
          Snowflake            | TIMESTAMPNTZ        | 9    | 9 | TIMESTAMP(9)
          Snowflake            | TIMESTAMPTZ         | 9    | 9 |
          Snowflake            | VARIANT             | 0    | 0 |
          Google BigQuery      | INT64               | 19   | 0 | BIGINT
          Google BigQuery      | NUMERIC             | 38   | 9 | DECIMAL(38, 9)
          Google BigQuery      | BIGNUMERIC          | 77   | 38 |
          Google BigQuery      | ARRAY<INT64>        | 0    | 0 |
          ClickHouse           | Nullable(Int32)     | 10   | 0 | INTEGER
          ClickHouse           | LowCardinality(Nullable(String)) | 0 | 0 | VARCHAR
          ClickHouse           | UInt32              | 10   | 0 | BIGINT
          ClickHouse           | UInt64              | 20   | 0 |
          ClickHouse           | Decimal(18, 4)      | 18   | 4 | DECIMAL(18, 4)
          ClickHouse           | Decimal(76, 4)      | 76   | 4 |
          ClickHouse           | FixedString(3)      | 3    | 0 |
          ClickHouse           | DateTime64(9)       | 29   | 9 |
          ClickHouse           | Date                | 10   | 0 | DATE
          """)
  void offerTheirTypes(String product, String name, int precision, int scale, String type) {
    BackendDialect dialect = BackendDialects.called(product).orElseThrow();
    LiveSchema.Column column =
        new LiveSchema.Column("C", Types.OTHER, name == null ? "" : name, precision, scale, false);
    assertThat(
            dialect
                .type(new JavaTypeFactoryImpl(dialect.typeSystem()), column)
                .map(RelDataType::toString))
        .isEqualTo(Optional.ofNullable(type));
  }

  /** A value of another storage class, and a number that is not finite, are read as NULL. */
  @ParameterizedTest
  @CsvSource({
    "SQLite, INTEGER, true",
    "SQLite, TEXT, true",
    "Oracle, BINARY_DOUBLE, true",
    "Snowflake, DOUBLE, true",
    "Google BigQuery, FLOAT64, true",
    "ClickHouse, Float64, true",
    "Microsoft SQL Server, float, false",
    "Google BigQuery, INT64, false"
  })
  void mayBeNullWhereWhatIsReadIs(String product, String name, boolean nullable) {
    BackendDialect dialect = BackendDialects.called(product).orElseThrow();
    LiveSchema.Column column = new LiveSchema.Column("C", Types.OTHER, name, 9, 0, false);
    assertThat(
            dialect
                .type(new JavaTypeFactoryImpl(dialect.typeSystem()), column)
                .orElseThrow()
                .isNullable())
        .isEqualTo(nullable);
  }

  @ParameterizedTest
  @CsvSource({
    "SQLite, false",
    "Snowflake, false",
    "Google BigQuery, false",
    "ClickHouse, false",
    "Microsoft SQL Server, true",
    "Oracle, true",
    "H2, true"
  })
  void believeTheirKeysOrNot(String product, boolean enforced) {
    assertThat(BackendDialects.called(product).orElseThrow().enforcesKeys()).isEqualTo(enforced);
  }

  /** Where keys are believed, the catalog is asked which of them hold for no or some rows. */
  @ParameterizedTest
  @CsvSource({"Microsoft SQL Server", "Oracle"})
  void askWhichKeysHold(String product) {
    BackendDialect dialect = BackendDialects.called(product).orElseThrow();
    assertThat(dialect.catalogQuery(CatalogQuestion.DOUBTFUL_TABLES)).isPresent();
    assertThat(dialect.catalogQuery(CatalogQuestion.MERGING_COLLATIONS)).isPresent();
    assertThat(dialect.catalogQuery(CatalogQuestion.TABLE_CHECKS)).isEmpty();
  }

  @Test
  void pinWhatAnErrorOrAnApproximationRestsOn() {
    assertThat(pinning("Microsoft SQL Server"))
        .contains("SET ARITHABORT OFF", "SET ANSI_WARNINGS OFF", "SET DATEFIRST 7");
    assertThat(pinning("Oracle"))
        .contains("ALTER SESSION SET NLS_COMP = BINARY")
        .contains("ALTER SESSION SET APPROX_FOR_COUNT_DISTINCT = FALSE");
    assertThat(pinning("Snowflake")).contains("ALTER SESSION SET WEEK_START = 1");
    assertThat(pinning("SQLite")).contains("PRAGMA query_only = ON");
  }

  private static Iterable<String> pinning(String product) {
    return BackendDialects.called(product).orElseThrow().pinning();
  }

  /** No session of ClickHouse keeps anything: each statement says what it relies on. */
  @Test
  void tellEachStatementWhatNoSessionKeeps() {
    assertThat(BackendDialects.called("ClickHouse").orElseThrow().statement("SELECT 1"))
        .startsWith("SELECT 1 SETTINGS ")
        .contains("join_use_nulls = 1", "prefer_column_name_to_alias = 1")
        .contains("count_distinct_implementation = 'uniqExact'")
        .contains("group_by_overflow_mode = 'throw'");
    assertThat(BackendDialects.called("Snowflake").orElseThrow().statement("SELECT 1"))
        .isEqualTo("SELECT 1");
  }

  @Test
  void endWhatTakesTooLongWhereTheServerCan() {
    Duration timeout = Duration.ofSeconds(7);
    assertThat(BackendDialects.called("Snowflake").orElseThrow().limits(timeout))
        .containsExactly("ALTER SESSION SET STATEMENT_TIMEOUT_IN_SECONDS = 7");
    assertThat(BackendDialects.called("ClickHouse").orElseThrow().limits(timeout))
        .containsExactly("SET max_execution_time = 7");
    assertThat(BackendDialects.called("Oracle").orElseThrow().limits(timeout)).isEmpty();
  }

  /** A name of the catalog's ends in its quotes and nowhere before. */
  @Test
  void quoteNames() {
    assertThat(quoted("Microsoft SQL Server", "a]b")).isEqualTo("[a]]b]");
    assertThat(quoted("Oracle", "a\"b")).isEqualTo("\"a\"\"b\"");
    assertThat(quoted("SQLite", "a`b")).isEqualTo("`a``b`");
    assertThat(quoted("Google BigQuery", "$f0")).isEqualTo("`dp__f0`");
    for (String product : new String[] {"Google BigQuery", "ClickHouse"}) {
      assertThatExceptionOfType(RefusedException.class).isThrownBy(() -> quoted(product, "a\\`b"));
    }
  }

  private static String quoted(String product, String name) {
    return BackendDialects.called(product).orElseThrow().printer().quoteIdentifier(name);
  }
}
