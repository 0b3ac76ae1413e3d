/**
 * A database under a policy, shared by all sessions with the same login: the catalog, and the
 * caches of parsed, validated and planned queries. Read {@link org.dpjdbc.run.dataset.Dataset}
 * first.
 */
@NullMarked
package org.dpjdbc.run.dataset;

import org.jspecify.annotations.NullMarked;
