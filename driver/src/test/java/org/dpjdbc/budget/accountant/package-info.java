@NullMarked
package org.dpjdbc.budget.accountant;

import org.jspecify.annotations.NullMarked;
