/**
 * The URL and the properties of a connection. Read {@link
 * org.dpjdbc.jdbc.settings.ConnectionProperties} first.
 */
@NullMarked
package org.dpjdbc.jdbc.settings;

import org.jspecify.annotations.NullMarked;
