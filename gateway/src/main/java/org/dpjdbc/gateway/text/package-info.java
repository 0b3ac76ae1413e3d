/**
 * Statements as texts: where each ends, what kind its first words say it is, and where its
 * parameters stand. {@link org.dpjdbc.gateway.text.Commands} is where to begin. Nothing of safety
 * rests on this package: the shadow's parser has the last word.
 */
@NullMarked
package org.dpjdbc.gateway.text;

import org.jspecify.annotations.NullMarked;
