package org.dpjdbc.sql.dialect.common;

import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/** Lenient, and a SELECT list may name what stands to the left in it. */
public final class LateralAliases extends SqlDelegatingConformance {
  /** The one instance. */
  public static final SqlConformance INSTANCE = new LateralAliases();

  private LateralAliases() {
    super(SqlConformanceEnum.LENIENT);
  }

  @Override
  public SelectAliasLookup isSelectAlias() {
    return SelectAliasLookup.LEFT_TO_RIGHT;
  }
}
