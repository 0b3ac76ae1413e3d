package org.dpjdbc.run.api;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.jspecify.annotations.Nullable;

/**
 * One analyst's connection, as the JDBC classes see it: the only access to the backend. Queries of
 * one session run one at a time; {@link Query#run} may be cancelled from another thread.
 *
 * <p>Every refusal, and every failure that an analyst may see, is a {@link
 * org.dpjdbc.sql.refusal.RefusedException}.
 */
public interface Session extends AutoCloseable {
  /**
   * Parses and validates; neither runs nor charges anything, and touches no private table.
   *
   * @param sql one statement
   * @throws org.dpjdbc.sql.refusal.RefusedException if it is no query, or names what is not there
   */
  Query prepare(String sql);

  /** Whether the backend still answers within the time; never throws. */
  boolean isValid(Duration within);

  /**
   * A scalar property of the backend's {@link java.sql.DatabaseMetaData}. The caller answers for
   * the method being on its list of those that say nothing of data.
   *
   * @param method a method of {@code DatabaseMetaData} that returns a String, int, long or boolean
   * @param arguments its arguments
   * @return what the backend says, or empty if it fails
   */
  Optional<Object> backendProperty(Method method, @Nullable Object... arguments);

  /** The policy in force. */
  Policy policy();

  /** The live tables and columns that the policy lets analysts see, and no others. */
  LiveSchema visibleSchema();

  /** The driver's own tables, as metadata lists them beside those. Loads Calcite's types. */
  List<LiveSchema.Table> virtualTables();

  /** All tables that metadata lists. */
  default List<LiveSchema.Table> tables() {
    return Stream.concat(visibleSchema().tables().stream(), virtualTables().stream()).toList();
  }

  /** The backend's schema that names without one are looked up in. */
  String defaultSchema();

  /** The settings the session was opened with. */
  Settings settings();

  /** Gives the backend connection back. Closing twice does nothing. */
  @Override
  void close();
}
