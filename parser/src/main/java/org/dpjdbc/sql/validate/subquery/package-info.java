/** Rewrites correlated subqueries to joins, which the analysis of contributions reads. */
@NullMarked
package org.dpjdbc.sql.validate.subquery;

import org.jspecify.annotations.NullMarked;
