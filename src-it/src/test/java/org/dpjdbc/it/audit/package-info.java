/**
 * Audits: the driver as a black box, asked the same question about neighbouring databases until
 * their answers tell them apart, or do not.
 */
@NullMarked
package org.dpjdbc.it.audit;

import org.jspecify.annotations.NullMarked;
