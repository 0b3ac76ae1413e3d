/** What range an expression over private rows has, and its total, clamped, integer form. */
@NullMarked
package org.dpjdbc.plan.bounds;

import org.jspecify.annotations.NullMarked;
