package org.dpjdbc.it.adult;

import java.util.List;

/**
 * A question that papers ask of the census.
 *
 * @param text what is asked
 * @param sql keys first, then the count of people, then the other statistics
 * @param keys the number of keys
 * @param statistics the columns after the keys
 */
record Question(String text, String sql, int keys, List<Statistic> statistics) {

  /**
   * A column of answers.
   *
   * @param name of the column
   * @param meanOf the width of the declared range whose mean it is; 0 where the statistic is a
   *     linear function of the released integers
   */
  record Statistic(String name, double meanOf) {}

  private static final Statistic PEOPLE = new Statistic("people", 0);

  static final Question SHARE =
      new Question(
          "income above 50K by sex and education",
          """
          SELECT sex, education, COUNT(*) AS people,
            AVG(CASE WHEN income = '>50K' THEN 1 ELSE 0 END) AS share
          FROM adult GROUP BY sex, education""",
          2,
          List.of(PEOPLE, new Statistic("share", 1)));

  static final Question HOURS =
      new Question(
          "hours per week by occupation",
          """
          SELECT occupation, COUNT(*) AS people, AVG(hours_per_week) AS hours
          FROM adult WHERE occupation IS NOT NULL GROUP BY occupation""",
          1,
          List.of(PEOPLE, new Statistic("hours", 100)));

  static final Question AGES =
      new Question(
          "histogram of age",
          "SELECT age, COUNT(*) AS people FROM adult GROUP BY age",
          1,
          List.of(PEOPLE));

  static final Question GAIN =
      new Question(
          "capital gain by race",
          """
          SELECT race, COUNT(*) AS people, SUM(capital_gain) AS total, AVG(capital_gain) AS mean
          FROM adult GROUP BY race""",
          1,
          List.of(PEOPLE, new Statistic("total", 0), new Statistic("mean", 100_000)));

  static final List<Question> ALL = List.of(SHARE, HOURS, AGES, GAIN);
}
