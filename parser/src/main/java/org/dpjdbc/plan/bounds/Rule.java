package org.dpjdbc.plan.bounds;

import org.apache.calcite.rex.RexCall;

/** How calls of one operator are made total, and their range; refuses calls that cannot be. */
@FunctionalInterface
interface Rule {
  Term apply(Analysis in, RexCall call);
}
