/**
 * What is known of a relation of the query: that it is public, released, or has rows that belong to
 * one privacy unit each ({@link org.dpjdbc.plan.relation.PerUnit}), with the bounds and origins of
 * its columns.
 *
 * <p>Read {@link org.dpjdbc.plan.relation.Relation} first. The tables themselves become relations
 * in {@link org.dpjdbc.plan.relation.TableRows}; references to the person are followed in {@link
 * org.dpjdbc.plan.relation.Owners}; what all rules of one query share is the {@link
 * org.dpjdbc.plan.relation.PlanContext}.
 */
@NullMarked
package org.dpjdbc.plan.relation;

import org.jspecify.annotations.NullMarked;
