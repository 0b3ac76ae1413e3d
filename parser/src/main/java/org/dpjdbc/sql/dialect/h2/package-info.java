/**
 * H2: how its SQL is printed, which types its results have, and what it must be told in a form of
 * its own. Read {@link org.dpjdbc.sql.dialect.h2.H2Dialect} first.
 */
@NullMarked
package org.dpjdbc.sql.dialect.h2;

import org.jspecify.annotations.NullMarked;
