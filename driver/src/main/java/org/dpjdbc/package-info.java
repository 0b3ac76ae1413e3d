/** The driver and the data source: what users of dp-jdbc name in their configuration. */
@NullMarked
package org.dpjdbc;

import org.jspecify.annotations.NullMarked;
