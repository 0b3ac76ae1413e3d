/**
 * Strings of type CHAR(n), whose trailing blanks do not count where they are compared. Read {@link
 * org.dpjdbc.sql.validate.padding.PaddedStrings} first.
 */
@NullMarked
package org.dpjdbc.sql.validate.padding;

import org.jspecify.annotations.NullMarked;
