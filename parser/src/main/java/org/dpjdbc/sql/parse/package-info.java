/**
 * From text to a parsed query. A text is checked before it is parsed (characters, length, nesting),
 * parsed by Calcite's grammar as it is extended here, checked again, and taken apart into a
 * template and the values that its plan need not know.
 *
 * <p>Read {@link org.dpjdbc.sql.parse.QueryReader} first. What is no query is refused.
 */
@NullMarked
package org.dpjdbc.sql.parse;

import org.jspecify.annotations.NullMarked;
