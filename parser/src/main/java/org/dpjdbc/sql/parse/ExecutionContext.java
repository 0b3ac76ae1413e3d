package org.dpjdbc.sql.parse;

import java.time.LocalDateTime;

/**
 * Who asks a query, and when: what {@code USER} and {@code CURRENT_DATE} stand for. All that is
 * planned for one run of a statement is planned for one occasion, so that the clock is read once.
 *
 * @param analyst who asks
 * @param timestamp what the clock shows when the statement begins
 */
public record ExecutionContext(String analyst, LocalDateTime timestamp) {}
