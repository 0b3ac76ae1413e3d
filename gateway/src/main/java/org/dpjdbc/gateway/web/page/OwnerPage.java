package org.dpjdbc.gateway.web.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.web.ask.Balance;
import org.dpjdbc.gateway.web.html.Html;
import org.dpjdbc.gateway.web.html.Tag;
import org.dpjdbc.gateway.web.number.LocalNumbers;

/** Shows the owner sums: what each analyst has spent, and what was refused; never a query. */
public final class OwnerPage {
  private OwnerPage() {}

  /**
   * What it shows.
   *
   * @param balances of all analysts together, then of each
   * @param isCut whether there are more analysts
   * @param refusals how often, by code
   * @param clients sessions over PostgreSQL's protocol
   * @param browsers sessions of this page
   */
  public record Facts(
      List<Balance> balances,
      boolean isCut,
      Collection<User> users,
      Map<String, Long> refusals,
      int clients,
      int browsers) {}

  /** The page. */
  public static Tag of(Viewer viewer, Facts facts) {
    List<Html> parts = new ArrayList<>();
    parts.add(
        Tag.of(
            "p",
            "Sessions now: %d of clients, %d of browsers."
                .formatted(facts.clients(), facts.browsers())));
    parts.add(Tag.of("h2", "Ledger by analyst"));
    parts.add(BudgetPage.balances(facts.balances(), viewer.numbers()));
    if (facts.isCut()) {
      parts.add(Tag.of("p", "The list is incomplete: there are more analysts."));
    }
    parts.add(Tag.of("h2", "Users"));
    parts.add(users(facts.users()));
    parts.add(Tag.of("h2", "Most frequent refusals since the start"));
    parts.add(
        facts.refusals().isEmpty()
            ? Tag.of("p", "Nothing yet.")
            : refusals(facts.refusals(), viewer.numbers()));
    return Layout.page(viewer, "/owner", "Owner", parts.toArray(Html[]::new));
  }

  private static Tag users(Collection<User> users) {
    return PageParts.table(
        "Users",
        Stream.of("User", "Analyst", "Databases", "Owner").map(PageParts.Column::words).toList(),
        users.stream()
            .sorted(Comparator.comparing(User::name))
            .map(
                user ->
                    List.of(
                        PageParts.name(user.name()),
                        PageParts.cell(user.analyst()),
                        PageParts.cell(String.join(", ", new TreeSet<>(user.databases()))),
                        PageParts.cell(user.isOwner() ? "yes" : "no")))
            .toList());
  }

  private static Tag refusals(Map<String, Long> refusals, LocalNumbers numbers) {
    return PageParts.table(
        "Refusals",
        List.of(PageParts.Column.words("Code"), PageParts.Column.number("Times")),
        refusals.entrySet().stream()
            .sorted(
                Map.Entry.<String, Long>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(
                each ->
                    List.of(
                        PageParts.name(each.getKey()),
                        PageParts.cell(numbers.count(each.getValue()))))
            .toList());
  }
}
