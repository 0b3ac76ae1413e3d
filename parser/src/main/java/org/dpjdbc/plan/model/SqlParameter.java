package org.dpjdbc.plan.model;

/**
 * What is sent to the database as a bind parameter, in the order of the question marks. (Numbers,
 * dates and booleans of the query are printed from their parsed value.)
 */
public sealed interface SqlParameter {

  /**
   * A string of the analyst's or of the policy's.
   *
   * @param value the string
   */
  record Text(String value) implements SqlParameter {}

  /**
   * A value of the query's that its plan does not know: equal plans serve all its values. It is
   * bound as a value of its SQL type, like a released one.
   *
   * @param index among the values that are given when the plan is run
   */
  record Given(int index) implements SqlParameter {}

  /**
   * A value that was released before the statement is sent. It is bound as a value of its SQL type,
   * to which the statement casts it: like no text of the analyst's, nothing in it can become SQL.
   *
   * @param scalar {@link ReleasedScalar#name()}
   */
  record Released(String scalar) implements SqlParameter {}

  /**
   * The rows of a set that was released before the statement is sent. The statement has its first
   * row, whose values stand at the next question marks; further rows are added to the SQL when they
   * are known, so that the SQL then shows how many there are. A set without rows has a row of
   * NULLs, which the statement leaves out.
   *
   * @param set {@link ReleasedSet#name()}
   * @param columns question marks of a row: one for each column of the set, and a last one that is
   *     1 for a row of the set and 0 for the row that stands for none
   * @param end where in the text further rows are put
   * @param second the text of the second row, with its question marks
   * @param next the text of each row after that
   */
  record RowsOf(String set, int columns, int end, String second, String next)
      implements SqlParameter {}
}
