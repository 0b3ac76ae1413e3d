package org.dpjdbc.plan.pushdown;

import java.util.List;
import org.dpjdbc.plan.model.SqlParameter;

/**
 * A statement for the backend.
 *
 * @param sql its text, which contains no text written by the analyst
 * @param parameters its bind parameters in the order of the question marks
 */
public record Pushdown(String sql, List<SqlParameter> parameters) {}
