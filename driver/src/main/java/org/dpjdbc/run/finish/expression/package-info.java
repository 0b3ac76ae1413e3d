/**
 * Compiles scalar expressions over released and public rows to closures, and has the values that
 * they compute with. An expression that has no value for a row is NULL there; see {@link
 * org.dpjdbc.run.finish.expression.Undefined}. Read {@link
 * org.dpjdbc.run.finish.expression.ExpressionCompiler} first.
 */
@NullMarked
package org.dpjdbc.run.finish.expression;

import org.jspecify.annotations.NullMarked;
