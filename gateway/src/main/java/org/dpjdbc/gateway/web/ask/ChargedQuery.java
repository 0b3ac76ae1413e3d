package org.dpjdbc.gateway.web.ask;

import java.math.BigDecimal;
import java.time.LocalDateTime;

/**
 * A query that was charged.
 *
 * @param number its number in the ledger
 * @param at in UTC
 */
public record ChargedQuery(
    long number, LocalDateTime at, BigDecimal epsilon, double delta, String query) {}
