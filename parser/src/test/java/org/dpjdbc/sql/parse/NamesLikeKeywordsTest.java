package org.dpjdbc.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.StringReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.dpjdbc.sql.grammar.impl.DpSqlParserImpl;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What H2 takes for a name without quotes is a name here too, but for the words listed. */
final class NamesLikeKeywordsTest {
  private static final List<String> FORMS =
      List.of(
          "SELECT 1 AS %s",
          "SELECT 1 %s",
          "SELECT AVG(%s) FROM (SELECT 1 AS %s) AS t",
          "SELECT %s, 2 FROM (SELECT 1 AS %s) AS t",
          "SELECT %s, t.%s FROM (SELECT 1 AS %s) AS t",
          "SELECT COUNT(*) AS %s FROM (SELECT 1 AS x) AS t ORDER BY %s",
          "SELECT SUM(%s + 1) FROM (SELECT 1 AS %s) AS t GROUP BY %s",
          "SELECT %s.x FROM (SELECT 1 AS x) AS %s",
          "SELECT 1 FROM (SELECT 1 AS x) %s",
          "WITH %s AS (SELECT 1 AS x) SELECT x FROM %s");

  /** They begin or join clauses of Calcite's grammar; quoted they are names as well. */
  private static final Set<String> NOT_HERE =
      Set.of(
          """
          ALTER ASOF BOTH BY COLLATE CREATE CUBE DELETE DESCRIBE DROP EXPLAIN FOR
          GROUPING INSERT INTO LATERAL LEADING MEASURE MERGE MULTISET ONLY OUTER
          OVERLAPS PARTITION PERMUTE ROLLUP SIMILAR TABLESAMPLE THEN TRAILING UNNEST
          UPDATE
          """
              .split("\\s+"));

  @Test
  void whatH2TakesIsTaken() throws SQLException {
    Set<String> refused = new TreeSet<>();
    int taken = 0;
    try (Connection h2 = DriverManager.getConnection("jdbc:h2:mem:")) {
      for (String word : words()) {
        for (String form : FORMS) {
          String sql = form.replace("%s", word);
          boolean ofH2 = takenByH2(h2, sql);
          taken += ofH2 ? 1 : 0;
          if (ofH2 && !takenHere(sql)) {
            refused.add(word);
          }
        }
      }
    }
    assertThat(taken).isGreaterThan(5_000);
    assertThat(refused).isEqualTo(new TreeSet<>(NOT_HERE));
  }

  /** What is no name here is refused with the quotes that make it one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1 AS row",
        "SELECT row.x FROM (SELECT 1 AS x) AS t",
        "SELECT 1 values FROM t",
        "SELECT interval FROM t",
        "SELECT x FROM t WHERE update = 1",
        "SELECT x FROM t GROUP BY merge",
        "SELECT COUNT(*) AS interval, x AS for FROM t"
      })
  void keywordsAreToBeQuoted(String sql) {
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> new QueryReader(ParserSettings.standard()).read(sql))
        .withMessageMatching("(?s).* is a keyword: to use it as a name, write \"[A-Z]+\".*");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT x FROM WHERE y = 1",
        "SELECT COUNT(* FROM t",
        "SELECT x FROM t ORDER",
        "SELECT x, FROM t",
        "SELECT x y z FROM t"
      })
  void wordsOfClausesAreNoNames(String sql) {
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> new QueryReader(ParserSettings.standard()).read(sql))
        .withMessageNotContaining("keyword");
  }

  /** Every word that the lexer knows: what it does not know is a name. */
  private static List<String> words() {
    return DpSqlParserImpl.FACTORY
        .getParser(new StringReader(""))
        .getMetadata()
        .getTokens()
        .stream()
        .filter(token -> token.matches("[A-Z_][A-Z_0-9]*"))
        .toList();
  }

  private static boolean takenByH2(Connection h2, String sql) {
    try (PreparedStatement statement = h2.prepareStatement(sql)) {
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private static boolean takenHere(String sql) {
    try {
      new QueryReader(ParserSettings.standard()).read(sql);
      return true;
    } catch (RefusedException e) {
      return false;
    }
  }
}
