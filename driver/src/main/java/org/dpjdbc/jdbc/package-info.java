/**
 * The JDBC classes that applications see: thin wrappers of released rows. Nothing here decides
 * about privacy. Read {@link org.dpjdbc.jdbc.DpConnection} first.
 */
@NullMarked
package org.dpjdbc.jdbc;

import org.jspecify.annotations.NullMarked;
