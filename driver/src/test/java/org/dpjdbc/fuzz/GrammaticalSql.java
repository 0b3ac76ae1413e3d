package org.dpjdbc.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;

/**
 * Statements that the grammar allows, whether they make sense or not: as sqllogictest and ZetaSQL
 * write theirs, and with whatever else a parser of SQL takes.
 */
final class GrammaticalSql {
  private static final String[] NUMBERS = {"id", "age", "weight", "pid", "cost", "n"};
  private static final String[] STRINGS = {"sex", "region", "icd", "label"};
  private static final String[] LITERALS = {
    "0",
    "1",
    "-1",
    "2",
    "97",
    "1.5",
    "0.0",
    "1e0",
    "1E300",
    "1e-300",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999999999999999999999",
    "123456789012345678901234567890.123456789",
    "NULL",
    "TRUE",
    "FALSE",
    "UNKNOWN",
    "''",
    "'a'",
    "'O''Hara'",
    "'%_\\'",
    "'Zoë 😀'",
    "X'00ff'",
    "X''",
    "DATE '2020-02-29'",
    "DATE '0001-01-01'",
    "TIME '23:59:59'",
    "TIMESTAMP '9999-12-31 23:59:59'",
    "TIMESTAMP '2020-01-01 00:00:00.123456'",
    "INTERVAL '1' DAY",
    "INTERVAL '1-2' YEAR TO MONTH",
    "INTERVAL '99999' SECOND",
    "INTERVAL '1 02:03:04.5' DAY TO SECOND",
    "CURRENT_DATE",
    "CURRENT_TIMESTAMP",
    "USER",
    "{d '2020-01-01'}",
    "{ts '2020-01-01 00:00:00'}",
    "UUID '123e4567-e89b-12d3-a456-426655440000'",
  };
  private static final String[] TYPES = {
    "INTEGER",
    "BIGINT",
    "SMALLINT",
    "TINYINT",
    "DECIMAL(38, 10)",
    "DECIMAL(3, 3)",
    "NUMERIC",
    "REAL",
    "DOUBLE",
    "FLOAT(53)",
    "VARCHAR",
    "VARCHAR(3)",
    "CHAR(4)",
    "CHAR(100000)",
    "DATE",
    "TIME",
    "TIMESTAMP",
    "TIMESTAMP(3)",
    "TIMESTAMP WITH LOCAL TIME ZONE",
    "BOOLEAN",
    "BINARY(3)",
    "VARBINARY",
    "INTERVAL DAY",
    "INTEGER ARRAY",
    "INTEGER MULTISET",
    "ROW(a INTEGER)",
    "ANY",
    "UUID",
    "GEOMETRY",
    "VARIANT",
  };
  private static final String[] BINARY = {
    "+",
    "-",
    "*",
    "/",
    "%",
    "||",
    "=",
    "<>",
    "<",
    "<=",
    ">",
    ">=",
    "AND",
    "OR",
    "IS DISTINCT FROM",
    "IS NOT DISTINCT FROM",
    "LIKE",
    "NOT LIKE",
    "SIMILAR TO",
    "RLIKE",
    "ILIKE",
    "OVERLAPS",
    "MULTISET UNION",
    "MEMBER OF",
    "SUBMULTISET OF",
    "CONTAINS",
    "PRECEDES",
    "<=>",
    "&",
    "^",
    "<<",
  };
  private static final String[] POSTFIX = {
    "IS NULL",
    "IS NOT NULL",
    "IS TRUE",
    "IS NOT FALSE",
    "IS UNKNOWN",
    "IS A SET",
    "IS EMPTY",
    "IS JSON",
    "FORMAT JSON",
    "[1]",
    ".x",
    "::INTEGER",
    "COLLATE latin1$en",
  };
  private static final String[] AGGREGATES = {
    "COUNT",
    "SUM",
    "AVG",
    "MIN",
    "MAX",
    "STDDEV_POP",
    "VAR_SAMP",
    "VARIANCE",
    "MEDIAN",
    "MODE",
    "EVERY",
    "BOOL_OR",
    "ANY_VALUE",
    "LISTAGG",
    "COLLECT",
    "FUSION",
    "ARRAY_AGG",
    "APPROX_COUNT_DISTINCT",
    "BIT_AND",
    "GROUPING",
    "GROUPING_ID",
    "GROUP_ID",
    "SINGLE_VALUE",
    "STRING_AGG",
    "JSON_ARRAYAGG",
    "REGR_COUNT",
    "CORR",
    "COVAR_POP",
    "REGR_SLOPE",
    "PERCENTILE_CONT",
    "ARG_MAX",
    "INTERSECTION",
    "LITERAL_AGG",
  };
  private static final String[] RANKS = {
    "ROW_NUMBER()",
    "RANK()",
    "DENSE_RANK()",
    "NTILE(3)",
    "LAG(age, 1, 0)",
    "LEAD(region)",
    "CUME_DIST()",
    "FIRST_VALUE(age)",
    "NTH_VALUE(age, 2)",
    "PERCENT_RANK()",
  };
  private static final String[] UNITS = {
    "YEAR",
    "QUARTER",
    "MONTH",
    "WEEK",
    "DAY",
    "HOUR",
    "SECOND",
    "MICROSECOND",
    "DOW",
    "EPOCH",
    "CENTURY",
    "ISOYEAR",
    "'day'",
    "SQL_TSI_DAY",
    "WEEK(MONDAY)",
  };
  private static final String[] OTHERS = {
    "INSERT INTO patients VALUES (1)",
    "UPDATE patients SET age = 1 WHERE id = 2",
    "DELETE FROM patients",
    "MERGE INTO patients p USING visits v ON p.id = v.pid WHEN MATCHED THEN UPDATE SET age = 1",
    "EXPLAIN PLAN FOR SELECT 1",
    "DESCRIBE patients",
    "CALL f(1)",
    "SET x = 1",
    "ALTER SESSION SET x = 1",
    "TRUNCATE TABLE patients",
    "CREATE VIEW v AS SELECT 1",
    "DROP TABLE patients",
    "VALUES (1), (2)",
    "TABLE patients",
    "SELECT 1; SELECT 2",
    "SHOW TABLES",
    "CREATE TABLE t AS SELECT COUNT(*) FROM patients",
    "RESET ALL",
    "COMMIT",
  };

  private final Random random;
  private final List<String> functions;
  private final PlausibleSql plausible;

  GrammaticalSql(long seed) {
    this.random = new Random(seed);
    this.plausible = new PlausibleSql(random, () -> expression(1));
    this.functions =
        SqlLibraryOperatorTableFactory.INSTANCE
            .getOperatorTable(
                List.of(SqlLibrary.values()).stream()
                    .filter(l -> l != SqlLibrary.ALL && l != SqlLibrary.SPATIAL)
                    .toList())
            .getOperatorList()
            .stream()
            .filter(SqlFunction.class::isInstance)
            .map(operator -> operator.getName())
            .filter(name -> name.matches("[A-Z_0-9]+"))
            .distinct()
            .sorted()
            .toList();
  }

  /** The next statement. */
  String next() {
    String query = chance(4) ? chance(9) ? with() : query(2) : plausible.query(2);
    return switch (random.nextInt(40)) {
      case 0 -> pick(OTHERS);
      case 1 ->
          "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (" + options() + ") COUNT(*) FROM patients";
      case 2 -> "SELECT /*+ DP(" + options() + ") */ COUNT(*), " + aggregate(1) + " FROM patients";
      case 3 -> "SELECT * FROM (" + query + ") AS q WHERE 1 = 0";
      case 4 -> query + " LIMIT " + pick("0", "1", "?", "10 OFFSET 2", "ALL");
      case 5 -> query + ";";
      default -> query;
    };
  }

  private String options() {
    return pick(
            "epsilon",
            "delta",
            "noise",
            "max_groups_contributed",
            "error",
            "confidence",
            "weights",
            "x")
        + " = "
        + pick("0.1", "1e-14", "-1", "'a'", "NULL", "TRUE", "1e-300", "5", "'10%'", "'n = 2'")
        + (chance(4) ? ", " + options() : "");
  }

  private String with() {
    String recursive = chance(5) ? "RECURSIVE " : "";
    String second =
        chance(2) ? ", d (k, v) AS (SELECT region, n FROM c, (" + query(1) + ") z)" : "";
    return "WITH "
        + recursive
        + "c AS ("
        + query(2)
        + ")"
        + second
        + " "
        + query(1)
        + (chance(2) ? " UNION ALL SELECT * FROM c" : "");
  }

  private String query(int depth) {
    String select = select(depth);
    while (depth > 0 && chance(6)) {
      select +=
          " "
              + pick("UNION", "UNION ALL", "INTERSECT", "EXCEPT", "EXCEPT ALL", "MINUS")
              + " "
              + select(depth - 1);
    }
    if (chance(5)) {
      select += " ORDER BY " + pick("1", "2 DESC NULLS LAST", expression(1), "RAND()", "n");
    }
    return select + (chance(12) ? " FETCH FIRST " + pick("3", "0", "?") + " ROWS ONLY" : "");
  }

  private String select(int depth) {
    boolean grouped = chance(2);
    String key = chance(2) ? pick(STRINGS) : pick(NUMBERS);
    List<String> items = new ArrayList<>();
    if (grouped && chance(2)) {
      items.add(key);
    }
    for (int i = random.nextInt(3); i >= 0; i--) {
      String item = grouped || chance(2) ? aggregate(depth) : expression(depth);
      items.add(item + (chance(3) ? " AS " + pick("n", "age", "\"x y\"", "region") : ""));
    }
    if (chance(20)) {
      items.add(pick("*", "p.*", "patients.*", "* EXCLUDE (age)", "DISTINCT age"));
    }
    String sql =
        "SELECT "
            + (chance(12) ? "DISTINCT " : chance(25) ? "TOP 3 " : "")
            + String.join(", ", items);
    sql += chance(40) ? "" : " FROM " + from(depth);
    sql += chance(2) ? " WHERE " + condition(depth) : "";
    sql += grouped ? " GROUP BY " + groups(key) : "";
    sql += grouped && chance(4) ? " HAVING " + aggregate(0) + pick(" > 1", " IS NULL", " = ?") : "";
    sql += chance(30) ? " QUALIFY " + pick(RANKS) + " OVER (" + window() + ") = 1" : "";
    sql += chance(40) ? " WINDOW w AS (" + window() + ")" : "";
    return sql;
  }

  private String groups(String key) {
    return switch (random.nextInt(9)) {
      case 0 -> "ROLLUP(" + key + ", age)";
      case 1 -> "CUBE(" + key + ", sex)";
      case 2 -> "GROUPING SETS ((" + key + "), (sex, age), ())";
      case 3 -> "1";
      case 4 -> expression(1);
      case 5 -> "()";
      default -> key;
    };
  }

  private String from(int depth) {
    String left = table(depth);
    while (chance(3)) {
      String kind =
          pick(
              "JOIN",
              "LEFT JOIN",
              "RIGHT JOIN",
              "FULL JOIN",
              "CROSS JOIN",
              "NATURAL JOIN",
              ",",
              "LEFT SEMI JOIN",
              "CROSS APPLY",
              "ASOF JOIN");
      left += kind.equals(",") ? ", " + table(depth) : " " + kind + " " + table(depth);
      if (!kind.startsWith("CROSS") && !kind.startsWith("NATURAL") && !kind.equals(",")) {
        left +=
            " "
                + pick(
                    "ON p.id = v.pid",
                    "ON TRUE",
                    "USING (icd)",
                    "ON " + condition(0),
                    "MATCH_CONDITION age > n ON p.id = v.pid");
      }
    }
    return left;
  }

  private String table(int depth) {
    return switch (random.nextInt(depth > 0 ? 26 : 9)) {
      case 0, 1, 2, 3 -> pick("patients p", "patients AS p", "PUBLIC.patients p");
      case 4, 5 -> "visits v";
      case 6 -> pick("diseases d", "c", "DP.BUDGET b", "INFORMATION_SCHEMA.TABLES");
      case 7 -> "patients";
      case 8 -> "(VALUES (1, 'a'), (2, NULL)) AS t (n, label)";
      case 9 -> "UNNEST(ARRAY[1, 2]) WITH ORDINALITY AS u (n, o)";
      case 10 -> "LATERAL (SELECT * FROM visits v WHERE v.pid = p.id) AS l";
      case 11 -> "patients TABLESAMPLE BERNOULLI(10) p";
      case 12 ->
          "patients MATCH_RECOGNIZE (PARTITION BY sex ORDER BY age MEASURES LAST(A.age) AS n PATTERN (A B+) DEFINE B AS B.age > PREV(B.age)) AS m";
      case 13 ->
          "(SELECT sex, age FROM patients) PIVOT (SUM(age) AS n FOR sex IN ('F' AS f, 'M' AS m))";
      case 14 -> "patients UNPIVOT (n FOR k IN (age, weight))";
      case 15 -> "TABLE(TUMBLE(TABLE patients, DESCRIPTOR(born), INTERVAL '1' DAY))";
      case 16 -> "patients FOR SYSTEM_TIME AS OF TIMESTAMP '2020-01-01 00:00:00' p";
      default -> "(" + query(depth - 1) + ") AS " + pick("p", "v", "q (n, region)");
    };
  }

  private String window() {
    return (chance(2) ? "PARTITION BY " + pick("sex", "p.id", "region") + " " : "")
        + (chance(2) ? "ORDER BY " + pick("age", "born DESC", "COUNT(*)") + " " : "")
        + (chance(4)
            ? pick(
                "ROWS BETWEEN 1 PRECEDING AND CURRENT ROW",
                "RANGE UNBOUNDED PRECEDING",
                "RANGE INTERVAL '1' DAY PRECEDING",
                "ROWS BETWEEN 3 FOLLOWING AND 1 PRECEDING",
                "GROUPS 2 PRECEDING",
                "ROWS 2 PRECEDING EXCLUDE TIES")
            : "");
  }

  private String aggregate(int depth) {
    if (chance(4)) {
      return "COUNT(*)";
    }
    String arguments =
        (chance(5) ? "DISTINCT " : "")
            + expression(Math.min(1, depth))
            + (chance(9) ? ", " + expression(0) : "");
    return pick(AGGREGATES)
        + "("
        + arguments
        + ")"
        + (chance(12) ? " WITHIN GROUP (ORDER BY " + expression(0) + ")" : "")
        + (chance(12) ? " FILTER (WHERE " + condition(0) + ")" : "")
        + (chance(15) ? " IGNORE NULLS" : "")
        + (chance(8) ? " OVER (" + window() + ")" : "");
  }

  private String condition(int depth) {
    return switch (random.nextInt(12)) {
      case 0 ->
          expression(depth)
              + pick(" ", " NOT ")
              + pick("BETWEEN ", "BETWEEN SYMMETRIC ")
              + expression(0)
              + " AND "
              + expression(0);
      case 1 -> expression(depth) + pick(" ", " NOT ") + "IN (" + list(3, 0) + ")";
      case 2 ->
          "("
              + condition(0)
              + ")"
              + pick(" AND ", " OR ", " IS ", " = ")
              + "("
              + condition(0)
              + ")";
      case 3 -> "NOT (" + condition(0) + ")";
      case 4 -> depth > 0 ? pick("", "NOT ") + "EXISTS (" + query(depth - 1) + ")" : "TRUE";
      case 5 ->
          depth > 0
              ? expression(0)
                  + pick(" IN", " NOT IN", " = SOME", " > ALL", " =")
                  + " ("
                  + query(depth - 1)
                  + ")"
              : "1 = 0";
      case 6 ->
          pick(STRINGS)
              + pick(" LIKE ", " NOT LIKE ")
              + pick("'a%'", "'_'", "?", "'%' ESCAPE '\\'");
      case 7 -> "(" + pick(NUMBERS) + ", " + pick(STRINGS) + ") = (" + list(2, 0) + ")";
      default ->
          expression(depth)
              + " "
              + pick("=", "<>", "<", ">=", "IS NOT DISTINCT FROM")
              + " "
              + expression(0);
    };
  }

  private String expression(int depth) {
    if (depth <= 0) {
      return switch (random.nextInt(5)) {
        case 0, 1 -> pick(NUMBERS);
        case 2 -> pick(STRINGS);
        case 3 -> pick("born", "p.age", "v.cost", "?", "q.n", "\"AGE\"", "nowhere");
        default -> pick(LITERALS);
      };
    }
    int d = depth - 1;
    return switch (random.nextInt(24)) {
      case 0, 1, 2, 3 -> expression(d) + " " + pick(BINARY) + " " + expression(d);
      case 4, 5 -> "(" + pick(NUMBERS) + " " + pick("+", "-", "*", "/") + " " + expression(d) + ")";
      case 6 ->
          "CASE WHEN "
              + condition(d)
              + " THEN "
              + expression(d)
              + (chance(2) ? " ELSE " + expression(d) : "")
              + " END";
      case 7 ->
          "CASE " + expression(d) + " WHEN " + expression(d) + " THEN " + expression(d) + " END";
      case 8 -> pick("COALESCE", "NULLIF", "GREATEST", "LEAST", "CONCAT") + "(" + list(2, d) + ")";
      case 9 ->
          pick("CAST", "TRY_CAST", "SAFE_CAST") + "(" + expression(d) + " AS " + pick(TYPES) + ")";
      case 10 -> "CAST(" + expression(d) + " AS " + pick(TYPES) + ")";
      case 11, 12, 13 ->
          functions.get(random.nextInt(functions.size())) + "(" + list(random.nextInt(4), d) + ")";
      case 14 ->
          pick("EXTRACT(" + pick(UNITS) + " FROM ", "FLOOR(", "CEIL(")
              + expression(d)
              + (chance(2) ? ")" : " TO " + pick(UNITS) + ")");
      case 15 ->
          pick("TIMESTAMPADD", "TIMESTAMPDIFF", "DATEADD", "DATEDIFF", "DATE_TRUNC")
              + "("
              + pick(UNITS)
              + ", "
              + list(2, d)
              + ")";
      case 16 ->
          "{fn "
              + pick("LOCATE", "CONCAT", "UCASE", "MOD", "NOW", "DAYNAME", "TIMESTAMPADD")
              + "("
              + list(random.nextInt(3), d)
              + ")}";
      case 17 ->
          pick(
                  "TRIM(BOTH 'x' FROM ",
                  "SUBSTRING(region FROM 2 FOR ",
                  "POSITION('a' IN ",
                  "OVERLAY(region PLACING 'x' FROM ",
                  "UPPER(")
              + expression(d)
              + ")";
      case 18 -> expression(d) + " " + pick(POSTFIX);
      case 19 -> pick("-", "+", "NOT ", "PRIOR ", "~") + expression(d);
      case 20 -> pick("ROW(", "ARRAY[", "MULTISET[", "MAP[") + list(2, d) + pick(")", "]");
      case 21 ->
          pick(
                  "JSON_OBJECT('k': ",
                  "JSON_VALUE(region, '$.a' DEFAULT ",
                  "JSON_EXISTS(",
                  "JSON_ARRAY(",
                  "f(x => ",
                  "ROUND(age => ",
                  "SUBSTRING(value => ")
              + expression(d)
              + ")";
      case 22 -> depth > 1 ? "(" + query(depth - 2) + ")" : "(SELECT MAX(age) FROM patients)";
      default -> pick(RANKS) + " OVER (" + window() + ")";
    };
  }

  private String list(int size, int depth) {
    return IntStream.range(0, size)
        .mapToObj(i -> expression(depth))
        .collect(Collectors.joining(", "));
  }

  private boolean chance(int of) {
    return random.nextInt(of) == 0;
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** That many statements. */
  static Stream<String> of(long seed, int count) {
    GrammaticalSql sql = new GrammaticalSql(seed);
    return Stream.generate(sql::next).limit(count);
  }
}
