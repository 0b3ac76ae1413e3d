/**
 * H2: how SQL is printed for it, which types its results have, and which calls need a form of their
 * own. Read {@link org.dpjdbc.sql.dialect.h2.H2Dialect} first.
 */
@NullMarked
package org.dpjdbc.sql.dialect.h2;

import org.jspecify.annotations.NullMarked;
