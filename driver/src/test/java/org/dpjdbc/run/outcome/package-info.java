/** Whether a query answers, whatever the rows are: no value makes one fail. */
@NullMarked
package org.dpjdbc.run.outcome;

import org.jspecify.annotations.NullMarked;
