package org.dpjdbc.backends;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A kind of database that suites run on. What suites write for all of them (definitions of tables,
 * rows, policies) is in H2's words; here is what another database says instead. Stateless, but for
 * the server that is started once in a JVM and stops with it.
 */
public interface TestBackend {
  /** The product's name, as its driver gives it and {@code BackendDialects.called} knows it. */
  String product();

  /** A database that nobody else sees, without tables; starts the server if there is none. */
  TestDatabase create() throws SQLException;

  /**
   * A statement as this database spells it: names of types, above all. The names of tables and
   * columns stay, unquoted ones for the database to fold.
   *
   * @param sql {@code CREATE TABLE}, or {@code INSERT} of literals, for H2
   */
  String spell(String sql);

  /**
   * A query with quoted names as this database quotes them.
   *
   * @param sql with double quotes
   */
  default String quoted(String sql) {
    return sql;
  }

  /**
   * A query as this database is asked it, for what can be said in other words.
   *
   * @param sql in H2's words
   */
  default String query(String sql) {
    return sql;
  }

  /**
   * Whether the types of results are what the standard says; otherwise they depend on the size of
   * what is computed, booleans are numbers, and fractions have a few digits.
   */
  default boolean reportsTypes() {
    return true;
  }

  /**
   * The nearest to a value that this database's type can hold; empty if it has none near, and the
   * value is left out.
   *
   * @param value as H2's driver takes it
   */
  Optional<Object> nearest(Object value);

  /**
   * Puts rows into a table.
   *
   * @param rows at least one; of values that the table's types can hold
   */
  default void insert(Connection owner, String table, List<List<@Nullable Object>> rows)
      throws SQLException {
    String marks = "?" + ", ?".repeat(rows.get(0).size() - 1);
    try (PreparedStatement insert =
        owner.prepareStatement("INSERT INTO " + table + " VALUES (" + marks + ")")) {
      for (List<@Nullable Object> row : rows) {
        for (int i = 0; i < row.size(); i++) {
          insert.setObject(i + 1, row.get(i));
        }
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /**
   * Takes rows out of a table.
   *
   * @param condition which; may be true of all
   */
  default void delete(Connection owner, String table, String condition) throws SQLException {
    try (Statement statement = owner.createStatement()) {
      statement.execute("DELETE FROM " + table + " WHERE " + condition);
    }
  }

  /** Whether tables have keys, and columns that are never NULL: some questions rest on them. */
  default boolean hasConstraints() {
    return true;
  }

  /**
   * Of how many generated cases one is tried here: 1 where all are. Where it is many, not all that
   * is written down is asked, either. What every build tries must not take too long on any
   * database; {@code -Dbackends=NAME} tries all on those named.
   */
  int sparing();
}
