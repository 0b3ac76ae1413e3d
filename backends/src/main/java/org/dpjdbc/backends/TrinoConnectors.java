package org.dpjdbc.backends;

import java.io.IOException;
import org.dpjdbc.backends.trino.TrinoProcess;

/**
 * A Trino of its own with the further catalogs {@code of_postgresql} and {@code of_iceberg}:
 * connectors by these names, which store their tables in memory.
 */
public final class TrinoConnectors implements AutoCloseable {
  private final TrinoProcess cluster;

  /**
   * Starts it.
   *
   * @throws IOException if it does not start
   */
  public TrinoConnectors() throws IOException {
    cluster = TrinoProcess.startWithRenamed();
  }

  /** The URL of the memory catalog's first schema. */
  public String url() {
    return "jdbc:trino://" + cluster.address() + "/memory/default?user=owner";
  }

  @Override
  public void close() {
    cluster.close();
  }
}
