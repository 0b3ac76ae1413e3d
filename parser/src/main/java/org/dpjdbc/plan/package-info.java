/**
 * From relational algebra to a private plan. A validated query enters as Calcite's algebra and
 * leaves as a {@link org.dpjdbc.plan.model.PrivatePlan}: what the database is asked, what is
 * released and how, and what is computed from it; or it is refused.
 *
 * <p>Read {@link org.dpjdbc.plan.Planner} first, then {@link org.dpjdbc.plan.RelationClassifier},
 * which walks the query from the leaves up and has each relation judged by its rule.
 *
 * <p>The rules are in {@code plan.rule}; what they find out about relations is in {@code
 * plan.relation}; an aggregate that leaves the private rows is built in {@code plan.release}.
 * Nothing here reaches a database, and a plan is a function of the query, the policy and public
 * tables alone.
 */
@NullMarked
package org.dpjdbc.plan;

import org.jspecify.annotations.NullMarked;
