package org.dpjdbc.docs;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;

/** The manual's clinics, each made when a page first asks for it: pages share them. */
final class ManualDatabases implements AutoCloseable {
  private final Path folder;
  private Optional<ManualDatabase> h2 = Optional.empty();
  private Optional<ManualDatabase> postgres = Optional.empty();

  ManualDatabases(Path folder) {
    this.folder = folder;
  }

  /** The one that pages are about unless they say otherwise. */
  ManualDatabase h2() throws SQLException, IOException {
    if (h2.isEmpty()) {
      h2 = Optional.of(ManualDatabase.h2(folder));
    }
    return h2.get();
  }

  /** The one of blocks that are marked so. */
  ManualDatabase postgres() throws SQLException, IOException {
    if (postgres.isEmpty()) {
      postgres = Optional.of(ManualDatabase.postgres(folder));
    }
    return postgres.get();
  }

  @Override
  public void close() throws Exception {
    if (h2.isPresent()) {
      h2.get().close();
    }
    if (postgres.isPresent()) {
      postgres.get().close();
    }
  }
}
