package org.dpjdbc.sql.dialect;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.dialect.duckdb.DuckDbDialect;
import org.dpjdbc.sql.dialect.h2.H2Dialect;
import org.dpjdbc.sql.dialect.mysql.MariaDbDialect;
import org.dpjdbc.sql.dialect.mysql.MySqlDialect;
import org.dpjdbc.sql.dialect.postgres.PostgresDialect;
import org.dpjdbc.sql.dialect.spark.SparkDialect;
import org.dpjdbc.sql.dialect.trino.TrinoDialect;
import org.dpjdbc.sql.rewrite.DialectFunctionRewriter;

/** The list of dialects: to add one, add a class and a line here. */
public final class BackendDialects {
  private static final List<BackendDialect> KNOWN =
      List.of(
          new H2Dialect(),
          new DuckDbDialect(),
          new PostgresDialect(),
          new MariaDbDialect(),
          new MySqlDialect(),
          new SparkDialect(),
          new TrinoDialect());

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
   * The dialect of a database whose version does not matter.
   *
   * @param productName as its driver gives it
   * @return empty if the version matters, or the database is not offered
   */
  public static Optional<BackendDialect> ofAnyVersion(String productName) {
    return KNOWN.stream()
        .filter(dialect -> !dialect.dependsOnVersion() && dialect.isOf(productName, ""))
        .findFirst();
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

  /**
   * The names, in upper case, that a call of an operator may have been read from on any of them.
   */
  public static Set<String> namesOf(String operator) {
    String name = operator.toUpperCase(Locale.ROOT);
    return Stream.concat(
            DialectFunctionRewriter.namesOf(name).stream(),
            KNOWN.stream().flatMap(dialect -> dialect.syntax().namesOf(name)))
        .collect(Collectors.toSet());
  }

  /**
   * Additional properties for the driver of the database at a URL, besides the user's.
   *
   * @param patience after which the driver gives a server up that does not answer the login
   */
  public static Map<String, String> driverProperties(String url, Duration patience) {
    Map<String, String> properties = new HashMap<>();
    KNOWN.forEach(dialect -> properties.putAll(dialect.driverProperties(url, patience)));
    return properties;
  }
}
