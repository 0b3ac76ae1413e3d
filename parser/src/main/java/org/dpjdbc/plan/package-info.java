/**
 * From relational algebra to a private plan. Input: a validated query as Calcite's algebra. Output:
 * a {@link org.dpjdbc.plan.model.PrivatePlan}, which says what the database computes, what is
 * released and how, and what is computed from the releases; or a refusal.
 *
 * <p>Read {@link org.dpjdbc.plan.Planner} first, then {@link org.dpjdbc.plan.RelationClassifier},
 * which walks the query from the leaves up and applies the rule for each relation.
 *
 * <p>The rules are in {@code plan.rule}, facts about relations in {@code plan.relation}, and the
 * aggregates of the frontier in {@code plan.release}. Nothing here connects to a database: a plan
 * is a function of the query, the policy and public tables.
 */
@NullMarked
package org.dpjdbc.plan;

import org.jspecify.annotations.NullMarked;
