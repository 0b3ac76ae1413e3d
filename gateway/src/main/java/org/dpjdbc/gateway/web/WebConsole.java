package org.dpjdbc.gateway.web;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.OptionalLong;
import org.dpjdbc.gateway.web.ask.ChargedQuery;
import org.dpjdbc.gateway.web.ask.Csv;
import org.dpjdbc.gateway.web.ask.PageUnavailableException;
import org.dpjdbc.gateway.web.ask.WebOutcome;
import org.dpjdbc.gateway.web.page.ConsolePage;
import org.dpjdbc.gateway.web.page.Viewer;
import org.dpjdbc.gateway.web.session.RandomTokens;

/**
 * Explains and runs what a user writes. A form that is sent twice, by a second click or by loading
 * the page again, asks once: its answer is kept in the session, and shown from there.
 */
final class WebConsole {
  private static final int LONGEST_QUERY = 100_000;
  private static final int LONGEST_FORM = 100;

  private final SecureRandom random;

  WebConsole(SecureRandom random) {
    this.random = random;
  }

  /** The console, with an answer, with a query of before, or empty. */
  WebReply show(Site.Visit visit) throws PageUnavailableException {
    Optional<String> answer = visit.request().parameter("answer");
    if (answer.isEmpty()) {
      return page(visit, past(visit), Optional.empty(), Optional.empty());
    }
    Optional<WebOutcome> outcome = visit.session().outcome(answer.get(), visit.viewer().database());
    if (outcome.isPresent()) {
      Optional<String> download =
          outcome
              .filter(WebOutcome.Rows.class::isInstance)
              .map(
                  unused ->
                      visit.viewer().link("/answer.csv")
                          + "&answer="
                          + Viewer.encoded(answer.get()));
      return page(visit, outcome.get().query(), outcome, download);
    }
    return visit.session().isRunning(answer.get())
        ? Site.message(
            WebReply.CONFLICT,
            Optional.of(visit.viewer()),
            "Running",
            "The query is running. Reload the page to see whether it has ended.")
        : Site.message(
            WebReply.NOT_FOUND,
            Optional.of(visit.viewer()),
            "Not kept",
            "This answer is no longer available. Run the query again from the history.");
  }

  private static String past(Site.Visit visit) throws PageUnavailableException {
    OptionalLong number = visit.number("number");
    if (number.isEmpty()) {
      return "";
    }
    return visit.service().history(number.getAsLong() + 1, 1).stream()
        .filter(past -> past.number() == number.getAsLong())
        .map(ChargedQuery::query)
        .findFirst()
        .orElse("");
  }

  private WebReply page(
      Site.Visit visit, String query, Optional<WebOutcome> outcome, Optional<String> download)
      throws PageUnavailableException {
    return WebReply.page(
        WebReply.OK,
        ConsolePage.of(
            visit.viewer(),
            new ConsolePage.Contents(
                RandomTokens.next(random), visit.service().policy(), query, outcome, download)));
  }

  /** Takes the form. */
  WebReply take(Site.Visit visit) throws PageUnavailableException {
    String query = visit.request().field("query").replace("\r\n", "\n");
    String form = visit.request().field("form");
    if (query.length() > LONGEST_QUERY
        || query.getBytes(StandardCharsets.UTF_8).length >= visit.statementBytes()
        || form.length() > LONGEST_FORM) {
      return Site.message(
          WebReply.TOO_LARGE, Optional.of(visit.viewer()), "Too long", "The query is too long.");
    }
    if (!visit.request().field("do").equals("run")) {
      WebOutcome outcome = visit.service().explain(query);
      return page(visit, query, Optional.of(outcome), Optional.empty());
    }
    String database = visit.viewer().database();
    String id = RandomTokens.digest(form + "\n" + database + "\n" + query);
    if (visit.session().begin(id, database)) {
      run(visit, id, query);
    }
    return WebReply.redirect(visit.viewer().link("/console") + "&answer=" + id + "#answer");
  }

  private void run(Site.Visit visit, String id, String query) throws PageUnavailableException {
    boolean hasEnded = false;
    try {
      WebOutcome outcome = visit.service().run(query);
      visit.session().end(id, visit.viewer().database(), outcome);
      hasEnded = true;
    } finally {
      if (!hasEnded) {
        visit.session().forget(id);
      }
    }
  }

  /** An answer as a file. */
  WebReply download(Site.Visit visit) {
    String answer = visit.request().parameter("answer").orElse("");
    return visit
        .session()
        .outcome(answer, visit.viewer().database())
        .filter(WebOutcome.Rows.class::isInstance)
        .map(
            outcome ->
                WebReply.of(
                        WebReply.OK,
                        "text/csv; charset=utf-8",
                        Csv.of(((WebOutcome.Rows) outcome).grid()))
                    .with("Cache-Control", "no-store")
                    .with("Content-Disposition", "attachment; filename=\"answer.csv\""))
        .orElseGet(() -> Site.notFound(Optional.of(visit.viewer())));
  }
}
