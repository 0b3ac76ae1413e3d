package org.dpjdbc.gateway.config;

import java.util.Set;
import org.dpjdbc.gateway.login.Verifier;

/**
 * A user of the gateway.
 *
 * @param analyst whom queries are charged to
 * @param databases that the user may connect to
 */
public record User(String name, Verifier verifier, String analyst, Set<String> databases) {}
