package org.dpjdbc.plan.pushdown;

import java.util.List;
import org.dpjdbc.plan.model.CanonicalForm;
import org.dpjdbc.plan.model.SqlParameter;

/**
 * A statement for the backend.
 *
 * @param sql its text, which contains no text written by the analyst
 * @param parameters its bind parameters in the order of the question marks
 * @param form what it asks, however the query was written
 */
public record Pushdown(String sql, List<SqlParameter> parameters, CanonicalForm form) {}
