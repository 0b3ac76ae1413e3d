package org.dpjdbc.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlNode;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is refused before it is parsed, and that what is accepted fits a small stack. */
class DpParserLimitsTest {
  /** Half of what a thread has by default on 64-bit machines. */
  private static final long SMALL_STACK = 512 * 1024;

  private static SqlNode parse(String sql) throws Exception {
    return DpParser.parse(sql, ParserSettings.standard());
  }

  private static SqlSyntaxException refusal(String sql) {
    return assertThatExceptionOfType(SqlSyntaxException.class)
        .isThrownBy(() -> parse(sql))
        .actual();
  }

  private static void assertRefused(String sql, int line, int column, String message) {
    SqlSyntaxException e = refusal(sql);
    assertThat(e).hasMessageContaining(message);
    assertThat(e.line() + ":" + e.column()).isEqualTo(line + ":" + column);
  }

  static Stream<Arguments> strings() {
    return Stream.of(
        arguments("", 1, 1, "empty"),
        arguments(" \n-- nothing", 1, 1, "empty"),
        arguments("SELECT 1,\n 'a\0b'", 2, 4, "NUL"),
        arguments("SELECT 1\0", 1, 9, "NUL"),
        arguments("SELECT\r\n\r'\uD800x'", 3, 2, "surrogate"),
        arguments("SELECT '\uDC00\uD800'", 1, 9, "surrogate"),
        arguments("SELECT 1 -- \uD83D", 1, 13, "surrogate"),
        arguments("SELECT 1;\nSELECT 2", 2, 1, "one statement"),
        arguments("SELECT 1; DROP TABLE t", 1, 11, "one statement"),
        arguments(";SELECT 1", 1, 2, "one statement"),
        arguments("SELECT _UTF16'x'", 1, 8, "_UTF16'...'"),
        arguments("SELECT _ISO-8859-1'x'", 1, 8, "_ISO-8859-1'...'"),
        arguments("SELECT N'x'", 1, 8, "N'...'"),
        arguments("SELECT n'x'", 1, 8, "n'...'"),
        arguments("SELECT U&'\\0041'", 1, 8, "U&'...'"),
        arguments("SELECT U&\"\\0041\" FROM t", 1, 8, "U&'...'"),
        arguments("SELECT E'\\x41'", 1, 8, "E'...'"),
        arguments("SELECT a FROM t WHERE a = 'b", 1, 27, "never closed"),
        arguments("SELECT \"a FROM t", 1, 8, "never closed"),
        arguments("SELECT \"\" FROM t", 1, 8, "empty quoted name"),
        arguments("SELECT CAST(a AS MAP<INTEGER, INTEGER>) FROM t", 1, 21, "MAP"));
  }

  @ParameterizedTest
  @MethodSource("strings")
  void aTextIsRefusedAtThePlace(String sql, int line, int column, String message) {
    assertRefused(sql, line, column, message);
  }

  @Test
  void emojiAndOtherPairsArePlainCharacters() throws Exception {
    assertThat(parse("SELECT 1 AS \"\uD83D\uDE00\"").toString()).contains("\uD83D\uDE00");
  }

  @Test
  void aMillionCharactersAreReadAndNoMore() throws Exception {
    String comment = "-".repeat(CharacterCheck.MAX_LENGTH - "SELECT 1 ".length());
    assertThat(parse("SELECT 1 " + comment).toString()).isEqualTo("SELECT 1");
    assertRefused("SELECT 1 -" + comment, 1, 1, "1000001 characters");
  }

  @Test
  void tenThousandParenthesesAreRefused() {
    assertRefused(
        "SELECT " + "(".repeat(10_000) + "1" + ")".repeat(10_000),
        1,
        8 + TokenCheck.MAX_NESTING,
        "levels of brackets");
  }

  /** Statements nested n levels deep, by the construct that nests. */
  static Stream<Arguments> nests() {
    return Stream.of(
        nest("SELECT ", "(", "1", ")", ""),
        nest("SELECT ", "(1 + ", "1", ")", ""),
        nest("SELECT ", "f(", "1", ")", ""),
        nest("SELECT ", "COALESCE(a, ", "1", ")", ""),
        nest("SELECT ", "CAST(", "1", " AS INTEGER)", ""),
        nest("SELECT ", "CASE WHEN a = 1 THEN 1 ELSE ", "1", " END", ""),
        nest("SELECT ", "CASE WHEN ", "a", " THEN b END", ""),
        nest("SELECT ", "ROW(", "1", ")", ""),
        nest("SELECT ", "ARRAY[", "1", "]", ""),
        nest("SELECT ", "a[", "1", "]", ""),
        nest("SELECT ", "{fn abs(", "1", ")}", ""),
        nest("SELECT ", "-(", "1", ")", ""),
        nest("SELECT ", "SUM(x) OVER (ORDER BY ", "1", ")", ""),
        nest("SELECT ", "SUM(x) FILTER (WHERE ", "1 = 1", ")", ""),
        nest("SELECT ", "JSON_OBJECT('a': ", "1", ")", ""),
        nest("", "SELECT (", "SELECT 1", ")", ""),
        nest("", "SELECT * FROM (", "SELECT 1", ")", ""),
        nest("SELECT * FROM ", "(", "t", " JOIN t ON 1 = 1)", ""),
        nest("SELECT * FROM ", "LATERAL (SELECT * FROM ", "t", ")", ""),
        nest("", "(SELECT 1 UNION ALL ", "SELECT 1", ")", ""),
        nest("", "WITH c AS (", "SELECT 1", ") SELECT * FROM c", ""),
        nest("SELECT 1 FROM t WHERE ", "NOT (", "a = 1", ")", ""),
        nest("SELECT 1 FROM t WHERE ", "a IN (", "1", ")", ""),
        nest("SELECT 1 FROM t WHERE ", "a IN (SELECT b FROM t WHERE ", "a = 1", ")", ""),
        nest("SELECT 1 FROM t WHERE ", "NOT EXISTS (SELECT b FROM t WHERE ", "a = 1", ")", ""),
        nest("SELECT 1 FROM t WHERE ", "(", "a = 1", " OR a = 2)", ""),
        nest("SELECT 1 FROM t GROUP BY ", "GROUPING SETS (", "a", ")", ""));
  }

  private static Arguments nest(String begin, String open, String core, String close, String end) {
    IntFunction<String> text = n -> begin + open.repeat(n) + core + close.repeat(n) + end;
    return arguments(begin + open + core + close + end, text);
  }

  /** Statements with a chain of n operators or the like, by the operator. */
  static Stream<Arguments> chains() {
    return Stream.of(
        chain("SELECT 1", "+1"),
        chain("SELECT 1", "- -1"),
        chain("SELECT ", "- ", "1"),
        chain("SELECT 'a'", "||'b'"),
        chain("SELECT 1", "=1"),
        chain("SELECT a", "[1]"),
        chain("SELECT a", ".b"),
        chain("SELECT 1 FROM t WHERE a = 1", " OR a = 1"),
        chain("SELECT 1 FROM t WHERE a = 1", " AND NOT a = 1"),
        chain("SELECT 1 FROM t WHERE ", "NOT ", "a"),
        chain("SELECT 1 FROM t WHERE a", " IS NULL"),
        chain("SELECT 1 FROM t WHERE a = 1", " OR a BETWEEN 1 AND 2"),
        chain("SELECT 1 FROM t WHERE a = 1", " OR a LIKE 'b' ESCAPE 'c'"),
        chain("SELECT 1 FROM t WHERE a", " LIKE 'b'"),
        chain("SELECT 1 FROM t WHERE a", " SIMILAR TO 'b'"),
        chain("SELECT 1 FROM t WHERE ", "a BETWEEN b AND ", "1"),
        chain("SELECT 1 FROM t", " JOIN t ON 1 = 1"),
        chain("SELECT 1 FROM t", ", t"),
        chain("SELECT 1", " UNION ALL SELECT 1"),
        chain("SELECT CAST(1 AS INTEGER", " ARRAY", ")"));
  }

  private static Arguments chain(String begin, String link) {
    return chain(begin, link, "");
  }

  private static Arguments chain(String begin, String link, String end) {
    IntFunction<String> text = n -> begin + link.repeat(n) + end;
    return arguments(begin + link + end, text);
  }

  static Stream<Arguments> growing() {
    return Stream.concat(nests(), chains());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("nests")
  void nestingWithinTheLimitsFitsASmallStack(String name, IntFunction<String> sql)
      throws Exception {
    assertThat(outcomeOnSmallStack(sql.apply(TokenCheck.MAX_NESTING / 2))).isEqualTo("parsed");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("chains")
  void chainsWithinTheLimitsFitASmallStack(String name, IntFunction<String> sql) throws Exception {
    assertThat(outcomeOnSmallStack(sql.apply(100))).isEqualTo("parsed");
  }

  /** At every size the verdict is ours, and the stack is never what decides. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("growing")
  void whatGrowsIsRefusedBeforeTheStackOverflows(String name, IntFunction<String> sql)
      throws Exception {
    for (int n : new int[] {90, 100, 101, 250, 499, 500, 501, 1_000, 10_000, 30_000}) {
      assertThat(outcomeOnSmallStack(sql.apply(n))).as("%d times", n).doesNotContain("stack");
    }
    assertThat(outcomeOnSmallStack(sql.apply(30_000))).isNotEqualTo("parsed");
  }

  private static String outcomeOnSmallStack(String sql) throws Exception {
    return outcome(sql, SMALL_STACK);
  }

  private static String outcome(String sql, long stack) throws Exception {
    FutureTask<String> task =
        new FutureTask<>(
            () -> {
              try {
                parse(sql);
                return "parsed";
              } catch (SqlSyntaxException e) {
                return e.getMessage();
              }
            });
    Thread thread = new Thread(null, task, "parse", stack);
    thread.start();
    try {
      return task.get();
    } catch (ExecutionException e) {
      return "stack or other failure: " + e.getCause();
    }
  }

  @Test
  void aCallerWithoutStackGetsARefusal() throws Exception {
    String sql = "SELECT " + "f(".repeat(100) + "1" + ")".repeat(100);
    assertThat(outcome(sql, 1)).isIn("nested too deeply for the stack of this thread", "parsed");
    assertThat(onNearlyFullStack(sql, 0))
        .isEqualTo("nested too deeply for the stack of this thread");
  }

  /** Recurses until the parser, called at the bottom, has no room; returns its first answer. */
  @SuppressWarnings("InfiniteRecursion")
  private static String onNearlyFullStack(String sql, int depth) throws Exception {
    try {
      return onNearlyFullStack(sql, depth + 1);
    } catch (StackOverflowError e) {
      try {
        parse(sql);
        return "parsed";
      } catch (SqlSyntaxException refusal) {
        return refusal.getMessage();
      }
    }
  }

  @Test
  void listsAreBoundedButForIn() throws Exception {
    int many = TreeCheck.MAX_WIDTH;
    assertThat(parse("SELECT 1" + ", 1".repeat(many - 1))).isNotNull();
    assertRefused("SELECT 1" + ", 1".repeat(many), 1, 8, "2000 elements");
    assertRefused("SELECT f(1" + ", 1".repeat(many) + ")", 1, 8, "2000 elements");
    assertRefused("VALUES (1)" + ", (1)".repeat(many), 1, 1, "2000 elements");
    assertThat(parse("SELECT 1 FROM t WHERE a IN (1" + ", 1".repeat(20 * many) + ")")).isNotNull();
    assertRefused(
        "SELECT 1 FROM t WHERE a IN (1" + ",1".repeat(60_000) + ")", 1, 100_021, "words and signs");
  }

  @Test
  void literalsAndNamesAreBounded() throws Exception {
    String longest = "1".repeat(TokenCheck.MAX_LITERAL);
    assertThat(parse("SELECT " + longest)).isNotNull();
    assertRefused("SELECT 1" + longest, 1, 8, "literal of more than 10000");
    assertRefused("SELECT '" + longest + "'", 1, 8, "literal of more than 10000");
    assertRefused("SELECT x'0" + longest + "'", 1, 8, "literal of more than 10000");
    assertThat(parse("SELECT 1E400, 1E-400")).isNotNull();
    assertRefused("SELECT 1E401", 1, 8, "exponent beyond 400");
    assertRefused("SELECT 1.5e-99999999999999999999", 1, 8, "exponent beyond 400");
    String name = "n".repeat(TokenCheck.MAX_NAME);
    assertThat(parse("SELECT " + name + ", \"" + name + "\"")).isNotNull();
    assertRefused("SELECT nnn" + name, 1, 8, "name of more than 128");
    assertRefused("SELECT \"n" + name + "\"", 1, 8, "name of more than 128");
  }

  @Test
  void whatReferencesStandForIsBounded() throws Exception {
    assertThat(parse(doubled(8))).isNotNull();
    assertThat(refusal(doubled(20))).hasMessageContaining("common table expressions");
    assertThat(refusal(doubled(20).replace("FROM a", "FROM A")))
        .hasMessageContaining("common table expressions");
  }

  /** Each common table expression reads the one before it twice. */
  private static String doubled(int n) {
    StringBuilder sql = new StringBuilder("WITH a0 AS (SELECT 1 AS x)");
    for (int i = 1; i < n; i++) {
      sql.append(", a" + i + " AS (SELECT b.x FROM a" + (i - 1) + " b, a" + (i - 1) + " c)");
    }
    return sql + " SELECT x FROM a" + (n - 1);
  }

  @Test
  void patternsAreBounded() {
    String list = "SELECT a LIKE 'b'" + ", a LIKE 'b'".repeat(TokenCheck.MAX_PATTERNS);
    assertThat(refusal(list)).hasMessageContaining("BETWEEN, LIKE");
  }
}
