/**
 * Relations and operators that Calcite has no class for, and facts that follow from the form of a
 * relation alone: which columns are unique, whether it has any rows.
 *
 * <p>Knows nothing of privacy. Read {@link org.dpjdbc.plan.algebra.UniqueColumns} first.
 */
@NullMarked
package org.dpjdbc.plan.algebra;

import org.jspecify.annotations.NullMarked;
