/**
 * The command {@code dp-jdbc-gateway}: init, user, check and start. {@link
 * org.dpjdbc.gateway.cli.Main} is its entry.
 */
@NullMarked
package org.dpjdbc.gateway.cli;

import org.jspecify.annotations.NullMarked;
