/** Costs, composition and the ledger. */
@NullMarked
package org.dpjdbc.budget;

import org.jspecify.annotations.NullMarked;
