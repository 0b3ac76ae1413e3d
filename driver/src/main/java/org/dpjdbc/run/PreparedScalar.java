package org.dpjdbc.run;

import org.dpjdbc.run.finish.FinishPlan;

/**
 * A value that is computed from released ones before later statements are asked with it.
 *
 * @param name {@link org.dpjdbc.plan.ReleasedScalar#name()}
 * @param value compiled; one column, and at most one row
 */
record PreparedScalar(String name, FinishPlan value) {}
