/**
 * Relations and operators that Calcite has no class for, and what can be told of any relation by
 * its form alone: which columns are unique in it, whether it has rows at all.
 *
 * <p>Knows nothing of privacy. Read {@link org.dpjdbc.plan.algebra.UniqueColumns} first.
 */
@NullMarked
package org.dpjdbc.plan.algebra;

import org.jspecify.annotations.NullMarked;
