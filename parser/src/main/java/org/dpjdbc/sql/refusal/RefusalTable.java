package org.dpjdbc.sql.refusal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A table of refusals. A row is a name, a code, what the refusal is about, and after a colon its
 * message; further lines of a row are indented. In the message, <code>{0}</code> and so on stand
 * for arguments. What follows <code> ~ </code> is about the rewrites that are proposed, and is left
 * out if they would not be answered.
 *
 * <p>A refusal is about the whole query, or a kind of clause, <code>column:0</code>, <code>table:0
 * </code> or <code>call:0</code> for an argument, <code>call:NAME</code>, or <code>operator</code>:
 * argument 0, which the message shows as the query spells it.
 */
final class RefusalTable {
  private static final Pattern ROW =
      Pattern.compile("(\\S+) ([A-Z_]+)(?: (\\S+))?: (.*?)(?: ~ (.*))?");

  private static final Pattern ARGUMENT = Pattern.compile("\\{(\\d)\\}");

  private final Map<String, Row> rows = new HashMap<>();

  /**
   * A row.
   *
   * @param place what the refusal is about, made from the arguments
   * @param named whether argument 0 is an operator, shown as the query spells it
   * @param hint about the rewrites
   */
  private record Row(
      RefusalCode code,
      Function<List<String>, Optional<Culprit>> place,
      boolean named,
      String message,
      String hint) {}

  private RefusalTable() {}

  /**
   * Reads a table.
   *
   * @throws IllegalArgumentException if it is none
   */
  static RefusalTable of(String rows) {
    RefusalTable table = new RefusalTable();
    rows.replaceAll("\n +", " ").lines().forEach(table::add);
    return table;
  }

  private void add(String line) {
    Matcher row = ROW.matcher(line);
    if (!row.matches()) {
      throw new IllegalArgumentException(line);
    }
    String place = Objects.requireNonNullElse(row.group(3), "");
    Row known =
        rows.put(
            row.group(1),
            new Row(
                RefusalCode.valueOf(row.group(2)),
                place(place),
                place.equals("operator"),
                row.group(4),
                Objects.requireNonNullElse(row.group(5), "")));
    if (known != null) {
      throw new IllegalArgumentException(line);
    }
  }

  private static Function<List<String>, Optional<Culprit>> place(String place) {
    String[] parts = place.split(":", 2);
    String of = parts[parts.length - 1];
    Function<List<String>, String> name =
        of.matches("\\d") ? arguments -> arguments.get(Integer.parseInt(of)) : arguments -> of;
    return switch (parts[0]) {
      case "" -> arguments -> Optional.empty();
      case "column" -> arguments -> Optional.of(new Culprit.Column(name.apply(arguments)));
      case "table" -> arguments -> Optional.of(new Culprit.Table(name.apply(arguments)));
      case "call" -> arguments -> Optional.of(new Culprit.Call(name.apply(arguments)));
      case "operator" -> arguments -> Optional.of(new Culprit.Call(arguments.get(0)));
      default -> {
        Optional<Culprit> clause = Optional.of(new Culprit.Clause(Culprit.Kind.valueOf(place)));
        yield arguments -> clause;
      }
    };
  }

  /** Messages with their placeholders, for the test that walks them. */
  Stream<String> messages() {
    return rows.values().stream().map(Row::message);
  }

  /** The refusal of that row, nowhere yet. */
  RefusedException refuse(String name, Object... arguments) {
    Row row = Objects.requireNonNull(rows.get(name), name);
    List<String> values = Stream.of(arguments).map(String::valueOf).toList();
    return new RefusedException(
        row.code(),
        new RefusedException.Wording(
            row.named() ? values.get(0) : "", operatorName -> message(row, operatorName, values)),
        fill(row.hint(), values),
        row.place().apply(values),
        Optional.empty(),
        List.of());
  }

  private static String message(Row row, String operatorName, List<String> arguments) {
    String message =
        fill(
            row.message(),
            row.named()
                ? Stream.concat(Stream.of(operatorName), arguments.stream().skip(1)).toList()
                : arguments);
    return row.code() == RefusalCode.POLICY ? message : Refusals.readable(message);
  }

  private static String fill(String text, List<String> arguments) {
    return ARGUMENT
        .matcher(text)
        .replaceAll(
            place -> Matcher.quoteReplacement(arguments.get(Integer.parseInt(place.group(1)))));
  }
}
