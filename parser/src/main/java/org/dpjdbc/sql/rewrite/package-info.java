/**
 * Rewrites functions and operators that a database has beside the standard's: {@code x::type},
 * {@code NVL}, {@code DATEDIFF('day', a, b)}, {@code TO_CHAR(d, 'YYYY-MM')}. The result uses only
 * functions that the planner knows and keeps the positions of the user's text. A name is rewritten
 * only for databases that give it that meaning; elsewhere it stays and is refused as unknown.
 * {@link FunctionAliases} has the meanings, and each dialect the names that stand for them. Read
 * {@link DialectFunctionRewriter} first.
 */
@NullMarked
package org.dpjdbc.sql.rewrite;

import org.jspecify.annotations.NullMarked;
