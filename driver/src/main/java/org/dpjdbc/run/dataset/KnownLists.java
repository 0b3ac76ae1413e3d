package org.dpjdbc.run.dataset;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.plan.model.SqlParameter;
import org.dpjdbc.plan.relation.LookupLists;

/** Which lists of keys were counted, and found too long or not. Thread-safe. */
public final class KnownLists implements LookupLists {
  private static final int MAX_LISTS = 10_000;

  /** A public table that has grown is counted again after this. */
  private static final Duration COUNTED_FOR = Duration.ofMinutes(10);

  private final Cache<Counted, Boolean> known =
      CacheBuilder.newBuilder().maximumSize(MAX_LISTS).expireAfterWrite(COUNTED_FOR).build();

  private record Counted(String sql, List<SqlParameter> parameters) {}

  @Override
  public Optional<Boolean> isLong(String sql, List<SqlParameter> parameters) {
    return Optional.ofNullable(known.getIfPresent(new Counted(sql, parameters)));
  }

  /** Remembers a list. */
  public void put(String sql, List<SqlParameter> parameters, boolean isLong) {
    known.put(new Counted(sql, parameters), isLong);
  }
}
