/**
 * Errors and checks of arguments, which every class of the JDBC surface uses. Read {@link
 * org.dpjdbc.jdbc.error.Errors} first.
 */
@NullMarked
package org.dpjdbc.jdbc.error;

import org.jspecify.annotations.NullMarked;
