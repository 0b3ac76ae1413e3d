package org.dpjdbc.run.hostile;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Draws what stands in the holes of templates: columns, literals, and further expressions. */
public final class Drawn {
  private static final int CHAIN = 9;
  private static final int SCALES = 38;
  private static final List<String> NUMBERS = numbers();

  /** A few of them leave the range of what decimals and doubles hold. */
  private static final List<String> FAR =
      List.of("1" + "0".repeat(SCALES - 1), "0." + "0".repeat(SCALES - 1) + "1");

  private static final List<String> FARTHEST = List.of("1e250", "1e-300", "1e38", "1e-100");
  private static final List<String> EXACT = NUMBERS.stream().filter(n -> !n.contains("E")).toList();
  private static final List<String> FLOATING =
      NUMBERS.stream().filter(n -> n.contains("E")).toList();
  private static final List<String> STRINGS =
      HostileValues.strings().stream()
          .filter(text -> text.length() <= 200)
          .map(text -> "'" + text.replace("'", "''") + "'")
          .toList();

  private static final List<Leaf> OF_SOME =
      List.of(Leaf.LITERAL_OF_SOME, Leaf.LITERAL_OF_SOME, Leaf.COLUMN_OF_SOME);

  private final Random random;
  private final List<Template> templates;
  private final Rows rows;

  /**
   * An expression and what it is.
   *
   * @param single whether it is of one operator, once: most of these are to be accepted
   */
  public record Expression(String sql, ValueKind kind, List<String> operators, boolean single) {}

  /** How a hole is filled. */
  public enum Leaf {
    COLUMN,
    COLUMN_OF_SOME,
    LITERAL_OF_SOME
  }

  /**
   * Draws from some forms.
   *
   * @param rows what has the columns
   */
  public Drawn(Random random, List<Template> templates, Rows rows) {
    this.random = random;
    this.templates = templates;
    this.rows = rows;
  }

  private static List<String> numbers() {
    List<String> all = new ArrayList<>();
    for (double value : HostileValues.finite()) {
      String text = String.valueOf(value);
      all.add(text.contains("E") ? text : text + "E0");
    }
    for (int bits : new int[] {Byte.SIZE, Short.SIZE, Integer.SIZE, Long.SIZE}) {
      List<?> integers = HostileValues.integers(bits);
      all.add(integers.get(integers.size() - 1).toString());
      HostileValues.integers(bits).stream()
          .skip(30)
          .limit(20)
          .map(String::valueOf)
          .forEach(all::add);
    }
    for (int scale = 0; scale <= SCALES; scale++) {
      List<BigDecimal> decimals = HostileValues.decimals(scale);
      for (int i = 2; i < 14; i++) {
        all.add(decimals.get(i).toPlainString());
      }
    }
    return all.stream().distinct().toList();
  }

  /** A template whose holes have leaves. */
  public Expression over(Template template, Leaf leaf) {
    String sql = template.filled((kind, exact, hole) -> leaf(kind, exact, hole, leaf));
    return new Expression(sql, template.kind(), List.of(template.operator()), true);
  }

  /** A template of which every hole has the same column. */
  public Expression overColumn(String column, ValueKind kind) {
    Template template = pick(templates.stream().filter(t -> t.takesOnly(kind)).toList());
    String sql = template.filled((of, exact, hole) -> column);
    return new Expression(sql, template.kind(), List.of(template.operator()), false);
  }

  /** A composition. */
  public Expression nested(ValueKind kind, boolean exact, int depth) {
    List<Template> fitting =
        templates.stream().filter(t -> t.kind() == kind && (!exact || t.exact())).toList();
    Template template = pick(fitting);
    List<String> operators = new ArrayList<>();
    operators.add(template.operator());
    String sql =
        template.filled(
            (of, exactly, hole) -> {
              if (depth > 1 && random.nextInt(3) > 0) {
                Expression inner = nested(of, exactly, depth - 1);
                operators.addAll(inner.operators());
                return inner.sql();
              }
              return leaf(of, exactly, hole, pick(List.of(Leaf.values())));
            });
    return new Expression(sql, kind, operators, false);
  }

  /** The same operator again and again, always with the same second operand. */
  public Expression chain() {
    boolean exact = random.nextBoolean();
    String sql = leaf(ValueKind.NUMBER, exact, 0, pick(List.of(Leaf.values())));
    String sign = pick(List.of("*", "/", "/", "+", "-"));
    String with = random.nextBoolean() ? literal(exact) : pick(exact ? FAR : FARTHEST);
    int times = 2 + random.nextInt(CHAIN);
    sql = "(" + sql + (" " + sign + " " + with).repeat(times) + ")";
    if (random.nextBoolean()) {
      sql = "CAST(" + sql + " AS " + pick(List.of("DOUBLE PRECISION", "REAL", "BIGINT")) + ")";
    }
    return new Expression(sql, ValueKind.NUMBER, List.of(sign), false);
  }

  /** One operator over values that are hostile in some rows. */
  public String ofSome(ValueKind kind) {
    Template template = pick(templates.stream().filter(t -> t.kind() == kind).toList());
    Leaf leaf = pick(OF_SOME);
    return template.filled(
        (of, exact, hole) ->
            of == ValueKind.NUMBER && leaf == Leaf.LITERAL_OF_SOME
                ? of.of(rows.some(), !exact && random.nextBoolean() ? pick(FLOATING) : pick(EXACT))
                : leaf(of, exact, hole, leaf));
  }

  /** One text many times after itself. */
  public Expression repeated(String column, int times) {
    String text = pick(List.of(column, ValueKind.TEXT.of(rows.some(), column)));
    String sql = joined(text, times);
    String used =
        pick(List.of("POSITION('xa' IN #)", "CHAR_LENGTH(#)", "CHAR_LENGTH(UPPER(#))"))
            .replace("#", sql);
    return new Expression(used, ValueKind.NUMBER, List.of("||"), false);
  }

  /** As deep as need be, and no deeper. */
  private static String joined(String text, int times) {
    int half = times / 2;
    return times == 1 ? text : "(" + joined(text, half) + " || " + joined(text, times - half) + ")";
  }

  private String leaf(ValueKind kind, boolean exact, int hole, Leaf leaf) {
    Optional<String> column =
        leaf == Leaf.LITERAL_OF_SOME ? Optional.empty() : rows.column(kind, exact, hole);
    if (column.isEmpty()) {
      String hostile = literal(kind, exact);
      return kind.of(rows.some(), hostile);
    }
    return leaf == Leaf.COLUMN ? column.get() : kind.of(rows.some(), column.get());
  }

  private String literal(ValueKind kind, boolean exact) {
    return switch (kind) {
      case NUMBER -> literal(exact);
      case TEXT -> pick(STRINGS);
      case DATE ->
          pick(List.of("DATE '0001-01-01'", "DATE '9999-12-31'", "DATE '1582-10-15'", "NULL"));
      case TIMESTAMP ->
          pick(
              List.of(
                  "TIMESTAMP '0001-01-01 00:00:00'",
                  "TIMESTAMP '9999-12-31 23:59:59.999'",
                  "NULL"));
      case BOOLEAN -> pick(List.of("TRUE", "FALSE", "NULL"));
    };
  }

  private String literal(boolean exact) {
    return pick(exact ? EXACT : NUMBERS);
  }

  private <T> T pick(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
