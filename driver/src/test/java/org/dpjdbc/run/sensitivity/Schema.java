package org.dpjdbc.run.sensitivity;

import java.util.List;

/**
 * A schema and a policy for it. Each private table has a column RID, unknown to the policy, by
 * which its rows are taken out.
 *
 * @param ddl what the database is made of, with the rows of its public tables
 * @param tables the private ones, each after those that it references
 * @param policy its text
 */
public record Schema(List<String> ddl, List<String> tables, String policy) {

  /** As the analyst's texts see them. */
  @Override
  public String toString() {
    return String.join(";\n", ddl) + ";\n" + policy;
  }
}
