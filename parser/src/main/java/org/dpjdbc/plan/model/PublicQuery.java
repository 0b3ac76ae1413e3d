package org.dpjdbc.plan.model;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/**
 * A question over public tables alone: exact and free.
 *
 * @param name under which {@link FinishInput} and {@link KeyDomain} refer to it
 * @param sql the statement for the backend
 * @param parameters its bind parameters in order
 * @param form what it asks, however the query was written
 * @param rowType the rows' type, as the plan above reads them
 */
public record PublicQuery(
    String name,
    String sql,
    List<SqlParameter> parameters,
    CanonicalForm form,
    RelDataType rowType) {}
