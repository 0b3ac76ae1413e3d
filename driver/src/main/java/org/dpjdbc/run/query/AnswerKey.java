package org.dpjdbc.run.query;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.model.PublicQuery;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.run.dataset.Dataset;
import org.dpjdbc.sql.parse.GivenValue;

/** Names a question and everything its answer depends on but private data. */
final class AnswerKey {
  private static final Pattern QUOTES = Pattern.compile("[\"'`\\[\\]\\\\]");

  private AnswerKey() {}

  static String of(
      Dataset dataset,
      PrivatePlan plan,
      List<GivenValue> given,
      Map<String, List<List<KeyValue>>> publicKeys) {
    String all =
        plan.fingerprint()
            + "\n"
            + given.stream().map(AnswerKey::text).toList()
            + "\n"
            + dataset.login().key()
            + "\n"
            + tables(dataset, plan)
            + "\n"
            + new TreeMap<>(publicKeys);
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * The tables that a plan may ask of: those whose names are in what it asks. What others there are
   * is nothing to it, released answers above all, which come while it is kept.
   */
  private static List<String> tables(Dataset dataset, PrivatePlan plan) {
    String asked =
        unquoted(
            Stream.concat(
                    plan.frontiers().stream()
                        .flatMap(frontier -> frontier.asks().stream())
                        .map(AggregateQuery::sql),
                    plan.publicQueries().stream().map(PublicQuery::sql))
                .collect(Collectors.joining("\n")));
    return dataset.live().tables().stream()
        .filter(table -> asked.contains(unquoted(table.name())))
        .map(LiveSchema.Table::toString)
        .sorted()
        .toList();
  }

  /** Names are quoted, and what is in them escaped, as each database has it. */
  private static String unquoted(String text) {
    return QUOTES.matcher(text.toLowerCase(Locale.ROOT)).replaceAll("");
  }

  /** With its length before it, so that no two lists of values are written alike. */
  private static String text(GivenValue given) {
    String value = given.value().toString();
    return given.type() + ":" + value.length() + ":" + value;
  }
}
