/**
 * Costs and the ledger. Input: the cost of a query ({@link org.dpjdbc.budget.ChargeRequest}).
 * Output: a durable charge, or a refusal because the budget is used up or the ledger cannot be
 * trusted.
 *
 * <p>Read {@link org.dpjdbc.budget.JdbcLedger} first. Many classes are package-private on purpose:
 * only this package writes to the ledger.
 */
@NullMarked
package org.dpjdbc.budget;

import org.jspecify.annotations.NullMarked;
