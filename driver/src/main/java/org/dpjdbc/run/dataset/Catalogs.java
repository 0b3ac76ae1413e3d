package org.dpjdbc.run.dataset;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.ReleasedTables;
import org.dpjdbc.run.backend.Backend;
import org.dpjdbc.run.backend.BackendReader;

/**
 * Everything that exists for the analyst of one session: the tables of the policy, as they were
 * when it began, and those of released answers, which may be added during the session. Confined
 * like its session, except that any thread may call {@link #now}.
 */
public final class Catalogs {
  private final Datasets datasets;
  private final Dataset.Key ofPolicy;
  private final Backend backend;
  private final Optional<ReleaseSchema> releases;
  private volatile PublicBounds bounds = PublicBounds.none();
  private volatile Dataset now;

  /**
   * Reads what there is.
   *
   * @param ofPolicy the tables of the policy alone
   * @throws SQLException if the database fails
   * @throws org.dpjdbc.sql.refusal.RefusedException if there is no schema for releases where one is
   *     named
   */
  public Catalogs(Datasets datasets, Dataset.Key ofPolicy, Backend backend) throws SQLException {
    this.datasets = datasets;
    this.ofPolicy = ofPolicy;
    this.backend = backend;
    this.releases = ReleaseSchema.of(ofPolicy.policy(), backend);
    this.now = read(bounds);
  }

  private Dataset read(PublicBounds known) throws SQLException {
    if (releases.isEmpty()) {
      return dataset(ofPolicy.policy(), ofPolicy.live(), known);
    }
    LiveSchema released = releases.get().tables(backend);
    List<LiveSchema.Table> all = new ArrayList<>(ofPolicy.live().tables());
    all.addAll(released.tables());
    Policy policy = ReleasedTables.among(ofPolicy.policy(), released);
    return dataset(policy, new LiveSchema(List.copyOf(all)), known);
  }

  private Dataset dataset(Policy policy, LiveSchema live, PublicBounds known) {
    return datasets.of(
        new Dataset.Key(
            ofPolicy.login(), known.in(policy), live, ofPolicy.schema(), ofPolicy.read()),
        backend.dialect());
  }

  public Dataset now() {
    return now;
  }

  /** Where released answers are kept, if they are. */
  public Optional<String> releases() {
    return releases.map(ReleaseSchema::name);
  }

  /** The results of queries on public tables in this session. */
  public PublicBounds bounds() {
    return bounds;
  }

  /**
   * Plans from now on with these.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if the database fails
   */
  public synchronized void bounds(PublicBounds asked) {
    try {
      now = read(asked);
      bounds = asked;
    } catch (SQLException e) {
      throw BackendReader.failed(e);
    }
  }

  /**
   * Looks for released answers that have come, or went.
   *
   * @return whether there are any such
   * @throws org.dpjdbc.sql.refusal.RefusedException if the database fails
   */
  public synchronized boolean refresh() {
    if (releases.isEmpty()) {
      return false;
    }
    try {
      Dataset before = now;
      now = read(bounds);
      return !now.live().equals(before.live());
    } catch (SQLException e) {
      throw BackendReader.failed(e);
    }
  }
}
