/**
 * The query in a form that is the same however it was written: subselects that only pass columns on
 * are gone, aggregates that count the same are one, keys and aggregates have one order. Plans are
 * made of that form, so that equal questions have equal releases.
 *
 * <p>Read {@link org.dpjdbc.plan.canonical.CanonicalQuery} first.
 */
@NullMarked
package org.dpjdbc.plan.canonical;

import org.jspecify.annotations.NullMarked;
