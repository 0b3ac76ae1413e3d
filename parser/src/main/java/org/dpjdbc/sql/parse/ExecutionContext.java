package org.dpjdbc.sql.parse;

import java.time.LocalDateTime;

/**
 * The analyst and the time of a query: the values of {@code USER} and {@code CURRENT_DATE}. One run
 * of a statement has one context, so that the clock is read once.
 *
 * @param analyst who asks
 * @param timestamp the clock's time when the statement begins
 */
public record ExecutionContext(String analyst, LocalDateTime timestamp) {}
