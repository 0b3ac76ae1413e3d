/** Exact values move by no more than their claimed sensitivity, whatever the data. */
@NullMarked
package org.dpjdbc.run.sensitivity;

import org.jspecify.annotations.NullMarked;
