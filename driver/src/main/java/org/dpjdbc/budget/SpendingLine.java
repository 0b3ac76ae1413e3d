package org.dpjdbc.budget;

import java.time.Instant;

/**
 * One line of {@code DP.SPENDING}: one charged query.
 *
 * @param sequence its number in the ledger, from 1
 * @param chargedAt the clock's reading when it was charged
 * @param analyst whom it was charged to
 * @param cost what was charged
 * @param query the query, as given with the charge
 */
public record SpendingLine(
    long sequence, Instant chargedAt, String analyst, Cost cost, String query) {}
