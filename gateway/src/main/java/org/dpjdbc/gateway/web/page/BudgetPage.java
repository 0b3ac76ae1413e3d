package org.dpjdbc.gateway.web.page;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dpjdbc.gateway.web.ask.Balance;
import org.dpjdbc.gateway.web.ask.ChargedQuery;
import org.dpjdbc.gateway.web.chart.SpendingChart;
import org.dpjdbc.gateway.web.html.Html;
import org.dpjdbc.gateway.web.html.Tag;
import org.dpjdbc.gateway.web.number.LocalNumbers;

/** Shows what is left, and when the rest was spent. */
public final class BudgetPage {
  /** Charges that the chart is about. */
  public static final int MOST = 1_000;

  private BudgetPage() {}

  /**
   * The page.
   *
   * @param past the newest first, up to {@link #MOST}
   */
  public static Tag of(Viewer viewer, List<Balance> balances, List<ChargedQuery> past) {
    List<Html> parts = new ArrayList<>();
    for (Balance each : balances) {
      if (!each.analyst().equals(Balance.ALL)) {
        parts.add(
            Tag.of("p", "Epsilon ")
                .add(Tag.of("strong", viewer.numbers().plain(each.left())))
                .add(" is left, and " + viewer.numbers().plain(each.spent()) + " is spent.")
                .with("class", "left"));
        parts.add(SpendingChart.left(each.spent(), each.left()));
        each.renewsAt().ifPresent(at -> parts.add(Tag.of("p", "It renews at " + at + " UTC.")));
      }
    }
    parts.add(balances(balances, viewer.numbers()));
    parts.add(Tag.of("h2", "Charges over time"));
    if (past.isEmpty()) {
      parts.add(Tag.of("p", "Nothing has been charged yet."));
    } else {
      if (past.size() == MOST) {
        parts.add(Tag.of("p", "The last %s charges.".formatted(viewer.numbers().count(MOST))));
      }
      Map<String, BigDecimal> sums = SpendingChart.sums(past);
      parts.add(
          Tag.of("figure", Tag.of("figcaption", "Epsilon charged (UTC)"))
              .add(SpendingChart.of(sums, viewer.numbers())));
      parts.add(
          Tag.of(
              "details",
              Tag.of("summary", "The chart as a table"),
              charges(sums, viewer.numbers())));
      parts.add(Tag.of("p", PageParts.link(viewer.link("/history"), "Each query with its charge")));
    }
    return Layout.page(viewer, "/budget", "Budget", parts.toArray(Html[]::new));
  }

  /** A table of budgets. */
  static Tag balances(List<Balance> balances, LocalNumbers numbers) {
    return PageParts.table(
        "Budgets",
        List.of(
            PageParts.Column.words("Analyst"),
            PageParts.Column.number("Epsilon spent"),
            PageParts.Column.number("Epsilon left"),
            PageParts.Column.number("Delta spent"),
            PageParts.Column.number("Delta left")),
        balances.stream()
            .map(
                each ->
                    List.of(
                        PageParts.name(
                            each.analyst().equals(Balance.ALL) ? "all analysts" : each.analyst()),
                        PageParts.cell(numbers.plain(each.spent())),
                        PageParts.cell(numbers.plain(each.left())),
                        PageParts.cell(numbers.small(each.spentDelta())),
                        PageParts.cell(numbers.small(each.leftDelta()))))
            .toList());
  }

  private static Tag charges(Map<String, BigDecimal> sums, LocalNumbers numbers) {
    return PageParts.table(
        "Epsilon charged",
        List.of(PageParts.Column.words("From (UTC)"), PageParts.Column.number("Epsilon")),
        sums.entrySet().stream()
            .map(
                each ->
                    List.of(
                        PageParts.name(each.getKey()),
                        PageParts.cell(numbers.plain(each.getValue()))))
            .toList());
  }
}
