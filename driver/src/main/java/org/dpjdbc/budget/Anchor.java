package org.dpjdbc.budget;

/**
 * The last known state of a ledger, kept in a separate file, so that a ledger that was lost, rolled
 * back or replaced is noticed.
 *
 * @param ledgerId which ledger
 * @param location where the ledger is stored; empty if it has no fixed place
 * @param link an entry that its hash chain must contain
 */
record Anchor(String ledgerId, String location, Link link) {}
