package org.dpjdbc.gateway.session;

import org.dpjdbc.gateway.answer.PrivateRows;

/**
 * A cursor over rows of the driver, which goes forward alone.
 *
 * @param hold whether it outlives its transaction
 */
record Cursor(PrivateRows rows, boolean hold) {}
