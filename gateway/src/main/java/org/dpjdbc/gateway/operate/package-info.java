/**
 * What the owner sees of a gateway that runs: {@link org.dpjdbc.gateway.operate.AuditLog} says who
 * asked what, and {@link org.dpjdbc.gateway.operate.Metrics} counts. Neither knows a value.
 */
@NullMarked
package org.dpjdbc.gateway.operate;

import org.jspecify.annotations.NullMarked;
