package org.dpjdbc.run.dataset;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.run.backend.Backend;
import org.dpjdbc.run.schema.LiveSchemaReader;
import org.dpjdbc.run.schema.Namespace;
import org.dpjdbc.sql.refusal.ConnectMessages;

/** The schema of released answers, as the database knows it. */
final class ReleaseSchema {
  private final String name;

  private ReleaseSchema(String name) {
    this.name = name;
  }

  /**
   * The schema that the policy names, if it names one.
   *
   * @throws SQLException if the database fails
   * @throws org.dpjdbc.sql.refusal.RefusedException if it is not there, or the database keeps no
   *     releases
   */
  static Optional<ReleaseSchema> of(Policy policy, Backend backend) throws SQLException {
    if (policy.releases().isEmpty()) {
      return Optional.empty();
    }
    String wanted = policy.releases().get().schema();
    if (!backend.dialect().keepsReleases()) {
      throw ConnectMessages.policyUnusable(
          ConnectMessages.releasesNotOffered(backend.dialect().productName()));
    }
    List<String> there = backend.with(connection -> Namespace.of(connection).schemas());
    List<String> alike = there.stream().filter(wanted::equalsIgnoreCase).toList();
    if (there.contains(wanted)) {
      return Optional.of(new ReleaseSchema(wanted));
    } else if (alike.size() != 1) {
      throw ConnectMessages.policyUnusable(ConnectMessages.releaseSchemaMissing(wanted));
    }
    return Optional.of(new ReleaseSchema(alike.get(0)));
  }

  String name() {
    return name;
  }

  /** What is in it now. */
  LiveSchema tables(Backend backend) throws SQLException {
    LiveSchema found = backend.with(connection -> LiveSchemaReader.read(connection, List.of(name)));
    return new LiveSchema(
        found.tables().stream().filter(table -> table.schema().equals(name)).toList());
  }
}
