package org.dpjdbc.sql.dialect.mysql;

import java.time.Duration;
import org.apache.calcite.sql.SqlNode;
import org.dpjdbc.sql.rewrite.DialectSyntax;

/**
 * MySQL, from version 8.0.17. It differs from MariaDB in the name of its binary collation and in
 * the unit of its timeout.
 */
public final class MySqlDialect extends MySqlFamily {
  public MySqlDialect() {
    super("MySQL", "utf8mb4_0900_bin");
  }

  @Override
  public DialectSyntax syntax() {
    return MySqlSyntax.OF_MYSQL;
  }

  @Override
  public boolean dependsOnVersion() {
    return true;
  }

  /** Databases that pass for it compute in ways of their own. */
  @Override
  public boolean isOf(String product, String version) {
    return product.equals("MySQL") && version.matches("[89]\\.\\d+\\.\\d+(-[0-9a-z.]+)?");
  }

  @Override
  String timeout(Duration timeout) {
    return "SET SESSION max_execution_time = " + Math.max(1, timeout.toMillis());
  }

  @Override
  public boolean takesRowsOfValues() {
    return false;
  }

  @Override
  public String valuesColumn(int column, SqlNode first) {
    return "column_" + column;
  }
}
