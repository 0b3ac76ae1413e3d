package org.dpjdbc.gateway.session;

/**
 * A cursor over rows of the driver, which goes forward alone.
 *
 * @param portal whose rows they are
 * @param hold whether it outlives its transaction
 * @param binary whether a FETCH without formats has values in binary
 * @param twin the name of an empty cursor of the shadow's that ends when this one has to; empty for
 *     a portal of the protocol
 */
record Cursor(Portal portal, boolean hold, boolean binary, String twin) {}
