/**
 * Computes what a history of mechanisms costs, by a theorem of composition. Input: the charged
 * mechanisms with their parameters ({@link org.dpjdbc.budget.accountant.ChargedMechanism}). Output:
 * a loss that can be compared with a budget ({@link org.dpjdbc.budget.accountant.Loss}). Knows
 * nothing of SQL.
 *
 * <p>Read {@link org.dpjdbc.budget.accountant.Accounting} first: it names the theorems and has
 * their proofs.
 */
@NullMarked
package org.dpjdbc.budget.accountant;

import org.jspecify.annotations.NullMarked;
