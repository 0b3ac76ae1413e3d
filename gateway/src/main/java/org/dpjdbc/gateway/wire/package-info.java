/**
 * PostgreSQL's protocol, version 3: bytes become {@link org.dpjdbc.gateway.wire.Frame}s, frames
 * become {@link org.dpjdbc.gateway.wire.Request}s, and {@link org.dpjdbc.gateway.wire.Reply} writes
 * what a server says. What does not fit is a {@link org.dpjdbc.gateway.wire.ProtocolException}.
 * Nothing here knows what a message is about.
 */
@NullMarked
package org.dpjdbc.gateway.wire;

import org.jspecify.annotations.NullMarked;
