package org.dpjdbc.gateway.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.dpjdbc.gateway.answer.Connector;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.web.ask.Balance;
import org.dpjdbc.gateway.web.ask.PageUnavailableException;
import org.dpjdbc.gateway.web.ask.QueryService;
import org.dpjdbc.gateway.web.page.OwnerPage;
import org.dpjdbc.gateway.web.session.WebSessions;

/** Collects what the owner sees. */
final class OwnerView {
  private static final int MOST = 50;

  private final WebParts parts;
  private final WebSessions sessions;

  OwnerView(WebParts parts, WebSessions sessions) {
    this.parts = parts;
    this.sessions = sessions;
  }

  /** The page; for others than owners there is none. */
  WebReply show(Site.Visit visit) throws PageUnavailableException {
    if (!visit.viewer().user().isOwner()) {
      return Site.notFound(Optional.of(visit.viewer()));
    }
    Settings settings = parts.settings().get();
    String database = visit.viewer().database();
    Map<String, User> analysts = new TreeMap<>();
    settings.users().values().stream()
        .filter(user -> user.databases().contains(database))
        .forEach(user -> analysts.putIfAbsent(user.analyst(), user));
    List<Balance> balances = new ArrayList<>();
    visit.service().balances().stream()
        .filter(balance -> balance.analyst().equals(Balance.ALL))
        .forEach(balances::add);
    long end = parts.nanos().getAsLong() + settings.limits().statementTime().toNanos();
    int shown = 0;
    for (User each : analysts.values()) {
      if (shown >= MOST || parts.nanos().getAsLong() - end > 0) {
        break;
      }
      balances.addAll(own(each, database, settings));
      shown++;
    }
    return WebReply.page(
        WebReply.OK,
        OwnerPage.of(
            visit.viewer(),
            new OwnerPage.Facts(
                balances,
                shown < analysts.size(),
                settings.users().values().stream()
                    .filter(user -> user.databases().contains(database))
                    .toList(),
                parts.refusals().all(),
                parts.clients().getAsInt(),
                sessions.size())));
  }

  /** An analyst's own line of the budget, which is a sum. */
  private List<Balance> own(User user, String database, Settings settings)
      throws PageUnavailableException {
    Optional<Connector> connector = parts.connectors().find(database, user);
    return connector.isEmpty()
        ? List.of()
        : new QueryService(
                connector.get(),
                settings.limits().statementTime(),
                parts.talks().of(user, database, ""))
            .balances().stream().filter(balance -> !balance.analyst().equals(Balance.ALL)).toList();
  }
}
