package org.dpjdbc.budget;

/**
 * The ledger's one row about itself.
 *
 * @param ledgerId generated at random when the ledger is created
 * @param location where it was created, or last accepted by the owner; empty if it has no fixed
 *     place
 * @param createdAtMicros the clock's reading then
 * @param link the newest charge
 * @param countedAtMicros the latest reading of any clock so far
 */
record Head(
    String ledgerId, String location, long createdAtMicros, Link link, long countedAtMicros) {

  /** Where the hash chain begins. */
  static Link genesis(String ledgerId, long createdAtMicros) {
    return new Link(0, Hashes.of("dp-jdbc ledger 1").add(ledgerId).add(createdAtMicros).hex());
  }

  Link genesis() {
    return genesis(ledgerId, createdAtMicros);
  }

  /** The same ledger with another newest charge. */
  Head movedTo(Link newest, long countedAt) {
    return new Head(ledgerId, location, createdAtMicros, newest, countedAt);
  }

  /** What this ledger must at least be from now on. */
  Anchor anchor() {
    return new Anchor(ledgerId, location, link);
  }
}
