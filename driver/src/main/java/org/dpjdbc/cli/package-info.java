/** The command line of the driver's jar. */
@NullMarked
package org.dpjdbc.cli;

import org.jspecify.annotations.NullMarked;
