package org.dpjdbc.jdbc;

import java.sql.SQLWarning;
import org.dpjdbc.run.api.Answer;
import org.jspecify.annotations.Nullable;

/** Warnings of answers. */
final class Warnings {
  /** SQL:2016, part 2, 24.1: warning, no subclass. */
  private static final String STATE = "01000";

  private Warnings() {}

  /** The warnings of an answer, chained as JDBC has them: {@code null} is none. */
  static @Nullable SQLWarning of(Answer answer) {
    SQLWarning first = null;
    for (String text : answer.warnings()) {
      SQLWarning warning = new SQLWarning(text, STATE);
      if (first == null) {
        first = warning;
      } else {
        first.setNextWarning(warning);
      }
    }
    return first;
  }
}
