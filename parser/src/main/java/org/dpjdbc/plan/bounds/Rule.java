package org.dpjdbc.plan.bounds;

import org.apache.calcite.rex.RexCall;

/** How calls of one operator are made total, and what their range is; refuses what cannot be. */
@FunctionalInterface
interface Rule {
  Term apply(Analysis in, RexCall call);
}
