package org.dpjdbc.gateway.web;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.dpjdbc.gateway.answer.Connector;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.web.ask.PageUnavailableException;
import org.dpjdbc.gateway.web.ask.QueryService;
import org.dpjdbc.gateway.web.html.Tag;
import org.dpjdbc.gateway.web.number.LocalNumbers;
import org.dpjdbc.gateway.web.page.BudgetPage;
import org.dpjdbc.gateway.web.page.HistoryPage;
import org.dpjdbc.gateway.web.page.MessagePage;
import org.dpjdbc.gateway.web.page.PolicyPage;
import org.dpjdbc.gateway.web.page.Viewer;
import org.dpjdbc.gateway.web.session.ConcurrencyLimit;
import org.dpjdbc.gateway.web.session.RateLimit;
import org.dpjdbc.gateway.web.session.WebSession;
import org.dpjdbc.gateway.web.session.WebSessions;

/** Knows which page is where, and who may see it. Thread-safe. */
final class Site {
  private static final double AT_ONCE = 60;
  private static final double PER_SECOND = 2;
  private static final int TOGETHER = 4;
  private static final Pattern CHARGE = Pattern.compile("[0-9]{1,18}");

  private final WebParts parts;
  private final WebSessions sessions;
  private final WebLogins logins;
  private final WebConsole console;
  private final OwnerView owner;
  private final RateLimit rate;
  private final ConcurrencyLimit turns = new ConcurrencyLimit(TOGETHER);
  private final Map<String, Action> pages;
  private final Map<String, Action> forms;

  /**
   * What a page needs.
   *
   * @param service asks for the viewer
   * @param statementBytes how long a statement may be
   */
  record Visit(
      PageRequest request,
      WebSession session,
      Viewer viewer,
      QueryService service,
      int statementBytes) {

    /** The number of a charge, as a parameter of the address. */
    OptionalLong number(String name) {
      String text = request.parameter(name).orElse("");
      return CHARGE.matcher(text).matches()
          ? OptionalLong.of(Long.parseLong(text))
          : OptionalLong.empty();
    }
  }

  /** Answers requests of one page. */
  interface Action {
    WebReply answer(Visit visit) throws PageUnavailableException;
  }

  Site(WebParts parts) {
    this.parts = parts;
    this.sessions = new WebSessions(parts.random(), parts.nanos());
    this.logins = new WebLogins(parts, sessions);
    this.console = new WebConsole(parts.random());
    this.owner = new OwnerView(parts, sessions);
    this.rate = new RateLimit(AT_ONCE, PER_SECOND, parts.nanos());
    this.pages =
        Map.of(
            "/budget",
            visit ->
                shown(
                    BudgetPage.of(
                        visit.viewer(),
                        visit.service().balances(),
                        visit.service().history(QueryService.NEWEST, BudgetPage.MOST))),
            "/policy",
            visit -> shown(PolicyPage.of(visit.viewer(), visit.service().policy())),
            "/console",
            console::show,
            "/answer.csv",
            console::download,
            "/history",
            Site::history,
            "/owner",
            owner::show);
    this.forms = Map.of("/console", console::take);
  }

  private static WebReply history(Visit visit) throws PageUnavailableException {
    long before = visit.number("before").orElse(QueryService.NEWEST);
    return shown(HistoryPage.of(visit.viewer(), visit.service().history(before, HistoryPage.MOST)));
  }

  private static WebReply shown(Tag page) {
    return WebReply.page(WebReply.OK, page);
  }

  /** A page that only says something. */
  static WebReply message(int status, Optional<Viewer> viewer, String title, String text) {
    return WebReply.page(status, MessagePage.of(viewer, title, text));
  }

  static WebReply notFound(Optional<Viewer> viewer) {
    return message(WebReply.NOT_FOUND, viewer, "Not found", "There is no such page.");
  }

  /** Answers a request. What has been made counts as being worked on until the browser has it. */
  WebReply answer(PageRequest request) {
    Optional<WebSession> session =
        request.cookie(WebCookies.SESSION).flatMap(text -> sessions.find(text, parts::user));
    if (request.path().equals("/login")) {
      return request.isPost()
          ? logins.logIn(request)
          : session.isPresent() ? WebReply.redirect("/budget") : logins.form(request);
    }
    boolean isKnown =
        request.path().equals("/")
            || request.path().equals("/logout")
            || pages.containsKey(request.path());
    if (!isKnown) {
      return notFound(Optional.empty());
    }
    if (session.isEmpty()) {
      return WebReply.redirect("/login");
    }
    if (request.isPost() && !session.get().isToken(request.field("token"))) {
      return message(
          WebReply.FORBIDDEN,
          Optional.empty(),
          "Refused",
          "The form was not made for this session. Open the page again.");
    }
    return request.path().equals("/")
        ? WebReply.redirect("/budget")
        : request.path().equals("/logout") ? logOut(request) : page(request, session.get());
  }

  private WebReply logOut(PageRequest request) {
    return request.isPost() ? logins.logOut(request) : notAllowed(PageRequest.POST);
  }

  static WebReply notAllowed(String methods) {
    return message(
            WebReply.NOT_ALLOWED,
            Optional.empty(),
            "Refused",
            "This cannot be done with this page.")
        .with("Allow", methods);
  }

  private WebReply page(PageRequest request, WebSession session) {
    Action action = (request.isPost() ? forms : pages).get(request.path());
    if (action == null) {
      return notAllowed("GET, HEAD");
    }
    String name = session.user();
    if (!rate.allows(name) || !turns.enter(name)) {
      return message(
          WebReply.TOO_MANY,
          Optional.empty(),
          "Too many requests",
          "Wait for your other queries, and try again.");
    }
    boolean isReady = false;
    try {
      WebReply reply = page(request, session, action).atEnd(() -> turns.leave(name));
      isReady = true;
      return reply;
    } finally {
      if (!isReady) {
        turns.leave(name);
      }
    }
  }

  private WebReply page(PageRequest request, WebSession session, Action action) {
    User user = parts.user(session.user()).orElseThrow();
    TreeSet<String> databases = new TreeSet<>(user.databases());
    if (databases.isEmpty()) {
      return message(
          WebReply.FORBIDDEN, Optional.empty(), "No database", "You may query no database.");
    }
    String database =
        request
            .parameter("database")
            .orElseGet(
                () ->
                    databases.stream()
                        .filter(each -> parts.connectors().find(each, user).isPresent())
                        .findFirst()
                        .orElse(databases.first()));
    if (!databases.contains(database)) {
      return notFound(Optional.empty());
    }
    Viewer viewer =
        new Viewer(user, database, session.token(), LocalNumbers.of(request.language()));
    Optional<Connector> connector = parts.connectors().find(database, user);
    if (connector.isEmpty()) {
      return message(
          WebReply.UNAVAILABLE,
          Optional.of(viewer),
          "Not available",
          "The database is not available. Try again in a moment.");
    }
    QueryService service =
        new QueryService(
            connector.get(),
            parts.settings().get().limits().statementTime(),
            parts.talks().of(user, database, request.address()));
    try {
      return action.answer(
          new Visit(
              request, session, viewer, service, parts.settings().get().limits().statementBytes()));
    } catch (PageUnavailableException e) {
      return message(
          WebReply.UNAVAILABLE,
          Optional.of(viewer),
          "Not available",
          "The page cannot be shown: " + e.getMessage());
    }
  }
}
