/**
 * From a parsed query to relational algebra over what the policy lets be read. Tables and columns
 * are those of the {@link org.dpjdbc.sql.validate.Catalog}, functions those of {@link
 * org.dpjdbc.sql.validate.Operators}, a golden list; anything else does not exist for an analyst.
 *
 * <p>Read {@link org.dpjdbc.sql.validate.Algebra} first.
 */
@NullMarked
package org.dpjdbc.sql.validate;

import org.jspecify.annotations.NullMarked;
