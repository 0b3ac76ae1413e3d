package org.dpjdbc.run.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.dpjdbc.plan.model.SqlParameter;
import org.dpjdbc.run.backend.BackendReader;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.parse.GivenValue;
import org.jspecify.annotations.Nullable;

/**
 * The values that are bound to statements: those of the query, and the values and rows that were
 * released before, by name. What is released is computed once, and is the same wherever it is
 * bound.
 */
public final class StageValues {
  /** A second row and a next one. */
  private static final int UNKNOWN_ROWS = 3;

  private final List<GivenValue> given;
  private final Map<String, Optional<Object>> values = new HashMap<>();
  private final Map<String, Rows> sets = new HashMap<>();

  public StageValues(List<GivenValue> given) {
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

  boolean hasSet(String set) {
    return sets.containsKey(set);
  }

  /** Keeps the rows of a set. */
  public void putSet(String set, Rows rows) {
    if (sets.putIfAbsent(set, rows) != null) {
      throw new IllegalStateException("a set is released once");
    }
  }

  /** The rows of a set that is known. */
  Rows set(String set) {
    return Objects.requireNonNull(sets.get(set));
  }

  /**
   * The statement as it runs, with as many rows of sets as there are, and what to bind, in order;
   * {@code null} is SQL NULL.
   */
  public BackendReader.Planned bound(String sql, List<SqlParameter> parameters) {
    for (SqlParameter parameter : parameters) {
      if ((parameter instanceof SqlParameter.Released released && !has(released.scalar()))
          || (parameter instanceof SqlParameter.RowsOf rows && !hasSet(rows.set()))) {
        throw new IllegalStateException("a statement is asked before what it needs is released");
      }
    }
    return known(sql, parameters);
  }

  /**
   * What is known of it so far; {@code null} in the place of what is not, and of a set some rows of
   * {@code null}, so that the database sees how several are written.
   */
  BackendReader.Planned known(String sql, List<SqlParameter> parameters) {
    List<@Nullable Object> bound = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    int copied = 0;
    for (SqlParameter parameter : parameters) {
      if (parameter instanceof SqlParameter.Released released) {
        bound.add(values.getOrDefault(released.scalar(), Optional.empty()).orElse(null));
      } else if (parameter instanceof SqlParameter.RowsOf place) {
        Rows rows = sets.get(place.set());
        add(rows, place.columns(), bound);
        text.append(sql, copied, place.end());
        for (int row = 1; row < (rows == null ? UNKNOWN_ROWS : rows.size()); row++) {
          text.append(row == 1 ? place.second() : place.next());
        }
        copied = place.end();
      } else if (parameter instanceof SqlParameter.Given value) {
        bound.add(given.get(value.index()).value());
      } else {
        bound.add(((SqlParameter.Text) parameter).value());
      }
    }
    return new BackendReader.Planned(text.append(sql, copied, sql.length()).toString(), bound);
  }

  /** Each row and a 1; NULLs and a 0 if there is none. */
  private static void add(@Nullable Rows rows, int width, List<@Nullable Object> bound) {
    int known = rows == null ? 0 : rows.size();
    for (int row = 0; rows != null && row < known; row++) {
      bound.addAll(Arrays.asList(rows.row(row)));
      bound.add(1);
    }
    int none = rows == null ? UNKNOWN_ROWS : known == 0 ? 1 : 0;
    for (int row = 0; row < none; row++) {
      bound.addAll(Collections.nCopies(width - 1, null));
      bound.add(0);
    }
  }
}
