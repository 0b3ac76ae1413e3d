/**
 * One database under one policy, as the sessions of one login share it: the catalog, and what was
 * read, validated and planned before. Read {@link org.dpjdbc.run.dataset.Dataset} first.
 */
@NullMarked
package org.dpjdbc.run.dataset;

import org.jspecify.annotations.NullMarked;
