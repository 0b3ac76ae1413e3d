/** The JDBC surface: thin classes over released rows. */
@NullMarked
package org.dpjdbc.jdbc;

import org.jspecify.annotations.NullMarked;
