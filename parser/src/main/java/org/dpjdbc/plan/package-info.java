/** From relational algebra to a private plan: frontier, bounds, contribution bounding, releases. */
@NullMarked
package org.dpjdbc.plan;

import org.jspecify.annotations.NullMarked;
