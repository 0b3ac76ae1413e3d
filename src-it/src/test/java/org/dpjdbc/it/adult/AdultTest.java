package org.dpjdbc.it.adult;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.dpjdbc.it.DriverJar;
import org.dpjdbc.it.TextTable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The questions that papers ask of the Adult census, asked of a made-up one of its format, through
 * the packaged driver, with the error measured against the truth beside the error that was claimed.
 * Noise is fresh each time; each test says how often it would fail by chance.
 */
class AdultTest {
  private static final List<String> EPSILONS = List.of("0.1", "1", "10");

  /**
   * How many bars wide an error may be. The noise is log-concave (Laplace and Gaussian noise, and
   * sums of them), so that P(|noise| &ge; k h) &le; P(|noise| &ge; h)^k. On integers the bar b is
   * the smallest h - 1 with P(|noise| &ge; h) &le; 0.05, so h is b + 1. There are below 600 linear
   * cells and 200 means, a mean has two noises, and either side counts twice: 0.05^9.4 (600 + 4 ·
   * 200) &lt; 10^-9.
   */
  private static final double BARS = 9.4;

  /** The policy's. */
  private static final double DELTA = 1e-14;

  private static double maxNoise(Answered.Cell cell) {
    return BARS * (cell.error95().orElseThrow() + 1);
  }

  @TempDir private static Path folder;
  private static Census census;
  private static List<Answered> answers;

  /** Before the first test alone; in each, so that what is skipped is counted, with the reason. */
  @BeforeEach
  void ask() throws Exception {
    DriverJar.require();
    if (census == null) {
      census = Census.load(folder);
      answers = new ArrayList<>();
      for (Question question : Question.ALL) {
        for (String epsilon : EPSILONS) {
          answers.add(Answered.ask(census, question, epsilon));
        }
      }
      System.out.println(table());
    }
  }

  @AfterAll
  static void drop() throws SQLException {
    if (census != null) {
      census.close();
    }
  }

  private static String table() {
    TextTable table =
        new TextTable(
            2,
            "question",
            "answer",
            "epsilon",
            "groups",
            "mean error",
            "of truth",
            "claimed 95 %",
            "within");
    for (Answered answer : answers) {
      for (int i = 0; i < answer.question().statistics().size(); i++) {
        List<Answered.Cell> cells =
            answer.released(i).stream().filter(cell -> cell.released().isPresent()).toList();
        double error = cells.stream().mapToDouble(Answered.Cell::error).average().orElse(0);
        double bool = cells.stream().mapToDouble(Answered.Cell::bool).average().orElse(0);
        double bar =
            cells.stream().flatMapToDouble(cell -> cell.error95().stream()).average().orElse(0);
        long within =
            cells.stream().filter(cell -> cell.error() <= cell.error95().orElse(0)).count();
        table.add(
            List.of(
                answer.question().text(),
                answer.question().statistics().get(i).name(),
                answer.epsilon(),
                cells.size() + " of " + answer.groups().size(),
                number(error),
                String.format(Locale.ROOT, "%.2f %%", 100 * error / bool),
                number(bar),
                String.format(Locale.ROOT, "%.0f %%", 100.0 * within / cells.size())));
      }
    }
    return "\nCensus: error of a group, measured and claimed\n\n" + table;
  }

  private static String number(double value) {
    String format = value >= 1000 ? "%,.0f" : value >= 1 ? "%.1f" : "%.4f";
    return String.format(Locale.ROOT, format, value);
  }

  /** By chance: below 10^-9, see {@link #BARS}. */
  @Test
  void errorsStayWithinWhatTheirBarsAllow() {
    for (Answered answer : answers) {
      answer
          .groups()
          .forEach(
              (key, group) -> {
                for (int i = 0; group.released() && i < group.cells().size(); i++) {
                  Question.Statistic statistic = answer.question().statistics().get(i);
                  String what = "%s of %s at %s".formatted(statistic.name(), key, answer.epsilon());
                  if (statistic.meanOf() == 0) {
                    checkLinear(group.cells().get(i), what);
                  } else {
                    checkMean(group, i, statistic.meanOf(), what);
                  }
                }
              });
    }
  }

  private static void checkLinear(Answered.Cell cell, String what) {
    assertThat(cell.released()).as(what).isPresent();
    double rounding = 0.5;
    assertThat(cell.error()).as(what).isLessThanOrEqualTo(maxNoise(cell) + rounding);
  }

  /**
   * A mean is a share of two released sums A and B (Kulesza, Suresh and Wang 2024) whose total is
   * the width of the range times the number of people n. Where both noises stay below t, the mean
   * moves by at most t / n; and the bar of the count says how large they are, since one is beyond a
   * limit at most twice as often as their sum is.
   */
  private static void checkMean(Answered.Group group, int statistic, double width, String what) {
    double people = group.people().bool();
    double noise = maxNoise(group.people());
    Answered.Cell mean = group.cells().get(statistic);
    if (mean.released().isEmpty()) {
      assertThat(people).as(what + ", NULL").isLessThanOrEqualTo(noise + 1);
    } else if (noise < people) {
      assertThat(mean.error()).as(what).isLessThanOrEqualTo(width * noise / people);
    } else {
      assertThat(mean.released().getAsDouble()).as(what).isBetween(0.0, width);
    }
  }

  /**
   * The average error of 350 independent counts is a third of the bar for Laplace noise (from 0.28
   * to 0.37 on integers and for sums of two). By chance: below e^-40 for half and for twice that
   * (Cramér's bound for exponential variables).
   */
  @Test
  void barsAreNeitherShortNorPadded() {
    double ratio =
        answers.stream()
            .filter(answer -> !answer.epsilon().equals("10"))
            .flatMap(answer -> answer.released(0).stream())
            .mapToDouble(cell -> cell.error() / cell.error95().orElseThrow())
            .average()
            .orElseThrow();
    assertThat(ratio).isBetween(0.15, 0.7);
  }

  /** By chance: below e^-40, as the averages of 120 counts differ by a factor of ten. */
  @Test
  void errorsShrinkAsEpsilonGrows() {
    List<Double> counts = EPSILONS.stream().map(AdultTest::errorOfCounts).toList();
    assertThat(counts.get(0)).isGreaterThan(4 * counts.get(1));
    assertThat(counts.get(1)).isGreaterThan(4 * counts.get(2));
    for (Question question : Question.ALL) {
      for (int i = 0; i < question.statistics().size(); i++) {
        assertThat(bar(question, "0.1", i)).isGreaterThan(5 * bar(question, "1", i));
        assertThat(bar(question, "1", i)).isGreaterThan(5 * bar(question, "10", i));
      }
    }
  }

  private static double errorOfCounts(String epsilon) {
    return answers.stream()
        .filter(answer -> answer.epsilon().equals(epsilon))
        .flatMap(answer -> answer.released(0).stream())
        .mapToDouble(Answered.Cell::error)
        .average()
        .orElseThrow();
  }

  private static Answered answer(Question question, String epsilon) {
    return answers.stream()
        .filter(a -> a.question().equals(question) && a.epsilon().equals(epsilon))
        .findFirst()
        .orElseThrow();
  }

  private static double bar(Question question, String epsilon, int statistic) {
    return answer(question, epsilon).released(statistic).stream()
        .flatMapToDouble(cell -> cell.error95().stream())
        .min()
        .orElseThrow();
  }

  @Test
  void declaredKeysAreAllListed() {
    Map<Question, Integer> declared =
        Map.of(Question.SHARE, 2 * 16, Question.HOURS, 14, Question.GAIN, 5);
    declared.forEach(
        (question, size) -> {
          for (String epsilon : EPSILONS) {
            assertThat(answer(question, epsilon).groups())
                .as(question.text())
                .hasSize(size)
                .allSatisfy((key, group) -> assertThat(group.released()).as(key).isTrue());
          }
        });
  }

  /**
   * Ages are private keys: the ages of crowds are shown, those of one person are not. The count
   * that is shown selects them, with all of ε, and needs at most one person more than the optimal
   * mechanism. By chance: below 10^-9, as no age whose chance is between 10^-12 and 1 - 10^-12 is
   * judged.
   */
  @Test
  void agesOfCrowdsAreShownAndAgesOfFewAreNot() {
    for (String epsilon : EPSILONS) {
      int shown = 0;
      int hidden = 0;
      for (Map.Entry<String, Answered.Group> age :
          answer(Question.AGES, epsilon).groups().entrySet()) {
        String what = "age " + age.getKey() + " at " + epsilon;
        double people = age.getValue().people().bool();
        assertThat(people).as(what).isPositive();
        double e = Double.parseDouble(epsilon);
        if (chanceToBeShown((int) people - 1, e, DELTA) > 1 - 1e-12) {
          shown++;
          assertThat(age.getValue().released()).as(what).isTrue();
        } else if (chanceToBeShown((int) people, e, DELTA) < 1e-12) {
          hidden++;
          assertThat(age.getValue().released()).as(what).isFalse();
        }
      }
      assertThat(shown).as("shown at " + epsilon).isGreaterThan(20);
      assertThat(hidden).as("hidden at " + epsilon).isPositive();
    }
  }

  /** The optimal mechanism of Desfontaines, Voss, Gipson and Mandayam 2022, by its recursion. */
  private static double chanceToBeShown(int people, double epsilon, double delta) {
    double chance = 0;
    for (int n = 0; n < people; n++) {
      double above = Math.exp(epsilon) * chance + delta;
      double below = 1 - Math.exp(-epsilon) * (1 - chance - delta);
      chance = Math.min(1, Math.min(above, below));
    }
    return chance;
  }

  @Test
  void typesAreThoseOfTheDatabase() throws SQLException {
    try (Connection analyst = census.analyst("1", /* errorColumns= */ false)) {
      for (Question question : Question.ALL) {
        assertThat(columns(analyst, question))
            .as(question.text())
            .isEqualTo(columns(census.owner(), question));
      }
    }
  }

  private static List<List<Object>> columns(Connection connection, Question question)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(question.sql())) {
      ResultSetMetaData columns = statement.getMetaData();
      List<List<Object>> all = new ArrayList<>();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        all.add(
            Arrays.asList(
                columns.getColumnLabel(i),
                columns.getColumnType(i),
                columns.getColumnTypeName(i),
                columns.getColumnClassName(i)));
      }
      return all;
    }
  }
}
