/**
 * The ledgers that the sessions of a process share, and the translation of a policy's budget for
 * the ledger. Read {@link org.dpjdbc.run.ledger.SharedLedgers} first.
 */
@NullMarked
package org.dpjdbc.run.ledger;

import org.jspecify.annotations.NullMarked;
