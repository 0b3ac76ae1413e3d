/**
 * What a relation may do with private rows: one file for each kind of relation. What filters,
 * projections, joins, outer joins, set operations, windows, sorts and aggregates within one unit
 * are allowed is decided here and nowhere else.
 *
 * <p>A rule takes a relation and what is known of its inputs ({@link
 * org.dpjdbc.plan.relation.Relation}) and gives what is known of it, or refuses the query. Read
 * {@link org.dpjdbc.plan.rule.FilterRule} first, the shortest, and {@link
 * org.dpjdbc.plan.rule.AggregateRule}, where the frontier is.
 */
@NullMarked
package org.dpjdbc.plan.rule;

import org.jspecify.annotations.NullMarked;
