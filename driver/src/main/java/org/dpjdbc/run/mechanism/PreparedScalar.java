package org.dpjdbc.run.mechanism;

import org.dpjdbc.run.finish.FinishPlan;

/**
 * A value that is computed from released ones before later statements are run with it.
 *
 * @param name {@link org.dpjdbc.plan.model.ReleasedScalar#name()}
 * @param value compiled; one column, and at most one row
 */
public record PreparedScalar(String name, FinishPlan value) {}
