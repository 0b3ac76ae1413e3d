/**
 * Charts as SVG that stands in the page. Noisy numbers are drawn with their 95 % intervals; each
 * chart has a table beside it that says the same. Colors are those of the style sheet. Read {@link
 * org.dpjdbc.gateway.web.chart.AnswerChart} first.
 */
@NullMarked
package org.dpjdbc.gateway.web.chart;

import org.jspecify.annotations.NullMarked;
