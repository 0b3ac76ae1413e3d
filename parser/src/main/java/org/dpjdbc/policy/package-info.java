/**
 * The policy file. Input: YAML text and the live schema of the database. Output: an immutable
 * {@link org.dpjdbc.policy.Policy}, or a list of problems with their lines.
 *
 * <p>Read {@link org.dpjdbc.policy.PolicyFile} first, then {@link org.dpjdbc.policy.PolicyCheck}.
 */
@NullMarked
package org.dpjdbc.policy;

import org.jspecify.annotations.NullMarked;
