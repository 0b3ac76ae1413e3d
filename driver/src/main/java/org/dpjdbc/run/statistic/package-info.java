/**
 * From released integers to values and their errors: post-processing, exact until the last
 * rounding. Read {@link org.dpjdbc.run.statistic.StatisticValues} first, then {@link
 * org.dpjdbc.run.statistic.StatisticErrors}.
 */
@NullMarked
package org.dpjdbc.run.statistic;

import org.jspecify.annotations.NullMarked;
