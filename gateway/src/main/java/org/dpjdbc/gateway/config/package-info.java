/**
 * The gateway's files. {@link org.dpjdbc.gateway.config.SettingsReader} reads them into {@link
 * org.dpjdbc.gateway.config.Settings}, which are complete and checked; {@link
 * org.dpjdbc.gateway.config.GatewayFile} says what may be written.
 */
@NullMarked
package org.dpjdbc.gateway.config;

import org.jspecify.annotations.NullMarked;
