package org.dpjdbc.budget;

/**
 * What a ledger must at least be: kept in a file of its own, so that a ledger that was lost, rolled
 * back, or exchanged for another is noticed.
 *
 * @param ledgerId which ledger
 * @param location where it lies; empty for one that has no fixed place
 * @param link a place its hash chain goes through
 */
record Anchor(String ledgerId, String location, Link link) {}
