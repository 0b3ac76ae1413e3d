/**
 * HSQLDB: how SQL is printed for it, which types its results have, and which calls need a form of
 * their own. Read {@link org.dpjdbc.sql.dialect.hsqldb.HsqlDialect} first.
 */
@NullMarked
package org.dpjdbc.sql.dialect.hsqldb;

import org.jspecify.annotations.NullMarked;
