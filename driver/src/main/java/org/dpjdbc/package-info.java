/** The public API: the driver and the data source, which users name in their configuration. */
@NullMarked
package org.dpjdbc;

import org.jspecify.annotations.NullMarked;
