/**
 * Refusals: the stable codes, the place in the analyst's text that one is about, and every message
 * that a user can read, one method each. The work of analysing a statement is counted here, too, so
 * that it can be refused.
 *
 * <p>Read {@link org.dpjdbc.sql.refusal.RefusalCode} first.
 */
@NullMarked
package org.dpjdbc.sql.refusal;

import org.jspecify.annotations.NullMarked;
