/** What Calcite asks for when it simplifies a query, without code that it would generate. */
@NullMarked
package org.dpjdbc.sql.simplify;

import org.jspecify.annotations.NullMarked;
