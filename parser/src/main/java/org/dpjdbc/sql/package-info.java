/** From text to relational algebra: grammar, catalog, validation, dialect, refusals. */
@NullMarked
package org.dpjdbc.sql;

import org.jspecify.annotations.NullMarked;
