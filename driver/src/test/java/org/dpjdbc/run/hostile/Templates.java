package org.dpjdbc.run.hostile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The forms of every operator that may be applied to private rows. */
public final class Templates {
  private static final List<String> UNITS =
      List.of("YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND");

  /** Operators that are refused on all databases but these. */
  private static final Map<String, Set<String>> OWN =
      Map.of(
          "LOG2", Set.of("DuckDB"), "CBRT", Set.of("PostgreSQL", "DuckDB", "Trino", "Spark SQL"));

  private final List<Template> all = new ArrayList<>();

  private Templates() {}

  /** Those of all databases. */
  public static List<Template> all() {
    return written().stream().filter(template -> !OWN.containsKey(template.operator())).toList();
  }

  /** Those of one database. */
  public static List<Template> on(String product) {
    return written().stream()
        .filter(
            template -> OWN.getOrDefault(template.operator(), Set.of(product)).contains(product))
        .toList();
  }

  /** The operators that only some databases have. */
  public static Set<String> ofSomeDatabases() {
    return OWN.keySet();
  }

  private static List<Template> written() {
    Templates templates = new Templates();
    templates.addLogic();
    templates.addComparisons();
    templates.addArithmetic();
    templates.addFunctionsOfNumbers();
    templates.addCasts();
    templates.addStrings();
    templates.addTemporal();
    templates.addOfSomeDatabases();
    return List.copyOf(templates.all);
  }

  private void add(String operator, ValueKind kind, String... strings) {
    for (String text : strings) {
      all.add(new Template(operator, kind, false, text));
    }
  }

  private void addExact(String operator, String... strings) {
    for (String text : strings) {
      all.add(new Template(operator, ValueKind.NUMBER, true, text));
    }
  }

  /** One for each kind of operands; a star is the operand. */
  private void addOfAll(String operator, String text) {
    for (String hole : List.of("N", "X", "T", "D", "M", "B")) {
      ValueKind kind =
          switch (hole) {
            case "N", "X" -> ValueKind.NUMBER;
            case "T" -> ValueKind.TEXT;
            case "D" -> ValueKind.DATE;
            case "M" -> ValueKind.TIMESTAMP;
            default -> ValueKind.BOOLEAN;
          };
      all.add(new Template(operator, kind, hole.equals("X"), text.replace("*", "{" + hole + "}")));
    }
  }

  private void addTests(String operator, String text) {
    for (String hole : List.of("N", "T", "D", "M", "B")) {
      add(operator, ValueKind.BOOLEAN, text.replace("*", "{" + hole + "}"));
    }
  }

  private void addLogic() {
    add("AND", ValueKind.BOOLEAN, "({B} AND {B})", "({N} < 1 AND {N} > 2)");
    add("OR", ValueKind.BOOLEAN, "({B} OR {B})", "({T} = 'a' OR {N} > 2)");
    add("NOT", ValueKind.BOOLEAN, "(NOT {B})", "(NOT ({N} > {N} AND {B}))");
    for (String is : List.of("TRUE", "NOT TRUE", "FALSE", "NOT FALSE", "UNKNOWN", "NOT UNKNOWN")) {
      add("IS " + is, ValueKind.BOOLEAN, "({B} IS " + is + ")", "(({N} > {N}) IS " + is + ")");
    }
    addTests("IS NULL", "(* IS NULL)");
    addTests("IS NOT NULL", "(* IS NOT NULL)");
    addOfAll("CASE", "CASE WHEN {B} THEN * ELSE * END");
    addOfAll("COALESCE", "COALESCE(*, *)");
    addOfAll("NULLIF", "NULLIF(*, *)");
    addOfAll("GREATEST", "GREATEST(*, *)");
    addOfAll("LEAST", "LEAST(*, *)");
  }

  private void addComparisons() {
    for (String sign : List.of("=", "<>", "<", "<=", ">", ">=")) {
      addTests(sign, "(* " + sign + " *)");
    }
    addTests("IS DISTINCT FROM", "(* IS DISTINCT FROM *)");
    addTests("IS NOT DISTINCT FROM", "(* IS NOT DISTINCT FROM *)");
    add(
        "SEARCH",
        ValueKind.BOOLEAN,
        "({N} IN (1, 2, 5.5))",
        "({N} BETWEEN -1e300 AND 1e-300)",
        "({X} IN (99999999999999999999999999999999999999,"
            + " 0.00000000000000000000000000000000000001))",
        "({T} IN ('a', 'a ', ''))",
        "({T} NOT IN ('a', 'b'))",
        "({D} IN (DATE '0001-01-01', DATE '9999-12-31'))",
        "({M} BETWEEN TIMESTAMP '0001-01-01 00:00:00' AND TIMESTAMP '9999-12-31 23:59:59')");
  }

  private void addArithmetic() {
    add("+", ValueKind.NUMBER, "({N} + {N})", "(+ {N})", "({N} + 1e-300)");
    add("-", ValueKind.NUMBER, "({N} - {N})", "(- {N})", "({N} - 1e300)");
    add("*", ValueKind.NUMBER, "({N} * {N})", "({N} * 1e250)");
    addExact("*", "({X} * {X})", "({X} * 100.000000000000000001)");
    addExact("+", "({X} + {X})", "({X} + 0.00000000000000000000000000000000000001)");
    addExact("-", "({X} - {X})");
    add("/", ValueKind.NUMBER, "({N} / {N})", "({N} / 1e250)", "(1e250 / {N})", "({N} / 1e-250)");
    addExact(
        "/",
        "({X} / {X})",
        "({X} / 2)",
        "({X} / 10000000000000000000000000000000000000)",
        "({X} / 0.00000000000000000000000000000000000001)",
        "(({X} * {X}) / 2)",
        "(({X} * {X}) / {X})");
    addExact("MOD", "MOD({X}, {X})", "MOD({X}, 7)", "MOD(({X} * {X}), 7)", "MOD({X}, 0.07)");
    addExact("%", "({X} % {X})", "({X} % 7)");
  }

  private void addFunctionsOfNumbers() {
    for (String function : List.of("ABS", "SIGN", "FLOOR", "CEIL", "ROUND", "TRUNCATE")) {
      add(function, ValueKind.NUMBER, function + "({N})");
      addExact(function, function + "({X})");
    }
    for (int digits : new int[] {-15, -3, 0, 2, 7, 15}) {
      add("ROUND", ValueKind.NUMBER, "ROUND({N}, " + digits + ")");
      add("TRUNCATE", ValueKind.NUMBER, "TRUNCATE({N}, " + digits + ")");
      addExact("ROUND", "ROUND({X}, " + digits + ")");
    }
    for (String function : List.of("SQRT", "EXP", "LN", "LOG10")) {
      add(function, ValueKind.NUMBER, function + "({N})");
    }
    for (String exponent : List.of("2", "-2", "0.5", "-0.5", "0", "10", "3.7", "64", "-1", "37")) {
      add("POWER", ValueKind.NUMBER, "POWER({N}, " + exponent + ")");
    }
  }

  private void addOfSomeDatabases() {
    for (String function : List.of("LOG2", "CBRT")) {
      add(function, ValueKind.NUMBER, function + "({N})");
    }
  }

  private void addCasts() {
    for (String type : List.of("TINYINT", "SMALLINT", "INTEGER", "BIGINT")) {
      addExact("CAST", "CAST({N} AS " + type + ")", "CAST({X} AS " + type + ")");
    }
    for (String type : List.of("REAL", "FLOAT", "DOUBLE PRECISION")) {
      add("CAST", ValueKind.NUMBER, "CAST({N} AS " + type + ")", "CAST({X} AS " + type + ")");
    }
    for (String size :
        List.of("38, 0", "38, 18", "38, 37", "38, 38", "18, 2", "5, 2", "38, 9", "38, 30")) {
      addExact("CAST", "CAST({N} AS DECIMAL(" + size + "))", "CAST({X} AS DECIMAL(" + size + "))");
    }
    for (String type :
        List.of("CHAR(1)", "CHAR(3)", "CHAR(4)", "VARCHAR(1)", "VARCHAR(3)", "VARCHAR(100)")) {
      add("CAST", ValueKind.TEXT, "CAST({T} AS " + type + ")");
    }
    add(
        "CAST",
        ValueKind.TEXT,
        "CAST({X} AS VARCHAR(60))",
        "CAST({B} AS VARCHAR(5))",
        "CAST({T} AS CHAR(60))");
    add("CAST", ValueKind.DATE, "CAST({M} AS DATE)", "CAST({D} AS DATE)");
    add("CAST", ValueKind.TIMESTAMP, "CAST({D} AS TIMESTAMP)", "CAST({M} AS TIMESTAMP(0))");
    add("CAST", ValueKind.TIMESTAMP, "CAST({M} AS TIMESTAMP(3))");
  }

  private void addStrings() {
    add("UPPER", ValueKind.TEXT, "UPPER({T})");
    add("LOWER", ValueKind.TEXT, "LOWER({T})");
    add("||", ValueKind.TEXT, "({T} || {T})", "({T} || ' ')", "({T} || {T} || {T} || {T})");
    for (String side : List.of("BOTH", "LEADING", "TRAILING")) {
      add(
          "TRIM",
          ValueKind.TEXT,
          "TRIM(" + side + " ' ' FROM {T})",
          "TRIM(" + side + " 'x' FROM {T})",
          "TRIM(" + side + " 'ä' FROM {T})");
    }
    addExact("CHAR_LENGTH", "CHAR_LENGTH({T})", "{fn LENGTH({T})}");
    addExact("CHARACTER_LENGTH", "CHARACTER_LENGTH({T})");
    add(
        "REPLACE",
        ValueKind.TEXT,
        "REPLACE({T}, 'a', '')",
        "REPLACE({T}, 'a', 'Ä a')",
        "REPLACE({T}, ' ', 'x')");
    addExact("POSITION", "POSITION('a' IN {T})", "POSITION('' IN {T})", "POSITION('  ' IN {T})");
    add(
        "SUBSTRING",
        ValueKind.TEXT,
        "SUBSTRING({T} FROM 2)",
        "SUBSTRING({T} FROM 1 FOR 3)",
        "SUBSTRING({T} FROM 3 FOR 65535)",
        "SUBSTRING({T} FROM 1 FOR 0)",
        "SUBSTRING({T} FROM POSITION('a' IN {T}) + 1)",
        "SUBSTRING({T} FROM CHAR_LENGTH({T}) + 1)",
        "SUBSTRING({T} FROM 1 FOR CHAR_LENGTH({T}))");
    add("||", ValueKind.TEXT, "(COALESCE(CAST(CHAR_LENGTH({T}) AS VARCHAR) || ':' || {T}, '-'))");
    for (int length : new int[] {0, 1, 3, 65_536, 2_147_483_647}) {
      add("LEFT", ValueKind.TEXT, "LEFT({T}, " + length + ")");
    }
    for (String pattern :
        List.of("'a%'", "'%a'", "'%a%'", "'_'", "''", "'%x%x'", "'a!%' ESCAPE '!'")) {
      add("LIKE", ValueKind.BOOLEAN, "({T} LIKE " + pattern + ")");
    }
    add("LIKE", ValueKind.BOOLEAN, "({T} NOT LIKE '% ')");
  }

  private void addTemporal() {
    for (String unit :
        List.of("CENTURY", "DECADE", "YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "DOW", "DOY")) {
      addExact("EXTRACT", "EXTRACT(" + unit + " FROM {D})", "EXTRACT(" + unit + " FROM {M})");
    }
    addExact("EXTRACT", "EXTRACT(HOUR FROM {M})", "EXTRACT(SECOND FROM {M})", "{fn YEAR({D})}");
    for (String unit : List.of("DECADE", "YEAR", "MONTH", "DAY")) {
      for (String step : List.of("FLOOR", "CEIL")) {
        add(step, ValueKind.DATE, step + "({D} TO " + unit + ")");
        add(step, ValueKind.TIMESTAMP, step + "({M} TO " + unit + ")");
      }
    }
    for (String unit : List.of("DAY", "MONTH", "YEAR")) {
      for (String shift : List.of("+ INTERVAL '1'", "- INTERVAL '1'", "+ INTERVAL '99'")) {
        add(shift.substring(0, 1), ValueKind.DATE, "({D} " + shift + " " + unit + ")");
        add(shift.substring(0, 1), ValueKind.TIMESTAMP, "({M} " + shift + " " + unit + ")");
      }
    }
    add("+", ValueKind.DATE, "({D} + MOD(CAST({X} AS INTEGER), 40) * INTERVAL '1' MONTH)");
    add(
        "-",
        ValueKind.TIMESTAMP,
        "({M} - EXTRACT(DOY FROM {M}) * INTERVAL '7' HOUR)",
        "({M} - CASE WHEN {B} THEN INTERVAL '999' YEAR ELSE INTERVAL '-3' MONTH END)");
    for (String unit : UNITS) {
      add("TIMESTAMPADD", ValueKind.TIMESTAMP, "TIMESTAMPADD(" + unit + ", 3, {M})");
      addExact("TIMESTAMPDIFF", "TIMESTAMPDIFF(" + unit + ", {M}, {M})");
    }
    addExact(
        "-",
        "CAST({D} - {D} AS INTEGER)",
        "EXTRACT(EPOCH FROM ({M} - {M}))",
        "EXTRACT(DAY FROM ({M} - {D}))");
    add("-", ValueKind.BOOLEAN, "({M} - {M} > INTERVAL '30' DAY)");
    add("TIMESTAMPADD", ValueKind.TIMESTAMP, "TIMESTAMPADD(MILLISECOND, 3, {M})");
    add(
        "TIMESTAMPADD",
        ValueKind.DATE,
        "TIMESTAMPADD(DAY, -400, {D})",
        "TIMESTAMPADD(YEAR, 9998, {D})");
    for (String unit : List.of("YEAR", "MONTH", "DAY")) {
      addExact("TIMESTAMPDIFF", "TIMESTAMPDIFF(" + unit + ", {D}, {D})");
      add("DATE_TRUNC", ValueKind.DATE, "DATE_TRUNC('" + unit + "', {D})");
      add("DATE_TRUNC", ValueKind.TIMESTAMP, "DATE_TRUNC('" + unit + "', {M})");
    }
  }
}
