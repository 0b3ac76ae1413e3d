package org.dpjdbc.run.query;

import java.time.Instant;

/**
 * The kept answer that a query is answered from, at no cost.
 *
 * @param key of the answer
 * @param since when it was kept
 * @param derived whether the query follows from that answer, and is not the same
 */
record KeptSource(String key, Instant since, boolean derived) {}
