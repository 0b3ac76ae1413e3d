package org.dpjdbc.run.hostile;

import java.util.Arrays;

/** Families of types: what may stand in the place of what. */
public enum ValueKind {
  NUMBER("1"),
  TEXT("'a'"),
  DATE("DATE '2020-01-01'"),
  TIMESTAMP("TIMESTAMP '2020-01-01 00:00:00'"),
  BOOLEAN("TRUE");

  private final String harmless;

  ValueKind(String harmless) {
    this.harmless = harmless;
  }

  /** What is hostile for some rows, and harmless for others. */
  String of(String some, String hostile) {
    return "CASE WHEN " + some + " THEN " + hostile + otherwise();
  }

  /** Whether a query has what is hostile for some rows. */
  public static boolean isHostile(String sql) {
    return Arrays.stream(values()).anyMatch(kind -> sql.contains(kind.otherwise()));
  }

  private String otherwise() {
    return " ELSE " + harmless + " END";
  }

  /** A value that nothing fails for. */
  public String harmless() {
    return harmless;
  }
}
