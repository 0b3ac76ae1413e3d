/**
 * From a relation to the statement that is sent. Text literals become bind parameters, the
 * analyst's names are replaced, joins are written as a person would write them, and what would take
 * a database long to plan is refused.
 *
 * <p>Read {@link org.dpjdbc.plan.pushdown.PushdownPrinter} first.
 */
@NullMarked
package org.dpjdbc.plan.pushdown;

import org.jspecify.annotations.NullMarked;
