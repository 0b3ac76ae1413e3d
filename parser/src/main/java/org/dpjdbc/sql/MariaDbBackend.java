package org.dpjdbc.sql;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** MariaDB, from version 10.6. */
final class MariaDbBackend extends MySqlFamily {
  private static final double MILLIS = 1000;

  MariaDbBackend() {
    super("MariaDB", "utf8mb4_nopad_bin");
  }

  /** MySQL's driver calls it MySQL; the version tells. */
  @Override
  public boolean isOf(String product, String version) {
    return product.equals("MariaDB") || (product.equals("MySQL") && version.contains("MariaDB"));
  }

  /** A table that keeps its history shows the present. */
  @Override
  List<String> ownPinning() {
    return List.of("SET SESSION system_versioning_asof = DEFAULT", "SET SESSION old_mode = ''");
  }

  @Override
  String timeout(Duration timeout) {
    return String.format(
        Locale.ROOT,
        "SET SESSION max_statement_time = %.3f",
        Math.max(1, timeout.toMillis()) / MILLIS);
  }
}
