package org.dpjdbc.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.dpjdbc.sql.parse.StatementSplitter.ScriptStatement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the statements of a script begin and end. */
class StatementSplitterTest {
  private static List<ScriptStatement> split(String script) throws SqlSyntaxException {
    return StatementSplitter.split(script, ParserSettings.standard());
  }

  @Test
  void splitsAtSemicolonsThatEndAStatement() throws Exception {
    String script =
        """
        -- a report; of two parts
        SELECT ';' AS "a;b", 'it''s; one' /* not; here */
        FROM t -- nor; here
        WHERE x = 1;;  SELECT /*+ DP(epsilon=0.1) */ 2 ; /* the; end */
        -- done;
        """;
    assertThat(split(script))
        .containsExactly(
            new ScriptStatement(
                """
                SELECT ';' AS "a;b", 'it''s; one' /* not; here */
                FROM t -- nor; here
                WHERE x = 1\
                """,
                2,
                1),
            new ScriptStatement("SELECT /*+ DP(epsilon=0.1) */ 2", 4, 16));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void countsLinesAsTheParserDoes(String end) throws Exception {
    String script = String.join(end, "", "\tSELECT '\uD83D\uDE00' ,", "", " 1; SELECT", "2", "");
    assertThat(split(script))
        .containsExactly(
            new ScriptStatement(String.join(end, "SELECT '\uD83D\uDE00' ,", "", " 1"), 2, 2),
            new ScriptStatement(String.join(end, "SELECT", "2"), 4, 5));
  }

  /** If each line were looked for from the first one on, this would take minutes. */
  @Test
  void splitsAsManyStatementsAsATextHolds() throws Exception {
    List<ScriptStatement> statements = split("1;\n".repeat(330_000));
    assertThat(statements).hasSize(330_000).endsWith(new ScriptStatement("1", 330_000, 1));
  }

  @Test
  void findsNothingInCommentsAlone() throws Exception {
    assertThat(split("")).isEmpty();
    assertThat(split(" ;\n-- nothing\n;/* ; */")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT 1; SELECT 'a; SELECT 2 | 1 | 18",
        "SELECT 1; SELECT \"a; SELECT 2 | 1 | 18",
        "SELECT 1; /* ; SELECT 2       | 1 | 9",
      })
  void refusesWhatNeverEnds(String script, int line, int column) {
    SqlSyntaxException refusal =
        assertThatExceptionOfType(SqlSyntaxException.class)
            .isThrownBy(() -> split(script.strip()))
            .actual();
    assertThat(refusal.line() + ":" + refusal.column()).isEqualTo(line + ":" + column);
    assertThat(refusal).hasMessageContaining("never closed");
  }

  @Test
  void readsNamesAsTheDatabaseQuotesThem() throws Exception {
    ParserSettings mysql = BackendDialects.called("MySQL").orElseThrow().parserSettings();
    assertThat(StatementSplitter.split("SELECT `a;b`; SELECT 2", mysql))
        .containsExactly(
            new ScriptStatement("SELECT `a;b`", 1, 1), new ScriptStatement("SELECT 2", 1, 15));
  }
}
