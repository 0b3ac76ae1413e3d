/**
 * When the groups that a query asks for follow from groups that were released: the rows are the
 * same, and each key and each further condition is a function of the released keys. Compares plans
 * alone; what it finds is evaluated over released values.
 *
 * <p>Read {@link org.dpjdbc.plan.derive.GroupMap} first.
 */
@NullMarked
package org.dpjdbc.plan.derive;

import org.jspecify.annotations.NullMarked;
