/**
 * Adds columns with the errors of noisy columns to a plan above the frontier. Read {@link
 * org.dpjdbc.run.finish.error.ErrorColumns} first.
 */
@NullMarked
package org.dpjdbc.run.finish.error;

import org.jspecify.annotations.NullMarked;
