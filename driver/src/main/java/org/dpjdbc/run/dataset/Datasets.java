package org.dpjdbc.run.dataset;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import org.dpjdbc.sql.dialect.common.BackendDialect;

/** The datasets that sessions of this process share; a changed schema or policy is a new one. */
public final class Datasets {
  private static final int MAX_SIZE = 50;

  private final Cache<Dataset.Key, Dataset> known =
      CacheBuilder.newBuilder().maximumSize(MAX_SIZE).build();

  private final PlanCache cache;

  public Datasets() {
    this(PlanCache.ofProcess());
  }

  public Datasets(PlanCache cache) {
    this.cache = cache;
  }

  Dataset of(Dataset.Key key, BackendDialect dialect) {
    synchronized (known) {
      Dataset found = known.getIfPresent(key);
      if (found == null) {
        found = new Dataset(key, dialect, cache);
        known.put(key, found);
      }
      return found;
    }
  }
}
