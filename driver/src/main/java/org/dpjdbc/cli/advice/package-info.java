/**
 * What {@code check} proposes to the data owner beyond what is wrong. A policy and the live schema
 * enter; lines of text leave. Start with {@link org.dpjdbc.cli.advice.IndexNotes}.
 */
@NullMarked
package org.dpjdbc.cli.advice;

import org.jspecify.annotations.NullMarked;
