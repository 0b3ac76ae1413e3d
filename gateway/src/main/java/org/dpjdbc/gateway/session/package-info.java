/**
 * What a client says after its login. {@link org.dpjdbc.gateway.session.Session} takes its
 * messages, the Router decides who answers a statement, the Relay passes it to the shadow, and
 * PrivateAnswers has the driver answer it.
 */
@NullMarked
package org.dpjdbc.gateway.session;

import org.jspecify.annotations.NullMarked;
