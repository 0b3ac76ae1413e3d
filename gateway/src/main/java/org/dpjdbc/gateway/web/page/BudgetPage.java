package org.dpjdbc.gateway.web.page;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dpjdbc.gateway.web.ask.Balance;
import org.dpjdbc.gateway.web.ask.PastQuestion;
import org.dpjdbc.gateway.web.chart.SpendingChart;
import org.dpjdbc.gateway.web.html.Html;
import org.dpjdbc.gateway.web.html.Tag;

/** Shows what is left, and when the rest was spent. */
public final class BudgetPage {
  private BudgetPage() {}

  /** The page. */
  public static Tag of(Viewer viewer, List<Balance> balances, List<PastQuestion> past) {
    List<Html> parts = new ArrayList<>();
    for (Balance each : balances) {
      if (!each.analyst().equals("*")) {
        parts.add(
            Tag.of("p", "Epsilon ")
                .add(Tag.of("strong", Parts.plain(each.left())))
                .add(" is left, and " + Parts.plain(each.spent()) + " is spent.")
                .with("class", "left"));
        parts.add(SpendingChart.left(each.spent(), each.left()));
        each.renewsAt().ifPresent(at -> parts.add(Tag.of("p", "It renews at " + at + " UTC.")));
      }
    }
    parts.add(balances(balances));
    parts.add(Tag.of("h2", "Charges over time"));
    if (past.isEmpty()) {
      parts.add(Tag.of("p", "Nothing has been charged yet."));
    } else {
      Map<String, BigDecimal> sums = SpendingChart.sums(past);
      parts.add(
          Tag.of("figure", Tag.of("figcaption", "Epsilon charged (UTC)"), SpendingChart.of(sums)));
      parts.add(Tag.of("details", Tag.of("summary", "The chart as a table"), charges(sums)));
      parts.add(Tag.of("p", Parts.link(viewer.link("/history"), "Each question with its charge")));
    }
    return Layout.page(viewer, "/budget", "Budget", parts.toArray(Html[]::new));
  }

  /** A table of budgets. */
  static Tag balances(List<Balance> balances) {
    List<Tag> rows =
        balances.stream()
            .map(
                each ->
                    Tag.of(
                        "tr",
                        Parts.name(each.analyst().equals("*") ? "all analysts" : each.analyst()),
                        Parts.number(Parts.plain(each.spent())),
                        Parts.number(Parts.plain(each.left())),
                        Parts.number(Parts.small(each.spentDelta())),
                        Parts.number(Parts.small(each.leftDelta()))))
            .toList();
    return Parts.table(
        "Budgets",
        List.of("Analyst", "Epsilon spent", "Epsilon left", "Delta spent", "Delta left"),
        rows);
  }

  private static Tag charges(Map<String, BigDecimal> sums) {
    List<Tag> rows =
        sums.entrySet().stream()
            .map(
                each ->
                    Tag.of(
                        "tr",
                        Parts.name(each.getKey()),
                        Parts.number(Parts.plain(each.getValue()))))
            .toList();
    return Parts.table("Epsilon charged", List.of("From (UTC)", "Epsilon"), rows);
  }
}
