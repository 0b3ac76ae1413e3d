package org.dpjdbc.plan;

import java.util.List;

/**
 * A statement for the backend.
 *
 * @param sql its text, in which no text of the analyst's stands
 * @param parameters its bind parameters in the order of the question marks
 */
record Pushdown(String sql, List<SqlParameter> parameters) {}
