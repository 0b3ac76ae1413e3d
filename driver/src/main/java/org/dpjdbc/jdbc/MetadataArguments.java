package org.dpjdbc.jdbc;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.dpjdbc.jdbc.error.ArgumentChecks;
import org.jspecify.annotations.Nullable;

/** The arguments of a metadata method, from 0. */
final class MetadataArguments {
  private final @Nullable Object[] arguments;

  MetadataArguments(@Nullable Object @Nullable [] arguments) {
    this.arguments = arguments == null ? new Object[0] : arguments.clone();
  }

  /** An optional string; if it is null, it does not narrow the search. */
  @Nullable String text(int index) {
    return (String) arguments[index];
  }

  /** A required string. */
  String required(int index, String what) throws SQLException {
    return ArgumentChecks.notNull(text(index), what);
  }

  /** An optional list of strings. */
  Optional<List<String>> strings(int index) {
    String[] strings = (String[]) arguments[index];
    return strings == null
        ? Optional.empty()
        : Optional.of(Arrays.stream(strings).filter(Objects::nonNull).toList());
  }

  int number(int index) {
    return (Integer) Objects.requireNonNull(arguments[index]);
  }
}
