/**
 * The command line of the driver's jar, one class for each command. Read {@link
 * org.dpjdbc.cli.Main} first.
 */
@NullMarked
package org.dpjdbc.cli;

import org.jspecify.annotations.NullMarked;
