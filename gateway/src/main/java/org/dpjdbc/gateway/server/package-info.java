/**
 * The network: {@link org.dpjdbc.gateway.server.GatewayServer} listens, ClientHandler leads a
 * connection from its first byte through encryption and login to its session, which works on
 * threads of its own.
 */
@NullMarked
package org.dpjdbc.gateway.server;

import org.jspecify.annotations.NullMarked;
