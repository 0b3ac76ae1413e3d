package org.dpjdbc.jdbc;

import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.jdbc.settings.PublicUrl;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.run.api.Session;

/**
 * The source of metadata: the tables, columns and keys that the policy lets the analyst see, and
 * scalar properties of the backend. Nothing here depends on rows. Thread-safe.
 */
final class MetadataSource {
  private final SessionGuard guard;
  private final Session session;
  private final String defaultSchema;
  private final String url;
  private final String analyst;

  private MetadataSource(Session session, SessionGuard guard) {
    this.guard = guard;
    this.session = session;
    this.defaultSchema = session.defaultSchema();
    this.url = PublicUrl.of(session.settings().backendUrl());
    this.analyst = session.settings().analyst();
  }

  static MetadataSource of(Session session, SessionGuard guard) {
    return new MetadataSource(session, guard);
  }

  /** The visible tables as they are now, with the driver's own. */
  List<LiveSchema.Table> tables() {
    return session.tables();
  }

  /** The schemas of the visible tables, in order of their names. */
  List<String> schemas() {
    return tables().stream().map(LiveSchema.Table::schema).distinct().sorted().toList();
  }

  /** The schema that names without one are looked up in. */
  String defaultSchema() {
    return defaultSchema;
  }

  /** The URL without anything that could be a secret. */
  String url() {
    return url;
  }

  /** Whom queries are charged to. */
  String analyst() {
    return analyst;
  }

  /** A scalar property of the backend; empty if it fails. */
  Optional<Object> backendProperty(Method method) throws SQLException {
    return guard.call(session -> session.backendProperty(method));
  }

  /** Fails when the connection is closed. */
  void checkOpen() throws SQLException {
    guard.checkOpen();
  }

  /** Whether the connection is closed. */
  boolean isClosed() {
    return guard.isClosed();
  }
}
