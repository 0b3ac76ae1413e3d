package org.dpjdbc.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.dpjdbc.plan.bounds.RowExpressions;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.validate.Operators;

/** What may be computed over private rows, found by planning it for every database. */
final class Forms {
  private static final String EXPRESSIONS = "forms.txt";
  private static final String AGGREGATES = "aggregates.txt";
  private static final Pattern COLUMN = Pattern.compile("\\b[NXFSDMB]\\b");
  private static final Pattern TEXT = Pattern.compile("'[^']*'");

  /** Operators that only rules write, and those in whose place Calcite puts another. */
  private static final Set<String> INTERNAL =
      Set.of("/INT", "BLURRED", "DATEDIFF", "IS_NAN", "Reinterpret", "SEARCH", "WHOLE_QUOTIENT");

  /** Names that Calcite gives to its own forms of others. */
  private static final Set<String> NAMELESS =
      Set.of("WHOLE PART", "DISTINCT VALUE", "$SUM0", "SUM0", "SINGLE_VALUE");

  private final Map<BackendDialect, Clinic> clinics = new LinkedHashMap<>();
  private final Map<String, Set<String>> refused = new LinkedHashMap<>();

  Forms() {
    for (BackendDialect dialect : BackendDialects.all()) {
      clinics.put(dialect, new Clinic(new Product(dialect.productName())));
    }
  }

  /**
   * A line of a file.
   *
   * @param heading of what it is one
   * @param name as people call it
   * @param strings SQL, one for each spelling
   */
  private record Form(String heading, String name, List<String> strings) {
    static Form of(String line) {
      String[] parts = line.split(" \\| ", 3);
      return new Form(parts[0], parts[1].replace("\\|", "|"), List.of(parts[2].split(" ;; ")));
    }
  }

  private static List<Form> read(String file) {
    try (InputStream in = Forms.class.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(Form::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As conditions have it, or keys, or aggregates. */
  private static String query(String file, String text) {
    if (file.equals(AGGREGATES)) {
      return "SELECT " + text + " FROM T";
    }
    boolean value = text.matches("(CASE|COALESCE|NULLIF|GREATEST|LEAST)\\b.*");
    boolean condition = text.matches(".*( IN \\(|LIKE|BETWEEN|IS |[=<>]).*") && !value;
    return condition
        ? "SELECT COUNT(*) FROM T WHERE " + text
        : "SELECT " + text + " AS k, COUNT(*) FROM T GROUP BY " + text;
  }

  /** The texts that a database with such columns refuses. */
  private List<String> refused(BackendDialect dialect, String file, Form form) {
    Set<String> all =
        refused.computeIfAbsent(
            dialect.productName() + file, key -> refused(clinic(dialect), file));
    return form.strings().stream().filter(all::contains).toList();
  }

  private static Set<String> refused(Clinic clinic, String file) {
    return read(file).stream()
        .flatMap(form -> asked(clinic, form).stream())
        .filter(text -> clinic.refusal(query(file, text)).isPresent())
        .collect(Collectors.toSet());
  }

  private Clinic clinic(BackendDialect dialect) {
    return Objects.requireNonNull(clinics.get(dialect), "a known dialect");
  }

  /** The texts for which the database has columns. */
  private static List<String> asked(Clinic clinic, Form form) {
    return form.strings().stream()
        .filter(
            text ->
                COLUMN
                    .matcher(TEXT.matcher(text).replaceAll(""))
                    .results()
                    .allMatch(column -> clinic.has(column.group())))
        .toList();
  }

  /** Functions and operators, and the databases on which they are refused. */
  String expressions() {
    return table("function", EXPRESSIONS);
  }

  /** Aggregates, likewise. */
  String aggregates() {
    return table("aggregate", AGGREGATES);
  }

  private String table(String what, String file) {
    List<List<String>> rows = new ArrayList<>();
    for (Form form : read(file)) {
      rows.add(List.of(form.heading(), form.name(), where(file, form)));
    }
    return Markdown.table(List.of("", what, "refused on"), rows);
  }

  private String where(String file, Form form) {
    List<String> where = new ArrayList<>();
    int whole = 0;
    for (BackendDialect dialect : clinics.keySet()) {
      List<String> strings = refused(dialect, file, form);
      boolean all = strings.equals(asked(clinic(dialect), form));
      whole += all ? 1 : 0;
      if (!strings.isEmpty()) {
        where.add(dialect.productName() + (all ? "" : " (" + codes(strings) + ")"));
      }
    }
    return whole == clinics.size() ? "all" : String.join(", ", where);
  }

  private static String codes(List<String> strings) {
    return strings.stream().map(Markdown::code).collect(Collectors.joining(", "));
  }

  /** What one database refuses and H2 does not. */
  String missing(String product) {
    BackendDialect dialect = BackendDialects.called(product).orElseThrow();
    BackendDialect first = BackendDialects.called("H2").orElseThrow();
    List<String> missing = new ArrayList<>();
    for (String file : List.of(EXPRESSIONS, AGGREGATES)) {
      for (Form form : read(file)) {
        List<String> there = refused(first, file, form);
        refused(dialect, file, form).stream()
            .filter(text -> !there.contains(text))
            .forEach(missing::add);
      }
    }
    return missing.isEmpty()
        ? "All functions and aggregates of [the list](../functions.md) are offered."
        : "Refused over private rows: " + codes(missing) + ".";
  }

  /** Functions that are there above the aggregates and on public tables, by name. */
  static String above() {
    Set<String> functions = new TreeSet<>();
    Set<String> aggregates = new TreeSet<>();
    for (SqlOperator operator : Operators.all()) {
      String name = operator.getName();
      if (operator instanceof SqlFunction && !NAMELESS.contains(name)) {
        (operator instanceof SqlAggFunction ? aggregates : functions).add(name);
      }
    }
    return "Functions: "
        + codes(List.copyOf(functions))
        + ".\n\nAggregates and window functions: "
        + codes(List.copyOf(aggregates))
        + ".";
  }

  /** Operators that are allowed and that no form has. */
  static Set<String> forgotten() {
    String words =
        " "
            + read(EXPRESSIONS).stream()
                .flatMap(form -> form.strings().stream())
                .collect(Collectors.joining(" "))
            + " ";
    return RowExpressions.allowed().stream()
        .map(SqlOperator::getName)
        .filter(name -> !INTERNAL.contains(name))
        .filter(name -> !words.contains(name))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
