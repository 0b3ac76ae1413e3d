package org.dpjdbc.run.dataset;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import org.dpjdbc.sql.dialect.common.BackendDialect;

/** The datasets that sessions of this process share; a changed schema or policy is a new one. */
public final class Datasets {
  private static final int MOST = 50;

  private final Cache<Dataset.Key, Dataset> known =
      CacheBuilder.newBuilder().maximumSize(MOST).build();

  private final Remembered remembered;

  public Datasets() {
    this(Remembered.ofProcess());
  }

  public Datasets(Remembered remembered) {
    this.remembered = remembered;
  }

  Dataset of(Dataset.Key key, BackendDialect dialect) {
    synchronized (known) {
      Dataset found = known.getIfPresent(key);
      if (found == null) {
        found = new Dataset(key, dialect, remembered);
        known.put(key, found);
      }
      return found;
    }
  }
}
