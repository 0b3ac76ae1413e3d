/**
 * Numbers as the reader's language writes them, with separators and units. Read {@link
 * org.dpjdbc.gateway.web.number.LocalNumbers} first.
 */
@NullMarked
package org.dpjdbc.gateway.web.number;

import org.jspecify.annotations.NullMarked;
