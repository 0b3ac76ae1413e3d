package org.dpjdbc.gateway.answer;

import java.util.List;
import java.util.stream.IntStream;
import org.dpjdbc.gateway.text.Placeholders;

/**
 * A statement that the driver has accepted.
 *
 * @param text as the client wrote it
 * @param placeholders the text that the driver gets
 * @param parameters PostgreSQL's numbers of the types of its parameters
 * @param columns of its answer
 * @param isLate whether the driver reads it when its parameters are known, and with them in the
 *     text
 */
public record PrivateStatement(
    String text,
    Placeholders placeholders,
    List<Integer> parameters,
    List<ResultColumn> columns,
    boolean isLate) {

  /** The same, whose columns have the names that PostgreSQL gives them, if they are as many. */
  public PrivateStatement named(List<String> names) {
    if (names.size() != columns.size()) {
      return this;
    }
    List<ResultColumn> named =
        IntStream.range(0, names.size()).mapToObj(i -> columns.get(i).named(names.get(i))).toList();
    return new PrivateStatement(text, placeholders, parameters, named, isLate);
  }
}
