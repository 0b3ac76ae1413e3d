/**
 * Who is logged in to the pages: sessions behind a random cookie, tokens against requests that
 * other sites forge, and limits of rates. Nothing here is stored; a restart logs everybody out.
 * Read {@link org.dpjdbc.gateway.web.session.WebSessions} first.
 */
@NullMarked
package org.dpjdbc.gateway.web.session;

import org.jspecify.annotations.NullMarked;
