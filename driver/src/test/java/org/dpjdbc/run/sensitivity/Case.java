package org.dpjdbc.run.sensitivity;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One query over some databases.
 *
 * @param schema tables and policy
 * @param sql the query
 * @param databases the rows of the private tables
 */
record Case(Schema schema, String sql, List<Contents> databases) {

  /** One fact a line. */
  @Override
  public String toString() {
    return "\n"
        + schema
        + "\n"
        + sql
        + "\n"
        + databases.stream().map(Contents::toString).collect(Collectors.joining("\n--\n"))
        + "\n";
  }
}
