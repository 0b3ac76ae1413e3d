package org.dpjdbc.run.questions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written about the questions fits together, and enough of them are answered. */
class QuestionsTest {
  private static final int QUESTIONS = 300;

  /** Of a hundred questions to a database so many are answered. */
  private static final Map<String, Integer> ANSWERED =
      Map.of("H2", 92, "PostgreSQL", 92, "DuckDB", 90);

  private static final List<Question> ALL = Question.all();
  private static final KnownVerdicts KNOWN = KnownVerdicts.read();

  static List<Question> all() {
    return ALL;
  }

  static List<String> databases() {
    return Question.DATABASES;
  }

  @Test
  void thereAreEnoughAndEachHasAName() {
    assertThat(ALL).hasSizeGreaterThanOrEqualTo(QUESTIONS);
    assertThat(ALL.stream().map(Question::name)).doesNotHaveDuplicates().doesNotContain("");
  }

  @Test
  void noVerdictIsLeftOfAQuestionThatIsGone() {
    assertThat(KNOWN.questions())
        .containsExactlyInAnyOrderElementsOf(ALL.stream().map(Question::name).toList());
  }

  @ParameterizedTest
  @MethodSource("all")
  void saysWhoAsksAndWhyItIsNotAnswered(Question question) {
    assertThat(question.asks()).isNotEmpty();
    assertThat(question.sql()).isNotEmpty();
    assertThat(Question.DATABASES).containsAll(question.databases());
    List<String> verdicts =
        question.databases().stream().map(database -> KNOWN.of(question.name(), database)).toList();
    assertThat(question.refused().isPresent())
        .as("has a line `-- refused:`")
        .isEqualTo(verdicts.stream().anyMatch(verdict -> verdict.startsWith("DP-")));
    assertThat(question.wrong().isPresent())
        .as("has a line `-- wrong:`")
        .isEqualTo(verdicts.contains(KnownVerdicts.WRONG));
  }

  @ParameterizedTest
  @MethodSource("databases")
  void answersItsShare(String database) {
    List<String> verdicts =
        ALL.stream()
            .filter(question -> question.databases().contains(database))
            .map(question -> KNOWN.of(question.name(), database))
            .toList();
    long answered = verdicts.stream().filter(KnownVerdicts.ANSWERED::equals).count();
    assertThat(100.0 * answered / verdicts.size())
        .as("of 100 questions to %s", database)
        .isGreaterThanOrEqualTo(ANSWERED.getOrDefault(database, 0));
  }
}
