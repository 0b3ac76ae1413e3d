package org.dpjdbc.run.mechanism;

import org.dpjdbc.run.finish.FinishPlan;

/**
 * Rows that are computed from released ones before later statements are run with them.
 *
 * @param name {@link org.dpjdbc.plan.model.ReleasedSet#name()}
 * @param rows compiled
 */
public record PreparedSet(String name, FinishPlan rows) {}
