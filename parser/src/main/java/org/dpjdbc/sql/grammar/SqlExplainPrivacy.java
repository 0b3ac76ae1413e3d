package org.dpjdbc.sql.grammar;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * The parse tree of {@code EXPLAIN PRIVACY FOR query}: asks what the query would release and cost,
 * without running or charging it. {@code EXPLAIN query}, as tools send it with the options of their
 * database, asks the same in another form.
 */
public final class SqlExplainPrivacy extends SqlCall {
  /** How the answer is to look. */
  public enum Form {
    /** {@code EXPLAIN PRIVACY}: a table. */
    TABLE,
    /** A column of lines. */
    TEXT,
    /** One JSON document. */
    JSON,
    /** Another format, which is not offered. */
    OTHER,
    /** The query would have to run: not offered. */
    ANALYZE
  }

  private static final Set<String> QUERIES = Set.of("SELECT", "WITH", "VALUES", "TABLE", "(");

  /** What stands between EXPLAIN and the query in PostgreSQL, H2, DuckDB, MySQL, Spark, SQLite. */
  private static final Set<String> OPTIONS =
      Set.of(
          "FOR",
          "PLAN",
          "QUERY",
          "ANALYZE",
          "ANALYSE",
          "VERBOSE",
          "EXTENDED",
          "FORMATTED",
          "COST",
          "CODEGEN",
          "FORMAT",
          "=",
          "JSON",
          "TEXT",
          "TRADITIONAL",
          "TREE");

  private static final Set<String> LINES = Set.of("TEXT", "TRADITIONAL", "TREE");
  private static final Set<String> OFF = Set.of("OFF", "FALSE", "0");
  private static final Pattern FORMAT = Pattern.compile("\\bFORMAT (?:= )?'?(\\w+)");
  private static final Pattern ANALYZE = Pattern.compile("\\bANALY[SZ]E\\b ?(\\w*)");

  /** Makes nodes of this class; its name is what a tree printer shows. */
  public static final SqlOperator OPERATOR =
      new SqlSpecialOperator("EXPLAIN_PRIVACY", SqlKind.OTHER) {
        @Override
        public SqlCall createCall(
            @Nullable SqlLiteral functionQualifier,
            SqlParserPos pos,
            @Nullable SqlNode... operands) {
          return new SqlExplainPrivacy(
              pos, Objects.requireNonNull(operands[0], "query"), Form.TABLE);
        }
      };

  private final Form form;
  private SqlNode query;

  /**
   * Creates the statement.
   *
   * @param pos where it stands in the text
   * @param query the query to explain: any parse tree of kind {@link SqlKind#QUERY} or with an
   *     ORDER BY on top
   * @param form of the answer
   */
  public SqlExplainPrivacy(SqlParserPos pos, SqlNode query, Form form) {
    super(pos);
    this.query = query;
    this.form = form;
  }

  /** Whether a query begins with a word or sign. */
  public static boolean beginsQuery(String token) {
    return QUERIES.contains(token.toUpperCase(Locale.ROOT));
  }

  /** Whether a word or sign may stand before the query, without parentheses. */
  public static boolean isOption(String token) {
    return OPTIONS.contains(token.toUpperCase(Locale.ROOT));
  }

  /** The form that the words and signs before the query ask for. */
  public static Form form(List<String> options) {
    String text = String.join(" ", options).toUpperCase(Locale.ROOT);
    Matcher analyze = ANALYZE.matcher(text);
    if (analyze.find() && !OFF.contains(analyze.group(1))) {
      return Form.ANALYZE;
    }
    Matcher format = FORMAT.matcher(text);
    String name = format.find() ? String.valueOf(format.group(1)) : "TEXT";
    return name.equals("JSON") ? Form.JSON : LINES.contains(name) ? Form.TEXT : Form.OTHER;
  }

  /** Returns the form of the answer. */
  public Form form() {
    return form;
  }

  /** Returns the query to explain. */
  public SqlNode query() {
    return query;
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return List.of(query);
  }

  @Override
  public void setOperand(int i, @Nullable SqlNode operand) {
    Objects.checkIndex(i, 1);
    query = Objects.requireNonNull(operand, "query");
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("EXPLAIN");
    if (form == Form.TABLE) {
      writer.keyword("PRIVACY");
      writer.keyword("FOR");
    }
    query.unparse(writer, 0, 0);
  }
}
