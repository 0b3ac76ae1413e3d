/**
 * From text to a parsed query. The text is checked (characters, length, nesting), parsed by
 * Calcite's parser with the driver's grammar, checked again, and split into a template and the
 * values that its plan does not depend on. Anything that is not a query is refused.
 *
 * <p>Read {@link org.dpjdbc.sql.parse.QueryReader} first.
 */
@NullMarked
package org.dpjdbc.sql.parse;

import org.jspecify.annotations.NullMarked;
