/**
 * Group keys: the form in which the database groups by them, chosen so that two values that are one
 * to the driver are one group in the database as well; and where the values of a key come from.
 *
 * <p>Read {@link org.dpjdbc.plan.key.KeyColumns} first.
 */
@NullMarked
package org.dpjdbc.plan.key;

import org.jspecify.annotations.NullMarked;
