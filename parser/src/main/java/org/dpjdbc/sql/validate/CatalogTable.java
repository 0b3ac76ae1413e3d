package org.dpjdbc.sql.validate;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.impl.AbstractTable;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.TablePolicy;

/** A table as the analyst's SQL is validated against it: the readable columns and nothing else. */
public abstract sealed class CatalogTable extends AbstractTable {
  private final RelDataType rowType;

  private CatalogTable(RelDataType rowType) {
    this.rowType = rowType;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory typeFactory) {
    return rowType;
  }

  /** A table of the backend. */
  public static final class Backend extends CatalogTable {
    private final TablePolicy policy;
    private final LiveSchema.Table live;

    Backend(RelDataType rowType, TablePolicy policy, LiveSchema.Table live) {
      super(rowType);
      this.policy = policy;
      this.live = live;
    }

    /** What the policy says of it. */
    public TablePolicy policy() {
      return policy;
    }

    /** What the database says of it. */
    public LiveSchema.Table live() {
      return live;
    }
  }

  /** A virtual table. */
  public static final class Virtual extends CatalogTable {
    private final VirtualTable table;

    Virtual(RelDataType rowType, VirtualTable table) {
      super(rowType);
      this.table = table;
    }

    /** Which. */
    public VirtualTable table() {
      return table;
    }
  }
}
