/**
 * Facts about the relations of a query: a relation is public, released, or per-unit ({@link
 * org.dpjdbc.plan.relation.PerUnit}), where each row belongs to exactly one privacy unit. Columns
 * have bounds and origins.
 *
 * <p>Read {@link org.dpjdbc.plan.relation.Relation} first. {@link
 * org.dpjdbc.plan.relation.TableRows} turns tables into relations; {@link
 * org.dpjdbc.plan.relation.Owners} follows references to the person; all rules of a query share a
 * {@link org.dpjdbc.plan.relation.PlanContext}.
 */
@NullMarked
package org.dpjdbc.plan.relation;

import org.jspecify.annotations.NullMarked;
