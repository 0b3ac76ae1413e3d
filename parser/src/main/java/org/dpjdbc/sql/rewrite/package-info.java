/**
 * Words that databases have beside those of the standard: {@code x::type}, {@code NVL}, {@code
 * DATEDIFF('day', a, b)}, {@code TO_CHAR(d, 'YYYY-MM')}. A parsed query enters, the same query in
 * the words that the planner knows leaves, with the places of the user's text. A word is read only
 * on the databases that have it with that meaning; elsewhere it stays and is refused as unknown.
 * {@link org.dpjdbc.sql.form.FunctionAliases} has the meanings, and each dialect the names that
 * stand for them: read {@link org.dpjdbc.sql.form.Spellings} first.
 */
@NullMarked
package org.dpjdbc.sql.rewrite;

import org.jspecify.annotations.NullMarked;
