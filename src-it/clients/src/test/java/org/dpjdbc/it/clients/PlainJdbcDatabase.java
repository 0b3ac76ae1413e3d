package org.dpjdbc.it.clients;

import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.jooq.meta.jdbc.JDBCDatabase;

/**
 * What jOOQ generates classes from: JDBC's metadata and nothing else. Of a database that it knows
 * it would ask the catalog as well, in that database's own words.
 */
public final class PlainJdbcDatabase extends JDBCDatabase {
  @Override
  protected DSLContext create0() {
    return DSL.using(getConnection(), SQLDialect.DEFAULT);
  }
}
