package org.dpjdbc.run.query;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.budget.LedgerException;
import org.dpjdbc.budget.TrialLedger;
import org.dpjdbc.run.api.Query;
import org.dpjdbc.run.ledger.SharedLedgers;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.sql.parse.ErrorTarget;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * Decides about statements as a session would that asks them one after the other: plans them, looks
 * for kept answers and charges a trial of the ledger. The decisions are those of the session's own
 * code, which runs up to the point where it would query private tables. Public tables are read.
 * Nothing is charged or kept.
 */
public final class DryRun {
  /** A value that is compared, in a statement for the database. */
  private static final Pattern EQUAL = Pattern.compile("(?<![<>!])= (?:CAST\\()?\\?");

  private final DpSession session;
  private final List<String> statements;
  private final Trial written;

  /** Decides about the statements in their order. */
  DryRun(DpSession session, List<String> statements) {
    this.session = session;
    this.statements = List.copyOf(statements);
    this.written =
        trial(IntStream.rangeClosed(1, statements.size()).boxed().toList(), this::decision);
  }

  /** A statement and its plan, if it may be charged. */
  private record Decision(StatementPlan statement, Optional<PrivateQuery.Decided> decided) {
    int number() {
      return statement.number();
    }

    double epsilon() {
      return statement.outcome().charged().epsilon().doubleValue();
    }

    /** The more keys and columns, the more can be computed from an answer. */
    int detail() {
      return decided.stream()
          .flatMap(each -> each.planned().frontiers().stream())
          .map(PreparedFrontier::frontier)
          .mapToInt(each -> 1_000 * each.keys().size() + each.statistics().size())
          .sum();
    }
  }

  /** What comes of an order. */
  private record Trial(TrialLedger ledger, List<Decision> decisions) {
    List<Decision> charged() {
      return decisions.stream().filter(each -> each.statement().isCharged()).toList();
    }
  }

  /** Decides about the statement of a number in a dry session. */
  private interface Decider {
    Decision decide(DpSession dry, TrialLedger ledger, int number);
  }

  /** The statements in their order. */
  public SessionPlan asWritten() {
    return plan(written);
  }

  /** The statements in the cheapest order that is found; never dearer than {@link #asWritten}. */
  public SessionPlan cheapest() {
    CheapestOrder<Trial> search =
        new CheapestOrder<>(
            order -> trial(order, this::again),
            Comparator.comparing((Trial trial) -> trial.ledger().composed().epsilon())
                .thenComparing(trial -> trial.ledger().composed().delta())
                .thenComparing(trial -> trial.ledger().sum().epsilon()),
            trial -> trial.charged().stream().map(Decision::number).toList());
    return plan(
        search.of(
            written.decisions().stream().map(Decision::number).toList(),
            written,
            written.decisions().stream()
                .sorted(Comparator.comparing(Decision::detail).reversed())
                .map(Decision::number)
                .toList()));
  }

  /**
   * The smallest epsilon, to three digits, with which the errors of all statements that name none
   * are within a target.
   *
   * @param target in the unit of each value
   * @return empty if no statement has an error that is known before it is asked
   * @throws RefusedException if a statement cannot be so accurate within the policy
   */
  public Optional<BigDecimal> leastEpsilon(ErrorTarget target) {
    return written.decisions().stream()
        .filter(each -> each.decided().isPresent())
        .flatMap(each -> query(each.number()).stream())
        .filter(query -> !query.namesCost())
        .flatMap(query -> query.leastEpsilon(target).stream())
        .max(Comparator.naturalOrder());
  }

  private Optional<PrivateQuery> query(int number) {
    return session.prepare(statements.get(number - 1)) instanceof PrivateQuery query
        ? Optional.of(query)
        : Optional.empty();
  }

  private Trial trial(List<Integer> order, Decider decider) {
    try {
      TrialLedger ledger = session.ledger().trial(session.settings().analyst());
      DpSession dry = session.onTrial(ledger);
      List<Decision> decisions = new ArrayList<>();
      for (int number : order) {
        decisions.add(decider.decide(dry, ledger, number));
      }
      return new Trial(ledger, decisions);
    } catch (LedgerException e) {
      throw SharedLedgers.unusable(e);
    }
  }

  /** What is never charged is no different in another order. */
  private Decision again(DpSession dry, TrialLedger ledger, int number) {
    Decision first = written.decisions().get(number - 1);
    return first.decided().isPresent() ? decision(dry, ledger, number) : first;
  }

  private Decision decision(DpSession dry, TrialLedger ledger, int number) {
    TrialLedger.Outcome outcome = ledger.begin(number);
    try {
      Query query = dry.prepare(statements.get(number - 1));
      if (query instanceof ReleaseQuery) {
        throw RunMessages.planOfTable();
      } else if (!query.parameters().isEmpty()) {
        throw RunMessages.planWithParameters();
      } else if (query instanceof PrivateQuery asked) {
        PrivateQuery.Decided decided = asked.decide();
        decided.kept().ifPresent(kept -> ledger.got(kept.key(), kept.since()));
        boolean inSteps = asked.isInSteps(decided.planned());
        return new Decision(
            new StatementPlan(
                number, outcome, inSteps, errors(decided.planned()), Optional.empty()),
            Optional.of(decided).filter(each -> !each.planned().frontiers().isEmpty()));
      }
      return free(number, outcome, Optional.empty());
    } catch (RefusedException refusal) {
      return free(number, outcome, Optional.of(refusal));
    }
  }

  private static Decision free(
      int number, TrialLedger.Outcome outcome, Optional<RefusedException> refusal) {
    return new Decision(
        new StatementPlan(number, outcome, /* inSteps= */ false, List.of(), refusal),
        Optional.empty());
  }

  private static List<StatementPlan.ColumnError> errors(PlannedQuery planned) {
    List<StatementPlan.ColumnError> errors = new ArrayList<>();
    for (PreparedFrontier prepared : planned.frontiers()) {
      SortedMap<Integer, Double> known = ErrorAdvice.errors(planned, prepared);
      for (int i = 0; i < prepared.frontier().statistics().size(); i++) {
        Double error = known.get(i);
        errors.add(
            new StatementPlan.ColumnError(
                prepared.frontier().aggregates().get(i),
                error == null ? OptionalDouble.empty() : OptionalDouble.of(error)));
      }
    }
    return errors;
  }

  private static SessionPlan plan(Trial trial) {
    return new SessionPlan(
        trial.decisions().stream().map(Decision::statement).toList(),
        trial.ledger().composed(),
        trial.ledger().sum(),
        refreshes(trial.ledger()));
  }

  private static int refreshes(TrialLedger ledger) {
    int fits = 0;
    int more = SessionPlan.MAX_REFRESHES + 1;
    while (more - fits > 1) {
      int middle = (fits + more) / 2;
      if (ledger.allows(middle)) {
        fits = middle;
      } else {
        more = middle;
      }
    }
    return fits;
  }

  /** The one change of charged statements that saves most epsilon, if one is known. */
  public Optional<SessionPlan.Saving> saving() {
    return Stream.concat(
            written.charged().stream().flatMap(each -> smallerErrors(each).stream()),
            oneKey(written.charged()))
        .max(Comparator.comparingDouble(SessionPlan.Saving::epsilon));
  }

  /** A change of one statement. */
  private Optional<SessionPlan.Saving> smallerErrors(Decision decision) {
    return query(decision.number())
        .map(query -> query.explained(List.of()))
        .flatMap(explained -> explained.advice().flatMap(all -> all.ofAll(explained.planned())))
        .map(
            change ->
                new SessionPlan.Saving(
                    List.of(decision.number()),
                    change.change(),
                    decision.epsilon() * (1 - change.share())));
  }

  /**
   * Statements that differ in values of {@code WHERE} alone share their plan. If these are compared
   * by {@code =}, each asks for one group of a statement with one key more.
   */
  private static Stream<SessionPlan.Saving> oneKey(List<Decision> charged) {
    IdentityHashMap<PlannedQuery, List<Decision>> alike = new IdentityHashMap<>();
    for (Decision decision : charged) {
      PrivateQuery.Decided decided = decision.decided().orElseThrow();
      if (!decided.given().isEmpty() && comparesEqual(decided.planned())) {
        alike.computeIfAbsent(decided.planned(), any -> new ArrayList<>()).add(decision);
      }
    }
    return alike.values().stream()
        .filter(same -> same.size() > 1)
        .map(
            same ->
                new SessionPlan.Saving(
                    same.stream().map(Decision::number).toList(),
                    "one GROUP BY",
                    same.get(0).epsilon() * (same.size() - 1)));
  }

  private static boolean comparesEqual(PlannedQuery planned) {
    return planned.plan().frontiers().stream()
        .flatMap(frontier -> frontier.queries().stream())
        .noneMatch(query -> EQUAL.matcher(query.sql()).replaceAll("").contains("?"));
  }
}
