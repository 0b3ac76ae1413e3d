package org.dpjdbc.sql.dialect.h2;

import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.core.JoinRelType;
import org.dpjdbc.sql.dialect.common.BackendPrinter;

/** Prints SQL that H2 reads as Calcite means it. */
final class H2Printer extends BackendPrinter {
  H2Printer() {
    super(DatabaseProduct.H2, NullCollation.LOW, new H2TypeSystem());
  }

  @Override
  public boolean supportsJoinType(JoinRelType joinType) {
    return joinType != JoinRelType.FULL;
  }

  /** Calcite then keeps what reads a window's column in a subselect of its own. */
  @Override
  public boolean supportsWindowFunctions() {
    return false;
  }

  @Override
  protected boolean intervalsHavePrecision() {
    return true;
  }
}
