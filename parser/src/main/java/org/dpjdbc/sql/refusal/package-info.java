/**
 * Refusals: the stable codes, the place in the analyst's text that one is about, and every message
 * that a user can read. Messages are methods, in one class a stage: {@link
 * org.dpjdbc.sql.refusal.ConnectMessages}, {@link org.dpjdbc.sql.refusal.ParseMessages}, {@link
 * org.dpjdbc.sql.refusal.RelationMessages} and {@link org.dpjdbc.sql.refusal.ExpressionMessages}
 * for the plan, {@link org.dpjdbc.sql.refusal.RunMessages}; misuse of JDBC is in {@link
 * org.dpjdbc.sql.refusal.JdbcMessages}. The work of analysing a statement is counted here, too, so
 * that it can be refused.
 *
 * <p>Read {@link org.dpjdbc.sql.refusal.RefusalCode} first.
 */
@NullMarked
package org.dpjdbc.sql.refusal;

import org.jspecify.annotations.NullMarked;
