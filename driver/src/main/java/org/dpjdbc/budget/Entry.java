package org.dpjdbc.budget;

/**
 * One row of the ledger's history.
 *
 * @param sequence from 1, without gaps
 * @param id generated for every charge, so that a charge whose outcome is unknown can be looked up
 * @param chargedAtMicros the clock's reading
 * @param countedAtMicros the latest reading of any clock so far: decides the window, and never goes
 *     back
 * @param analyst who was charged; empty for a note of the owner, which costs nothing
 * @param cost what was charged
 * @param query the query, for people
 * @param mechanisms the mechanisms, as JSON
 */
record Entry(
    long sequence,
    String id,
    long chargedAtMicros,
    long countedAtMicros,
    String analyst,
    Cost cost,
    String query,
    String mechanisms) {

  /** The hash chain's next value: over the one before and all of this row. */
  String hashAfter(String previous) {
    return Hashes.of("dp-jdbc entry 1")
        .add(previous)
        .add(sequence)
        .add(id)
        .add(chargedAtMicros)
        .add(countedAtMicros)
        .add(analyst)
        .add(cost.epsilonNanos())
        .add(cost.deltaYoctos().toByteArray())
        .add(query)
        .add(mechanisms)
        .hex();
  }

  Link linkAfter(String previous) {
    return new Link(sequence, hashAfter(previous));
  }
}
