package org.dpjdbc.run;

import java.util.List;
import java.util.Set;
import org.dpjdbc.plan.PrivatePlan;
import org.dpjdbc.run.finish.FinishPlan;

/**
 * A plan with everything that can be made of it before data is touched: mechanisms calibrated, the
 * part above the frontier compiled. Immutable; shared by all who ask the same.
 *
 * @param plan what is asked and released
 * @param frontiers with their mechanisms
 * @param finish compiled
 * @param virtualTables tables of the virtual schema that it reads
 * @param columns of the answer
 * @param errorColumns whether the finish reads the errors of what is released
 */
record PlannedQuery(
    PrivatePlan plan,
    List<PreparedFrontier> frontiers,
    FinishPlan finish,
    Set<String> virtualTables,
    List<AnswerColumn> columns,
    boolean errorColumns) {}
