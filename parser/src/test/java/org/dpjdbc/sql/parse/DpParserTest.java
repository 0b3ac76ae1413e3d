package org.dpjdbc.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.dpjdbc.sql.grammar.SqlExplainPrivacy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The grammar: what our additions mean, and that they take no word away. */
class DpParserTest {
  private static SqlNode parse(String sql) throws SqlParseException, SqlSyntaxException {
    return DpParser.parse(sql, ParserSettings.standard());
  }

  /** The tree printed as SQL, on one line and without quotes. */
  private static String read(String sql) throws SqlParseException, SqlSyntaxException {
    return parse(sql).toString().replace("`", "").replaceAll("\\s+", " ");
  }

  private static SqlHint onlyHint(String sql) throws SqlParseException, SqlSyntaxException {
    SqlSelect select = (SqlSelect) parse(sql);
    assertThat(select.getHints()).hasSize(1);
    return (SqlHint) select.getHints().get(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.50, delta = 1e-7) COUNT(*) FROM t",
        "SELECT /*+ DP(epsilon = 0.50, delta = 1e-7) */ COUNT(*) FROM t",
        "SELECT /*+DP(epsilon='0.50',delta='1e-7')*/ COUNT(*) FROM t;",
        "select with differential_privacy options(epsilon=0.50,delta=1e-7) count(*) from t",
      })
  void optionsAndHintAreOne(String sql) throws Exception {
    SqlHint hint = onlyHint(sql);
    assertThat(hint.getName()).isEqualTo("DP");
    assertThat(hint.getOptionKVPairs()).isEqualTo(Map.of("EPSILON", "0.50", "DELTA", "1e-7"));
  }

  static Stream<Arguments> optionValues() {
    return Stream.of(
        arguments("0.5", "0.5"),
        arguments("1", "1"),
        arguments(".5", ".5"),
        arguments("-1", "-1"),
        arguments("- 1.5e3", "-1.5e3"),
        arguments("+2", "2"),
        arguments("5%", "5%"),
        arguments("- 2.50 %", "-2.50%"),
        arguments("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
        arguments("'text'", "text"),
        arguments("'it''s'", "it's"),
        arguments("gaussian", "GAUSSIAN"),
        arguments("\"laplace\"", "laplace"),
        arguments("TRUE", "TRUE"),
        arguments("false", "false"),
        arguments("NULL", "NULL"));
  }

  @ParameterizedTest
  @MethodSource("optionValues")
  void everyOptionValueIsKeptAsWritten(String written, String value) throws Exception {
    assertThat(onlyHint("SELECT /*+ DP(a=" + written + ") */ 1").getOptionKVPairs())
        .isEqualTo(Map.of("A", value));
    assertThat(
            onlyHint("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (a=" + written + ") 1")
                .getOptionKVPairs())
        .isEqualTo(Map.of("A", value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT WITH DIFFERENTIAL_PRIVACY COUNT(*) FROM t",
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS () COUNT(*) FROM t",
        "SELECT WITH DIFFERENTIAL_PRIVACY DISTINCT a FROM t",
        "SELECT WITH DIFFERENTIAL_PRIVACY options FROM t",
        "SELECT /*+ DP */ COUNT(*) FROM t",
        "SELECT /*+ DP() */ COUNT(*) FROM t",
      })
  void optionsMayBeLeftOut(String sql) throws Exception {
    SqlHint hint = onlyHint(sql);
    assertThat(hint.getName()).isEqualTo("DP");
    assertThat(hint.getOptionFormat()).isEqualTo(SqlHint.HintOptionFormat.EMPTY);
  }

  @Test
  void optionsStandInSubQueriesToo() throws Exception {
    assertThat(
            read(
                "WITH c AS (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (x=1) a FROM t) SELECT * FROM c"))
        .isEqualTo("WITH C AS (SELECT /*+ DP(X = '1') */ A FROM T) SELECT * FROM C");
  }

  @Test
  void aHintAndOptionsAreBothKept() throws Exception {
    SqlSelect select =
        (SqlSelect) parse("SELECT /*+ DP(a=1) */ WITH DIFFERENTIAL_PRIVACY OPTIONS (a=2) b FROM t");
    assertThat(select.getHints())
        .extracting(hint -> ((SqlHint) hint).getOptionKVPairs())
        .isEqualTo(List.of(Map.of("A", "1"), Map.of("A", "2")));
  }

  @Test
  void anOptionKnowsItsPlace() throws Exception {
    SqlHint hint =
        onlyHint("SELECT WITH DIFFERENTIAL_PRIVACY\n  OPTIONS (epsilon = 0.5, delta = -1)\n  1");
    SqlNode options = hint.getOperandList().get(1);
    assertThat(((org.apache.calcite.sql.SqlNodeList) options).getList())
        .extracting(node -> node.getParserPosition().toString())
        .containsExactly(
            "line 2, column 12", "line 2, column 22", "line 2, column 27", "line 2, column 35");
  }

  @Test
  void explainPrivacyHoldsTheQuery() throws Exception {
    SqlNode statement =
        parse("EXPLAIN PRIVACY FOR WITH c AS (SELECT 1) SELECT * FROM c ORDER BY 1 LIMIT 2;");
    assertThat(statement).isInstanceOf(SqlExplainPrivacy.class);
    SqlExplainPrivacy explain = (SqlExplainPrivacy) statement;
    assertThat(explain.query().getKind()).isEqualTo(SqlKind.ORDER_BY);
    assertThat(explain.getOperandList()).containsExactly(explain.query());
    assertThat(read(explain.toString().replace("`", "\"")))
        .as("prints as what it was")
        .isEqualTo(
            "EXPLAIN PRIVACY FOR WITH C AS (SELECT 1) SELECT * FROM C ORDER BY 1 "
                + "FETCH NEXT 2 ROWS ONLY");
    SqlNode other = parse("SELECT 2");
    explain.setOperand(0, other);
    assertThat(explain.query()).isSameAs(other);
  }

  static Stream<Arguments> limits() {
    return Stream.of(
        arguments("SELECT a FROM t LIMIT 3", "SELECT A FROM T FETCH NEXT 3 ROWS ONLY"),
        arguments("SELECT a FROM t LIMIT ALL", "SELECT A FROM T"),
        arguments(
            "SELECT a FROM t LIMIT 3 OFFSET ?",
            "SELECT A FROM T OFFSET ? ROWS FETCH NEXT 3 ROWS ONLY"),
        arguments(
            "SELECT a FROM t OFFSET 1 LIMIT 3",
            "SELECT A FROM T OFFSET 1 ROWS FETCH NEXT 3 ROWS ONLY"),
        arguments(
            "SELECT a FROM t LIMIT 1, 3", "SELECT A FROM T OFFSET 1 ROWS FETCH NEXT 3 ROWS ONLY"),
        arguments(
            "SELECT a FROM t OFFSET 1 ROW FETCH FIRST 3 ROWS ONLY",
            "SELECT A FROM T OFFSET 1 ROWS FETCH NEXT 3 ROWS ONLY"),
        arguments("SELECT TOP 3 a FROM t", "SELECT A FROM T FETCH NEXT 3 ROWS ONLY"),
        arguments("SELECT TOP (3) a FROM t", "SELECT A FROM T FETCH NEXT 3 ROWS ONLY"),
        arguments(
            "SELECT DISTINCT TOP ? a FROM t", "SELECT DISTINCT A FROM T FETCH NEXT ? ROWS ONLY"),
        arguments(
            "SELECT TOP 3 a FROM t ORDER BY a",
            "SELECT A FROM T ORDER BY A FETCH NEXT 3 ROWS ONLY"),
        arguments(
            "WITH c AS (SELECT TOP 1 a FROM t) SELECT TOP 3 a FROM c ORDER BY a",
            "WITH C AS (SELECT A FROM T FETCH NEXT 1 ROWS ONLY) SELECT A FROM C ORDER BY A "
                + "FETCH NEXT 3 ROWS ONLY"),
        arguments(
            "SELECT a FROM (SELECT TOP 3 a FROM t ORDER BY b) ORDER BY a",
            "SELECT A FROM (SELECT A FROM T ORDER BY B FETCH NEXT 3 ROWS ONLY) ORDER BY A"));
  }

  @ParameterizedTest
  @MethodSource("limits")
  void everySpellingOfLimitIsFetch(String sql, String meaning) throws Exception {
    assertThat(read(sql)).isEqualTo(meaning);
  }

  @Test
  void topBelongsToItsOwnBranchOfAUnion() throws Exception {
    SqlNode union = parse("SELECT TOP 3 a FROM t UNION ALL SELECT b FROM t");
    SqlSelect first = (SqlSelect) ((org.apache.calcite.sql.SqlCall) union).operand(0);
    assertThat(first.getFetch()).hasToString("3");
  }

  @Test
  void topAndLimitTogetherAreRefused() {
    assertThatExceptionOfType(SqlParseException.class)
        .isThrownBy(() -> parse("SELECT TOP 3 a FROM t LIMIT 4"))
        .withMessage("TOP and LIMIT or FETCH in one query")
        .satisfies(e -> assertThat(e.getPos().getColumnNum()).isEqualTo(29));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT TOP, PRIVACY, DIFFERENTIAL_PRIVACY, OPTIONS FROM T",
        "SELECT TOP(A, B), PRIVACY(A), OPTIONS(A = 1) FROM T",
        "SELECT TOP.A, PRIVACY.B FROM TOP, PRIVACY",
        "SELECT A AS TOP, B AS PRIVACY FROM DIFFERENTIAL_PRIVACY",
        "SELECT TOP * 2 FROM T",
      })
  void newWordsRemainNames(String sql) throws Exception {
    assertThat(read(sql)).isEqualTo(sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1;",
        "SELECT 1 ; ; -- done",
        "/* a */ SELECT /* b */ 1 -- c\n;",
      })
  void commentsAndATrailingSemicolonAreNothing(String sql) throws Exception {
    assertThat(read(sql)).isEqualTo("SELECT 1");
  }

  /** What would be left out here is a division in DuckDB. */
  @Test
  void twoSlashesAreNoComment() throws Exception {
    assertThat(read("SELECT 7 // 2")).isEqualTo("SELECT 7 // 2");
    assertThatExceptionOfType(SqlParseException.class).isThrownBy(() -> read("SELECT 7 //"));
  }

  /** They bind less than sums, more than comparisons, and alike among themselves. */
  @Test
  void operatorsOfBitsBindAlike() throws Exception {
    assertThat(read("SELECT 1 | 2 & 4 << 1")).isEqualTo(read("SELECT ((1 | 2) & 4) << 1"));
    assertThat(read("SELECT 1 >> 2 + 3 # 4")).isEqualTo(read("SELECT (1 >> (2 + 3)) # 4"));
    assertThat(read("SELECT 1 > 2 | 4")).isEqualTo(read("SELECT 1 > (2 | 4)"));
  }

  /** DIV divides between two values only, as it may be a name elsewhere. */
  @Test
  void divMayBeAName() throws Exception {
    assertThat(read("SELECT 7 DIV 2, div FROM t AS div")).contains("7 DIV 2");
    assertThat(read("SELECT x div FROM t")).contains("AS");
    assertThat(read("SELECT div DIV div div FROM t")).contains("DIV");
  }

  @Test
  void namesFollowTheDatabase() throws Exception {
    ParserSettings mysql =
        new ParserSettings(
            Quoting.BACK_TICK,
            Casing.UNCHANGED,
            Casing.UNCHANGED,
            false,
            SqlConformanceEnum.LENIENT);
    assertThat(DpParser.parse("SELECT `a b`, Cd FROM `t`", mysql).toString())
        .isEqualToIgnoringNewLines("SELECT `a b`, `Cd`FROM `t`");
    ParserSettings folding =
        new ParserSettings(
            Quoting.DOUBLE_QUOTE,
            Casing.TO_LOWER,
            Casing.TO_UPPER,
            true,
            SqlConformanceEnum.LENIENT);
    assertThat(DpParser.parse("SELECT \"a b\", Cd FROM \"t\"", folding).toString())
        .isEqualToIgnoringNewLines("SELECT `A B`, `cd`FROM `T`");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ";",
        "SELECT",
        "SELECT 1 FROM",
        "SELEC 1",
        "SELECT 1 +",
        "SELECT # FROM t",
        "SELECT 1 /* never closed",
        "SELECT )",
        "SELECT 1 END",
        "SELECT 1 FROM t WHERE ORDER",
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon) 1",
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = ?) 1",
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 1 + 1) 1",
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 5 % 2) 1",
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 5%%) 1",
        "SELECT /*+ DP(error = x%) */ 1",
        "SELECT WITH PRIVACY 1",
        "EXPLAIN PRIVACY FOR DELETE FROM t",
        "EXPLAIN PRIVACY SELECT 1",
      })
  void whatIsNotSqlIsAParseErrorWithAPlace(String sql) {
    assertThatExceptionOfType(SqlParseException.class)
        .isThrownBy(() -> parse(sql))
        .satisfies(e -> assertThat(e.getPos()).isNotNull());
  }

  @ParameterizedTest
  @EnumSource(names = {"BACK_TICK_BACKSLASH", "BRACKET"})
  void otherQuotesAreNotOffered(Quoting quoting) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new ParserSettings(
                    quoting, Casing.UNCHANGED, Casing.UNCHANGED, true, SqlConformanceEnum.LENIENT));
  }
}
