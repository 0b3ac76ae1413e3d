package org.dpjdbc.sql.refusal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Walks all messages: each is made with arguments of the types that its method takes. */
final class MessagesTest {
  private static final List<Class<?>> STAGES =
      List.of(
          ConnectMessages.class,
          ParseMessages.class,
          RelationMessages.class,
          ExpressionMessages.class,
          RunMessages.class);

  private static final int MAX_WORDS = 25;

  /** Words of our own for what the field has a word for. */
  private static final Pattern BANNED =
      Pattern.compile(
          "(?i)\\b(texts?|moments?|truth values?|whole numbers?|sub-quer(y|ies)|offered|told"
              + "|given away|looked at|eldest|somebody|nobody('s)?|spellings?|lifted|leave it out)\\b");

  /** By type, so that no data can be handed to a message: these hold names, SQL and limits. */
  private static final Map<Class<?>, List<Object>> ARGUMENTS =
      Map.of(
          String.class, List.of("x"),
          int.class, List.of(7),
          long.class, List.of(7L),
          boolean.class, List.of(true, false),
          BigDecimal.class, List.of(BigDecimal.ONE, BigDecimal.ZERO),
          List.class, List.of(List.of("x", "y"), List.of()),
          Optional.class, List.of(Optional.of("x"), Optional.empty()),
          ExampleBounds.class,
              List.of(ExampleBounds.of(SqlTypeName.DATE), ExampleBounds.of(SqlTypeName.DECIMAL)));

  /** A message, as a method of that name made it. */
  private record Said(String method, RefusedException refusal) {
    @Override
    public String toString() {
      return method + ": " + refusal.text();
    }
  }

  static Stream<Said> refusals() {
    Stream<Said> each = methods().flatMap(MessagesTest::said);
    Stream<Said> others =
        Stream.of(
                RelationMessages.outerJoin("ANTI"),
                RelationMessages.windowNotOffered("SUM", "DISTINCT"),
                ParseMessages.syntax("Non-query expression"),
                ParseMessages.syntax("ASOF JOIN missing MATCH_CONDITION", "t", Optional.empty()),
                ParseMessages.syntax("Encountered \"FROM\" at line 1", "", Optional.empty()),
                ParseMessages.syntax("Encountered \"REGEXP\" at line 1", "x ", Optional.empty()),
                ParseMessages.syntax("Encountered \"[\" at line 1", "x", Optional.empty()),
                ParseMessages.syntax("Encountered \"(\" at line 1", "* EXCEPT ", Optional.empty()),
                ParseMessages.syntax("Encountered \"<EOF>\" at line 1", "x", Optional.empty()),
                ParseMessages.syntax(
                    "Encountered \"AS\" at line 1", "USING (id) ", Optional.empty()),
                ParseMessages.syntax(
                    "Encountered \"year\" at line 1",
                    "x ",
                    Optional.of(ParseMessages.keyword("YEAR", "\"YEAR\""))))
            .map(refusal -> new Said("other", refusal));
    Stream<Said> spellings =
        Stream.of(
                "::",
                "AT TIME ZONE",
                "DATE_TRUNC",
                "//",
                "DIV",
                "EXTRACT",
                "LOG2",
                "INTERVAL",
                "&",
                "CBRT",
                "#",
                "DISTINCT ON",
                "NATURAL JOIN",
                "GROUP BY ALL")
            .map(word -> new Said(word, ParseMessages.formNotSupported(word, Optional.empty())));
    return Stream.of(each, others, spellings).flatMap(Function.identity());
  }

  private static Stream<Method> methods() {
    return methods(RefusedException.class);
  }

  private static Stream<Method> methods(Class<?> result) {
    return STAGES.stream()
        .flatMap(stage -> Stream.of(stage.getDeclaredMethods()))
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> method.getReturnType() == result);
  }

  private static Stream<Said> said(Method method) {
    return results(method).map(refusal -> new Said(method.getName(), (RefusedException) refusal));
  }

  /** Warnings and notes. */
  static Stream<String> warnings() {
    return methods(String.class).flatMap(MessagesTest::results).map(String.class::cast);
  }

  private static Stream<Object> results(Method method) {
    List<List<Object>> all = List.of(List.of());
    for (Class<?> type : method.getParameterTypes()) {
      List<List<Object>> longer = new ArrayList<>();
      for (List<Object> some : all) {
        for (Object next : ARGUMENTS.get(type)) {
          longer.add(Stream.concat(some.stream(), Stream.of(next)).toList());
        }
      }
      all = longer;
    }
    return all.stream()
        .map(
            arguments -> {
              try {
                return method.invoke(null, arguments.toArray());
              } catch (ReflectiveOperationException e) {
                throw new LinkageError(method.toString(), e);
              }
            });
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void isShortAndInTheWordsOfTheField(Said said) {
    isShortAndInTheWordsOfTheField(said.refusal().text());
  }

  @ParameterizedTest
  @MethodSource("warnings")
  void isShortAndInTheWordsOfTheField(String text) {
    assertThat(text).doesNotContainPattern(BANNED).doesNotContain("{", "}", "~ ", ";;", " ;");
    // A hint follows the first semicolon.
    assertThat(text.split("; ")[0].split(" ")).hasSizeLessThanOrEqualTo(MAX_WORDS);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void proposesWhatCanBeParsed(Said said) {
    for (Rewrite rewrite : said.refusal().rewrites()) {
      assertThatCode(() -> parse(rewrite)).as(rewrite.toString()).doesNotThrowAnyException();
    }
  }

  private static void parse(Rewrite rewrite) throws Exception {
    if (rewrite instanceof Rewrite.Around around) {
      // An element of an array is read before the parser.
      if (!around.after().startsWith("[")) {
        expression(around.before() + "x" + around.after());
      }
    } else if (rewrite instanceof Rewrite.Instead instead) {
      parser("SELECT " + instead.text() + " FROM t").parseQuery();
    } else if (rewrite instanceof Rewrite.Where where) {
      expression("x" + where.after());
    } else if (rewrite instanceof Rewrite.AnotherQuery query) {
      parser(query.sql()).parseQuery();
    } else if (rewrite instanceof Rewrite.InsteadOfGrouping grouping) {
      parser("SELECT x FROM t " + grouping.clause()).parseQuery();
    } else if (rewrite instanceof Rewrite.Together together) {
      for (Rewrite part : together.parts()) {
        parse(part);
      }
    }
  }

  private static void expression(String sql) throws Exception {
    parser(sql).parseExpression();
  }

  private static SqlParser parser(String sql) {
    return SqlParser.create(sql, SqlParser.config().withConformance(SqlConformanceEnum.BABEL));
  }

  /** A row that no method uses would be a message that nobody reads. */
  @Test
  void everyRowIsUsed() throws ReflectiveOperationException {
    List<String> strings = refusals().map(said -> said.refusal().text()).toList();
    for (Class<?> stage : STAGES) {
      Field table = stage.getDeclaredField("TABLE");
      table.setAccessible(true);
      assertThat(((RefusalTable) table.get(null)).messages())
          .allSatisfy(
              message ->
                  assertThat(strings)
                      .as(message)
                      .anyMatch(text -> text.matches("(?s)" + pattern(message) + ".*")));
    }
  }

  private static String pattern(String message) {
    return Stream.of(message.split("\\{\\d\\}", -1))
        .map(Pattern::quote)
        .reduce((a, b) -> a + ".*" + b)
        .orElse("");
  }

  /** Each argument is shown, or is what the refusal is about. */
  @Test
  void argumentsAreShown() {
    methods()
        // Of a statement that cannot be parsed, what precedes the place is not repeated.
        .filter(method -> !method.getName().equals("syntax"))
        .filter(method -> List.of(method.getParameterTypes()).equals(strings(method)))
        .forEach(
            method -> {
              Object[] values =
                  Stream.iterate(0, i -> i + 1)
                      .limit(method.getParameterCount())
                      .map(i -> "argument" + i)
                      .toArray();
              RefusedException refusal = refusal(method, values);
              assertThat(values)
                  .as(method.toString())
                  .allMatch(
                      value ->
                          (refusal.text() + refusal.culprit() + refusal.rewrites())
                              .contains(value.toString()));
            });
  }

  private static List<Class<?>> strings(Method method) {
    return Stream.<Class<?>>generate(() -> String.class).limit(method.getParameterCount()).toList();
  }

  private static RefusedException refusal(Method method, Object[] values) {
    try {
      return (RefusedException) method.invoke(null, values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(method.toString(), e);
    }
  }

  @Test
  void aTableWithAnUnknownCodeIsNone() {
    assertThatCode(() -> RefusalTable.of("a NOTHING: text"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatCode(() -> RefusalTable.of("a UNIT NOWHERE: text"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatCode(() -> RefusalTable.of("a UNIT: text\na UNIT: text"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
