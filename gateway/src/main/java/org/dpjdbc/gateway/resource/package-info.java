/**
 * What one user may hold and use, in all connections together. Start reading at {@link
 * org.dpjdbc.gateway.resource.UserResources}.
 */
@NullMarked
package org.dpjdbc.gateway.resource;

import org.jspecify.annotations.NullMarked;
