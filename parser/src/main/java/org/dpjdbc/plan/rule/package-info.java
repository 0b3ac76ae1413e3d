/**
 * The rules for private rows, one file for each kind of relation. Only this package decides what
 * filters, projections, joins, outer joins, set operations, windows, sorts and per-unit aggregates
 * may do.
 *
 * <p>Input: a relation and the facts about its inputs ({@link org.dpjdbc.plan.relation.Relation}).
 * Output: the facts about the relation itself, or a refusal. Read {@link
 * org.dpjdbc.plan.rule.FilterRule} first, which is the shortest, and {@link
 * org.dpjdbc.plan.rule.AggregateRule}, where the frontier is.
 */
@NullMarked
package org.dpjdbc.plan.rule;

import org.jspecify.annotations.NullMarked;
