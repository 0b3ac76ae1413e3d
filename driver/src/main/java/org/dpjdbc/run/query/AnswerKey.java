package org.dpjdbc.run.query;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.model.PublicQuery;
import org.dpjdbc.policy.CanonicalDigest;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.run.dataset.Dataset;
import org.dpjdbc.sql.parse.GivenValue;

/** Identifies a query together with everything that its answer depends on, except private data. */
final class AnswerKey {
  private static final String QUOTES = "\"'`[]\\";

  private AnswerKey() {}

  static String of(
      Dataset dataset,
      PrivatePlan plan,
      List<GivenValue> given,
      Map<String, List<List<KeyValue>>> publicKeys) {
    CanonicalDigest digest = new CanonicalDigest("answer 3");
    if (dataset.dialects().isForeign()) {
      digest.text(dataset.dialects().read().productName());
    }
    return digest
        .text(plan.question(given))
        .text(dataset.login().key())
        .list(tables(dataset, plan), table -> table.addTo(digest))
        .list(
            new TreeMap<>(publicKeys).entrySet(),
            keys ->
                digest
                    .text(keys.getKey())
                    .list(keys.getValue(), row -> digest.list(row, value -> value.addTo(digest))))
        .hex();
  }

  /**
   * The tables that a plan may ask of: those whose names are in what it asks. What others there are
   * is nothing to it, released answers above all, which come while it is kept.
   */
  static List<LiveSchema.Table> tables(Dataset dataset, PrivatePlan plan) {
    String asked =
        unquoted(
            Stream.concat(
                    plan.frontiers().stream()
                        .flatMap(frontier -> frontier.queries().stream())
                        .map(AggregateQuery::sql),
                    plan.publicQueries().stream().map(PublicQuery::sql))
                .collect(Collectors.joining("\n")));
    return dataset.live().tables().stream()
        .filter(table -> asked.contains(unquoted(table.name())))
        .sorted(
            Comparator.comparing(LiveSchema.Table::schema).thenComparing(LiveSchema.Table::name))
        .toList();
  }

  /** Names are quoted and escaped as each database requires. */
  private static String unquoted(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.toLowerCase(Locale.ROOT)
        .chars()
        .filter(c -> QUOTES.indexOf(c) < 0)
        .forEach(c -> plain.append((char) c));
    return plain.toString();
  }
}
