/** Programs and policies a newcomer runs first. */
@NullMarked
package org.dpjdbc.examples;

import org.jspecify.annotations.NullMarked;
