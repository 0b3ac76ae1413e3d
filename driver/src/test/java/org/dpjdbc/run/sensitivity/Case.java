package org.dpjdbc.run.sensitivity;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One query over some databases.
 *
 * @param world schema and policy
 * @param sql the query
 * @param databases the rows of T, one list each
 */
record Case(World world, String sql, List<List<Row>> databases) {

  /** One fact a line. */
  @Override
  public String toString() {
    return "\n"
        + world
        + "\n"
        + sql
        + "\n"
        + databases.stream()
            .map(rows -> rows.stream().map(Row::toString).collect(Collectors.joining("\n")))
            .collect(Collectors.joining("\n--\n"))
        + "\n";
  }
}
