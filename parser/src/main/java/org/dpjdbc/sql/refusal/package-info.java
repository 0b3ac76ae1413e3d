/**
 * Refusals: the stable codes, the position in the analyst's SQL, and every message that a user can
 * read. Each stage has a class with a table of its messages, and a method for each: {@link
 * org.dpjdbc.sql.refusal.ConnectMessages}, {@link org.dpjdbc.sql.refusal.ParseMessages}, {@link
 * org.dpjdbc.sql.refusal.RelationMessages} and {@link org.dpjdbc.sql.refusal.ExpressionMessages}
 * for planning, {@link org.dpjdbc.sql.refusal.RunMessages}. {@link
 * org.dpjdbc.sql.refusal.RefusalTable} says what a row is. Misuse of JDBC is in {@link
 * org.dpjdbc.sql.refusal.JdbcMessages}. A refusal may carry {@link
 * org.dpjdbc.sql.refusal.Rewrite}s: ways to write the query that are answered. {@link
 * org.dpjdbc.sql.refusal.AnalysisSteps} counts the steps of an analysis, so that too much work can
 * be refused.
 *
 * <p>Read {@link org.dpjdbc.sql.refusal.RefusalCode} first.
 */
@NullMarked
package org.dpjdbc.sql.refusal;

import org.jspecify.annotations.NullMarked;
