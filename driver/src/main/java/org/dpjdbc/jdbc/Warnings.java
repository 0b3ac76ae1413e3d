package org.dpjdbc.jdbc;

import java.sql.SQLWarning;
import org.dpjdbc.run.Answer;
import org.jspecify.annotations.Nullable;

/** Warnings of answers. */
final class Warnings {
  /** SQL:2016, part 2, 24.1: warning, no subclass. */
  private static final String STATE = "01000";

  private Warnings() {}

  /** The warning of an answer, as JDBC has it: {@code null} is none. */
  static @Nullable SQLWarning of(Answer answer) {
    return answer.warning().map(text -> new SQLWarning(text, STATE)).orElse(null);
  }
}
