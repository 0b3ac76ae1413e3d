package org.dpjdbc.sql.dialect.mysql;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.dpjdbc.sql.dialect.common.StoredTypes;
import org.dpjdbc.sql.rewrite.DialectSyntax;

/** MariaDB, from version 10.6. */
public final class MariaDbDialect extends MySqlFamily {
  private static final double MILLIS = 1000;
  private static final String COLLATION = "utf8mb4_nopad_bin";
  private static final StoredTypes STORED =
      new StoredTypes("TEXT CHARACTER SET utf8mb4 COLLATE " + COLLATION, "TIME(6)", "DATETIME(6)");

  public MariaDbDialect() {
    super("MariaDB", COLLATION);
  }

  @Override
  public DialectSyntax syntax() {
    return MySqlSyntax.OF_MARIADB;
  }

  @Override
  public boolean dependsOnVersion() {
    return true;
  }

  /** MySQL's driver calls it MySQL; the version shows what it is. */
  @Override
  public boolean isOf(String product, String version) {
    return product.equals("MariaDB") || (product.equals("MySQL") && version.contains("MariaDB"));
  }

  @Override
  public boolean keepsReleases() {
    return true;
  }

  @Override
  public Optional<String> declared(RelDataType type) {
    return STORED.of(type);
  }

  @Override
  public List<String> writing() {
    return List.of("SET SESSION TRANSACTION READ WRITE");
  }

  /**
   * A table that keeps its history shows the present; regular expressions mean what they say; no
   * limit on memory or locks makes a query fail because of what a row has; an answer is computed,
   * and not taken from the server's cache.
   */
  @Override
  List<String> ownPinning() {
    return List.of(
        "SET SESSION system_versioning_asof = DEFAULT",
        "SET SESSION old_mode = ''",
        "SET SESSION default_regex_flags = ''",
        "SET SESSION standard_compliant_cte = ON",
        "SET SESSION query_cache_type = OFF",
        "SET SESSION max_session_mem_used = 9223372036854775807",
        "SET SESSION lock_wait_timeout = 86400",
        "SET SESSION innodb_lock_wait_timeout = 86400",
        "SET SESSION idle_transaction_timeout = 0",
        "SET SESSION idle_readonly_transaction_timeout = 0");
  }

  @Override
  String timeout(Duration timeout) {
    return String.format(
        Locale.ROOT,
        "SET SESSION max_statement_time = %.3f",
        Math.max(1, timeout.toMillis()) / MILLIS);
  }

  @Override
  public String valuesColumn(int column, SqlNode first) {
    return first instanceof SqlLiteral literal
        ? String.valueOf(literal.toValue())
        : first.toString();
  }
}
