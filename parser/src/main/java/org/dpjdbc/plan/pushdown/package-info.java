/**
 * Pushdown: from a relation to the SQL statement for the database. String literals become bind
 * parameters, the analyst's names are replaced, joins are written in their usual form, and
 * statements that would take a database long to plan are refused.
 *
 * <p>Read {@link org.dpjdbc.plan.pushdown.PushdownPrinter} first.
 */
@NullMarked
package org.dpjdbc.plan.pushdown;

import org.jspecify.annotations.NullMarked;
