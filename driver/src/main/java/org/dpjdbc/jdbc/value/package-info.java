/**
 * How values of the engine become those of JDBC, and parameters those of the engine. Read {@link
 * org.dpjdbc.jdbc.value.ValueConversions} first.
 */
@NullMarked
package org.dpjdbc.jdbc.value;

import org.jspecify.annotations.NullMarked;
