package org.dpjdbc.gateway.session;

/**
 * A cursor over rows of the driver, which goes forward alone.
 *
 * @param portal whose rows they are
 * @param hold whether it outlives its transaction
 * @param binary whether a FETCH without formats has values in binary
 */
record Cursor(Portal portal, boolean hold, boolean binary) {}
