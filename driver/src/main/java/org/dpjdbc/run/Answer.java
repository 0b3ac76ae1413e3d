package org.dpjdbc.run;

import java.util.List;

/**
 * What an analyst gets: columns and released rows.
 *
 * @param columns described from the plan alone
 * @param rows released, or public
 */
public record Answer(List<AnswerColumn> columns, Rows rows) {}
