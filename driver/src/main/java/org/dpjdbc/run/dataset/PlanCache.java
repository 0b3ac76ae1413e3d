package org.dpjdbc.run.dataset;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.Weigher;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.sql.validate.ValidQuery;

/**
 * The cache of parsed, validated and planned queries, for all datasets of a process together, so
 * that its memory is bounded. Entries are weighted: a statement of a megabyte takes the place of
 * hundreds of short ones. Weights are bytes, estimated from above. Thread-safe.
 */
final class PlanCache {
  /** Of a syntax tree: names and literals with their places, a word or sign for two characters. */
  private static final int BYTES_PER_CHARACTER = 100;

  /** Of a column: its type, its name and its label. */
  private static final int BYTES_PER_COLUMN = 500;

  /** Of a plan: expressions and compiled operators, by the length of what is printed of them. */
  private static final int BYTES_PER_PRINTED = 40;

  private static final int ENTRY = 1_000;

  private final Cache<Owned<StatementKey>, Dataset.Statement> statements;
  private final Cache<Owned<StatementKey>, Shape> shapes;
  private final Cache<Owned<Dataset.PlanKey>, Optional<PlannedQuery>> plans;

  /** A key of one dataset. */
  record Owned<K>(Dataset owner, K key) {}

  /**
   * What the description of a statement depends on.
   *
   * @param sql the statement, or its template
   * @param errorColumns whether answers have columns of errors
   */
  record StatementKey(String sql, boolean errorColumns) {}

  /**
   * Remembers as much as fits.
   *
   * @param bytes that all of it may take
   */
  PlanCache(long bytes) {
    this.statements = cache(bytes / 4, (key, value) -> weight(key.key().sql()));
    this.shapes = cache(bytes / 4, PlanCache::weight);
    this.plans = cache(bytes / 2, PlanCache::weight);
  }

  /** An eighth of the memory that the process may have. */
  static PlanCache ofProcess() {
    return new PlanCache(Runtime.getRuntime().maxMemory() / 8);
  }

  private static <K, V> Cache<K, V> cache(long bytes, Weigher<K, V> weigher) {
    // One segment: each of several would have a share of the maximum weight, into which a long
    // statement may not fit.
    return CacheBuilder.newBuilder()
        .concurrencyLevel(1)
        .maximumWeight(bytes)
        .weigher(weigher)
        .build();
  }

  Cache<Owned<StatementKey>, Dataset.Statement> statements() {
    return statements;
  }

  Cache<Owned<StatementKey>, Shape> shapes() {
    return shapes;
  }

  Cache<Owned<Dataset.PlanKey>, Optional<PlannedQuery>> plans() {
    return plans;
  }

  /** What all entries weigh. */
  long weight() {
    return statements.asMap().keySet().stream().mapToLong(key -> weight(key.key().sql())).sum()
        + shapes.asMap().entrySet().stream()
            .mapToLong(entry -> weight(entry.getKey(), entry.getValue()))
            .sum()
        + plans.asMap().entrySet().stream()
            .mapToLong(entry -> weight(entry.getKey(), entry.getValue()))
            .sum();
  }

  private static int weight(String text) {
    return bounded(ENTRY + (long) text.length() * BYTES_PER_CHARACTER);
  }

  private static int weight(Owned<StatementKey> key, Shape shape) {
    ValidQuery types = shape.types();
    long columns = (long) types.rowType().getFieldCount() + types.parameters().getFieldCount();
    return bounded(ENTRY + 2L * key.key().sql().length() + columns * BYTES_PER_COLUMN);
  }

  private static int weight(Owned<Dataset.PlanKey> key, Optional<PlannedQuery> plan) {
    long parameters =
        key.key().parameters().stream()
            .mapToLong(value -> value.map(v -> 2L * v.toString().length()).orElse(0L))
            .sum();
    long printed = plan.map(PlanCache::printed).orElse(0L);
    return bounded(
        ENTRY + 2L * key.key().sql().length() + parameters + printed * BYTES_PER_PRINTED);
  }

  private static long printed(PlannedQuery planned) {
    return printed(planned.plan().finish())
        + planned.plan().publicQueries().stream().mapToLong(q -> q.sql().length()).sum()
        + planned.plan().frontiers().stream()
            .flatMap(frontier -> frontier.queries().stream())
            .map(AggregateQuery::sql)
            .mapToLong(String::length)
            .sum();
  }

  /** Each relation by itself: to print the whole plan at once, Calcite generates code first. */
  private static long printed(RelNode rel) {
    return rel.getDigest().length() + rel.getInputs().stream().mapToLong(PlanCache::printed).sum();
  }

  private static int bounded(long bytes) {
    return (int) Math.min(bytes, Integer.MAX_VALUE);
  }
}
