package org.dpjdbc.budget;

/**
 * A position in the hash chain.
 *
 * @param sequence number of the charge; 0 for the beginning of the ledger
 * @param hash SHA-256 over everything up to and including that charge, 64 hexadecimal digits
 */
record Link(long sequence, String hash) {}
