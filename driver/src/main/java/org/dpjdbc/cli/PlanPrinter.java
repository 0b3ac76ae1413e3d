package org.dpjdbc.cli;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.dpjdbc.budget.Cost;
import org.dpjdbc.run.mechanism.SignificantDigits;
import org.dpjdbc.run.query.SessionPlan;
import org.dpjdbc.run.query.StatementPlan;
import org.dpjdbc.sql.parse.ErrorTarget;
import org.dpjdbc.sql.parse.StatementSplitter.ScriptStatement;

/**
 * Prints a plan: a line for each statement, then the total and what can be done about it.
 *
 * @param out where to
 * @param target the error that is required
 */
record PlanPrinter(PrintWriter out, Optional<ErrorTarget> target) {
  private static final MathContext SHOWN = new MathContext(4, RoundingMode.UP);

  /** The columns of a line. */
  private static final String LINE = "%3s  %4s  %-33s  %-12s  %-9s  %s";

  /**
   * Prints it.
   *
   * @param written the statements in the order of the file
   * @param cheapest in the cheapest order
   */
  void print(SessionPlan written, SessionPlan cheapest, List<ScriptStatement> statements) {
    line("no.", "line", "source", "epsilon", "delta", "95 % error");
    for (StatementPlan each : written.statements()) {
      ScriptStatement statement = statements.get(each.number() - 1);
      line(
          String.valueOf(each.number()),
          String.valueOf(statement.line()),
          source(each),
          each.isCharged() ? plain(each.outcome().charged().epsilon()) : "0",
          each.isCharged() ? plain(each.outcome().charged().delta()) : "0",
          each.refusal()
              .map(refusal -> SqlScript.moved(refusal.getMessage(), "", statement))
              .orElseGet(() -> errors(each)));
    }
    out.println();
    print("Total", written);
    printOrder(written, cheapest);
    printRefreshes(cheapest);
  }

  private void line(String... columns) {
    out.println(ShownValue.lines(LINE.formatted((Object[]) columns)).stripTrailing());
  }

  private static String source(StatementPlan each) {
    if (each.refusal().isPresent()) {
      return "refused";
    } else if (each.isCharged()) {
      return each.inSteps() ? "charged in steps, at most" : "charged";
    } else if (each.outcome().sameAs().isPresent()) {
      return "answered from " + each.outcome().sameAs().getAsInt();
    }
    return each.outcome().keptSince().map(since -> "kept since " + since).orElse("public");
  }

  private String errors(StatementPlan each) {
    return each.errors().stream()
        .map(
            column ->
                column.column()
                    + " ± "
                    + (column.error().isPresent()
                        ? SignificantDigits.text(column.error().getAsDouble())
                            + share(column.error().getAsDouble())
                        : "?"))
        .collect(Collectors.joining(", "));
  }

  /** From which value on an error is within a percentage. */
  private String share(double error) {
    return target
        .filter(ErrorTarget::relative)
        .map(
            relative ->
                " (%s of %s)"
                    .formatted(
                        relative, SignificantDigits.text(error / relative.error().doubleValue())))
        .orElse("");
  }

  private void print(String what, SessionPlan plan) {
    out.printf("%s: %s.", what, text(plan.composed()));
    if (!plan.composed().equals(plan.sum())) {
      out.printf(" Added up, that is %s.", text(plan.sum()));
    }
    out.println();
  }

  private void printOrder(SessionPlan written, SessionPlan cheapest) {
    if (cheapest.order().equals(written.order())) {
      out.println("Cheapest order: as written.");
    } else {
      out.printf(
          "Cheapest order: %s.%n",
          cheapest.order().stream().map(String::valueOf).collect(Collectors.joining(", ")));
      print("In that order", cheapest);
    }
  }

  private void printRefreshes(SessionPlan plan) {
    if (plan.sum().isFree()) {
      out.println("Nothing is charged.");
    } else if (plan.refreshes() == 0) {
      out.println("The budget does not allow that.");
    } else {
      out.printf(
          "The budget allows that %s%s.%n",
          plan.refreshes() == 1 ? "once" : plan.refreshes() + " times",
          plan.refreshes() == SessionPlan.MAX_REFRESHES ? " or more" : "");
    }
  }

  /** Prints what would save most. */
  void print(SessionPlan.Saving saving) {
    out.printf(
        "Largest saving: epsilon %s, with %s in %s %s.%n",
        SignificantDigits.text(saving.epsilon()),
        ShownValue.of(saving.change()).text(),
        saving.statements().size() == 1 ? "statement" : "place of statements",
        listed(saving.statements()));
  }

  private static String listed(List<Integer> numbers) {
    List<String> all = new ArrayList<>(numbers.stream().map(String::valueOf).toList());
    String last = all.remove(all.size() - 1);
    return all.isEmpty() ? last : String.join(", ", all) + " and " + last;
  }

  private static String text(Cost cost) {
    return cost.delta().signum() == 0
        ? "epsilon " + plain(cost.epsilon())
        : "epsilon " + plain(cost.epsilon()) + " and delta " + plain(cost.delta());
  }

  /** Rounded up: a cost is never shown smaller than it is. */
  static String plain(BigDecimal number) {
    BigDecimal shown = number.round(SHOWN).stripTrailingZeros();
    return shown.signum() == 0 || shown.precision() - shown.scale() > -SHOWN.getPrecision()
        ? shown.toPlainString()
        : shown.toString();
  }

  /** A duration for people: {@code 24 hours}. */
  static String time(Duration duration) {
    return duration.toHours() > 0 && duration.equals(Duration.ofHours(duration.toHours()))
        ? duration.toHours() + " hours"
        : duration.toSeconds() + " seconds";
  }
}
