/**
 * From a parsed query to relational algebra. Tables and columns come from the {@link
 * org.dpjdbc.sql.validate.Catalog}, which contains only what the policy names; functions come from
 * {@link org.dpjdbc.sql.validate.Operators}, a fixed list. Anything else does not exist for an
 * analyst.
 *
 * <p>Read {@link org.dpjdbc.sql.validate.Algebra} first.
 */
@NullMarked
package org.dpjdbc.sql.validate;

import org.jspecify.annotations.NullMarked;
