package org.dpjdbc.budget;

import java.time.Instant;

/**
 * Proof that a charge is on stable storage. It cannot be undone: there are no refunds.
 *
 * @param sequence the number of the charge in the ledger, from 1
 * @param chargedAt the clock's reading
 * @param cost what was charged
 * @param hash the head of the ledger's hash chain after this charge: SHA-256, 64 hexadecimal digits
 */
public record Receipt(long sequence, Instant chargedAt, Cost cost, String hash) {}
