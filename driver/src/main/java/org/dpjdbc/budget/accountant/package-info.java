/** What a history of mechanisms costs by a theorem of composition; knows nothing of SQL. */
@NullMarked
package org.dpjdbc.budget.accountant;

import org.jspecify.annotations.NullMarked;
