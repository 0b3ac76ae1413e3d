/**
 * Runs commands over made-up people, for the class-data archive of the script {@code dp-jdbc}. No
 * command depends on it.
 */
@NullMarked
package org.dpjdbc.cli.rehearsal;

import org.jspecify.annotations.NullMarked;
