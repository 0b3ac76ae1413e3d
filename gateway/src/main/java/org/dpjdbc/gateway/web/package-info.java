/**
 * The web page: HTTPS in the gateway's process, with its certificate and its users. Requests enter
 * {@link org.dpjdbc.gateway.web.RequestHandler}, which limits them and answers; {@link
 * org.dpjdbc.gateway.web.Site} knows which page is where and who may see it. What the pages show
 * comes through the driver's connections alone. Read {@link org.dpjdbc.gateway.web.Site} first.
 */
@NullMarked
package org.dpjdbc.gateway.web;

import org.jspecify.annotations.NullMarked;
