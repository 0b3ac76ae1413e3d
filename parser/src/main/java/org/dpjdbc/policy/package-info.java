/** The policy file and its immutable model, validated against the live schema. */
@NullMarked
package org.dpjdbc.policy;

import org.jspecify.annotations.NullMarked;
