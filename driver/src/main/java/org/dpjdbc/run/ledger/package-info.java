/**
 * The ledgers that sessions of a process share, and the budget of a policy in the ledger's terms.
 * Read {@link org.dpjdbc.run.ledger.SharedLedgers} first.
 */
@NullMarked
package org.dpjdbc.run.ledger;

import org.jspecify.annotations.NullMarked;
