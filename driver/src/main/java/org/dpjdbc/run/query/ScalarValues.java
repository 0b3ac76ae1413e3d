package org.dpjdbc.run.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.plan.model.SqlParameter;
import org.dpjdbc.sql.parse.GivenValue;
import org.jspecify.annotations.Nullable;

/**
 * The values that are bound to statements: those of the query, and those that were released before,
 * by name. A released value is computed once, and is the same wherever it is bound.
 */
public final class ScalarValues {
  private final List<GivenValue> given;
  private final Map<String, Optional<Object>> values = new HashMap<>();

  public ScalarValues(List<GivenValue> given) {
    this.given = given;
  }

  boolean has(String scalar) {
    return values.containsKey(scalar);
  }

  /**
   * Keeps a value.
   *
   * @param value in the class of its type; {@code null} is SQL NULL
   */
  public void put(String scalar, @Nullable Object value) {
    if (values.putIfAbsent(scalar, Optional.ofNullable(value)) != null) {
      throw new IllegalStateException("a value is released once");
    }
  }

  /** What to bind, in order; {@code null} is SQL NULL. */
  public List<@Nullable Object> bound(List<SqlParameter> parameters) {
    for (SqlParameter parameter : parameters) {
      if (parameter instanceof SqlParameter.Released released && !has(released.scalar())) {
        throw new IllegalStateException("a statement is asked before what it needs is released");
      }
    }
    return known(parameters);
  }

  /** What is known of it so far; {@code null} in the place of what is not. */
  List<@Nullable Object> known(List<SqlParameter> parameters) {
    List<@Nullable Object> bound = new ArrayList<>();
    for (SqlParameter parameter : parameters) {
      if (parameter instanceof SqlParameter.Released released) {
        bound.add(values.getOrDefault(released.scalar(), Optional.empty()).orElse(null));
      } else if (parameter instanceof SqlParameter.Given value) {
        bound.add(given.get(value.index()).value());
      } else {
        bound.add(((SqlParameter.Text) parameter).value());
      }
    }
    return bound;
  }
}
