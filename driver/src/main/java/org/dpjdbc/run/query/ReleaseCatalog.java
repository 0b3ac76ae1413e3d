package org.dpjdbc.run.query;

import java.math.RoundingMode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.dpjdbc.budget.ChargeRequest;
import org.dpjdbc.budget.LedgerException;
import org.dpjdbc.plan.derive.ShownQuestion;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.policy.CanonicalDigest;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.run.dataset.Dataset;
import org.dpjdbc.run.ledger.SharedLedgers;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.run.virtual.VirtualRows;
import org.dpjdbc.sql.parse.GivenValue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows of {@code DP.RELEASES}. Beside each kept answer, the ledger keeps an entry that says
 * what it answers, under a key that begins with a digest of who can get it: login, policy and
 * dialect, and of the analyst who paid for it. Nobody is told what others asked.
 */
final class ReleaseCatalog {
  private static final Logger LOGGER = LoggerFactory.getLogger(ReleaseCatalog.class);

  private static final int EPSILON_DIGITS = 9;

  /** Of answers. */
  private static final int MOST = 1_000;

  /** Of a key: the digits that name an answer, and those that name who shares it. */
  private static final int DIGITS = 32;

  private static final int SHOWN_DIGITS = 12;

  /** Of each text of an entry; a thousand entries are read at once. */
  private static final int MAX_LENGTH = 500;

  private static final int MAX_MEASURES = 50;

  private final DpSession session;

  ReleaseCatalog(DpSession session) {
    this.session = session;
  }

  /** The entry of an answer that is kept now, by its key; empty if it cannot be shown. */
  Optional<Map.Entry<String, byte[]>> entry(
      String answerKey, PlannedQuery planned, List<GivenValue> given, Instant storedAt) {
    try {
      byte[] line = line(answerKey, planned, given, storedAt).encode();
      return Optional.of(Map.entry(scope() + answerKey.substring(DIGITS), line));
    } catch (RuntimeException e) {
      // The answer was charged, and is to be kept.
      LOGGER.warn("A kept answer cannot be shown; it is not listed", e);
      return Optional.empty();
    }
  }

  private KeptRelease line(
      String answerKey, PlannedQuery planned, List<GivenValue> given, Instant storedAt) {
    Optional<ShownQuestion> asked =
        planned.plan().asked().map(groups -> ShownQuestion.of(groups, given));
    return new KeptRelease(
        answerKey.substring(0, SHOWN_DIGITS),
        storedAt,
        cut(tables(planned)),
        cut(asked.map(ShownQuestion::keys).orElseGet(() -> keys(planned))),
        asked.map(ShownQuestion::filters).map(ReleaseCatalog::cut),
        measures(planned),
        planned.plan().epsilon(),
        planned.plan().delta());
  }

  private String scope() {
    Dataset dataset = session.dataset();
    return new CanonicalDigest("releases 1")
        .text(dataset.dialects().read().productName())
        .text(dataset.login().key())
        .text(dataset.policy().fingerprint())
        .text(ChargeRequest.oneName(session.settings().analyst()))
        .hex()
        .substring(0, DIGITS);
  }

  private String tables(PlannedQuery planned) {
    return AnswerKey.tables(session.dataset(), planned.plan()).stream()
        .filter(this::isOfPolicy)
        .map(LiveSchema.Table::name)
        .collect(Collectors.joining(", "));
  }

  private boolean isOfPolicy(LiveSchema.Table table) {
    return session.policy().tables().stream()
        .anyMatch(
            known -> known.schema().equals(table.schema()) && known.name().equals(table.name()));
  }

  private static String keys(PlannedQuery planned) {
    return planned.frontiers().stream()
        .map(prepared -> String.join(", ", prepared.frontier().keys()))
        .distinct()
        .filter(keys -> !keys.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private static List<KeptRelease.Measure> measures(PlannedQuery planned) {
    List<KeptRelease.Measure> measures = new ArrayList<>();
    for (PreparedFrontier prepared : planned.frontiers()) {
      Frontier frontier = prepared.frontier();
      SortedMap<Integer, Double> errors = ErrorAdvice.errors(planned, prepared);
      for (int i = 0; i < frontier.aggregates().size(); i++) {
        if (measures.size() < MAX_MEASURES) {
          measures.add(
              new KeptRelease.Measure(
                  cut(frontier.aggregates().get(i)), Optional.ofNullable(errors.get(i))));
        }
      }
    }
    return measures;
  }

  private static String cut(String text) {
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH - 1) + "…";
  }

  /** The rows, the newest answers first. */
  List<@Nullable Object[]> rows() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    if (session.policy().answers().reuseFor().isZero()) {
      return rows;
    }
    try {
      for (byte[] content : session.ledger().answers().list(scope(), session.notBefore(), MOST)) {
        read(content).ifPresent(line -> add(line, rows));
      }
    } catch (LedgerException e) {
      throw SharedLedgers.unusable(e);
    }
    return rows;
  }

  private static Optional<KeptRelease> read(byte[] content) {
    try {
      return Optional.of(KeptRelease.decode(content));
    } catch (RuntimeException e) {
      LOGGER.warn("An entry of a kept answer cannot be read; it is not listed", e);
      return Optional.empty();
    }
  }

  private void add(KeptRelease line, List<@Nullable Object[]> rows) {
    Instant expires = line.madeAt().plus(session.policy().answers().reuseFor());
    for (KeptRelease.Measure measure : line.measures()) {
      rows.add(
          new @Nullable Object[] {
            line.name(),
            VirtualRows.utc(line.madeAt(), ChronoUnit.MILLIS),
            VirtualRows.utc(expires, ChronoUnit.MILLIS),
            line.tables(),
            line.keys(),
            line.filters().orElse(null),
            measure.name(),
            measure.error().orElse(null),
            line.epsilon().setScale(EPSILON_DIGITS, RoundingMode.UP),
            line.delta().doubleValue()
          });
    }
  }
}
