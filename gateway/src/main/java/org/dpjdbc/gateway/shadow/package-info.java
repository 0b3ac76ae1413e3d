/**
 * The empty PostgreSQL that answers whatever touches no table of the policy. {@link
 * org.dpjdbc.gateway.shadow.Shadow} is one database's, {@link
 * org.dpjdbc.gateway.shadow.ShadowServer} the server that holds them, and {@link
 * org.dpjdbc.gateway.shadow.TableReferenceResolver} tells which statements touch a table.
 */
@NullMarked
package org.dpjdbc.gateway.shadow;

import org.jspecify.annotations.NullMarked;
