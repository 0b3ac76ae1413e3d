/**
 * Expressions over private rows. Input: an expression and the bounds of its columns. Output: the
 * range of its values and its total form, which is clamped, computed in integers and fails for no
 * row; or a refusal.
 *
 * <p>Read {@link org.dpjdbc.plan.bounds.RowExpressions} first, then {@link
 * org.dpjdbc.plan.bounds.AllowList}.
 */
@NullMarked
package org.dpjdbc.plan.bounds;

import org.jspecify.annotations.NullMarked;
