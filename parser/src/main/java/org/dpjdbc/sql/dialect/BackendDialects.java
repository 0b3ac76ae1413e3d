package org.dpjdbc.sql.dialect;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.dialect.duckdb.DuckDbBackend;
import org.dpjdbc.sql.dialect.h2.H2Backend;
import org.dpjdbc.sql.dialect.mysql.MariaDbBackend;
import org.dpjdbc.sql.dialect.mysql.MySqlBackend;
import org.dpjdbc.sql.dialect.postgres.PostgresBackend;
import org.dpjdbc.sql.dialect.spark.SparkBackend;
import org.dpjdbc.sql.dialect.trino.TrinoBackend;
import org.dpjdbc.sql.dialect.unverified.BigQueryBackend;
import org.dpjdbc.sql.dialect.unverified.ClickHouseBackend;
import org.dpjdbc.sql.dialect.unverified.OracleBackend;
import org.dpjdbc.sql.dialect.unverified.SnowflakeBackend;
import org.dpjdbc.sql.dialect.unverified.SqlServerBackend;
import org.dpjdbc.sql.dialect.unverified.SqliteBackend;

/** The dialects that there are: a new one is a class, and a line here. */
public final class BackendDialects {
  private static final List<BackendDialect> KNOWN =
      List.of(
          new H2Backend(),
          new DuckDbBackend(),
          new PostgresBackend(),
          new MariaDbBackend(),
          new MySqlBackend(),
          new SparkBackend(),
          new TrinoBackend(),
          new SqliteBackend(),
          new SqlServerBackend(),
          new OracleBackend(),
          new SnowflakeBackend(),
          new BigQueryBackend(),
          new ClickHouseBackend());

  private BackendDialects() {}

  /** All of them. */
  public static List<BackendDialect> all() {
    return KNOWN;
  }

  /** The names of all databases that are offered. */
  public static List<String> productNames() {
    return KNOWN.stream().map(BackendDialect::productName).toList();
  }

  /**
   * The dialect of a database.
   *
   * @param productName as its driver gives it
   * @param productVersion as its driver gives it
   * @return empty for a database that is not offered
   */
  public static Optional<BackendDialect> of(String productName, String productVersion) {
    return KNOWN.stream().filter(dialect -> dialect.isOf(productName, productVersion)).findFirst();
  }

  /**
   * The dialect of a database in any version.
   *
   * @param productName as {@link BackendDialect#productName} gives it
   * @return empty for a database that is not offered
   */
  public static Optional<BackendDialect> called(String productName) {
    return KNOWN.stream().filter(dialect -> dialect.productName().equals(productName)).findFirst();
  }

  /** What the driver of the database at a URL must be told besides what the user tells it. */
  public static Map<String, String> driverProperties(String url) {
    Map<String, String> properties = new HashMap<>();
    KNOWN.forEach(dialect -> properties.putAll(dialect.driverProperties(url)));
    return properties;
  }
}
