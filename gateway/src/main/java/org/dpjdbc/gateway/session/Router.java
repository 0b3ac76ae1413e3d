package org.dpjdbc.gateway.session;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.gateway.answer.Analyst;
import org.dpjdbc.gateway.answer.PrivateStatement;
import org.dpjdbc.gateway.answer.ResultColumn;
import org.dpjdbc.gateway.resource.ResourceLease;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.shadow.Deadlines;
import org.dpjdbc.gateway.shadow.ParseResult;
import org.dpjdbc.gateway.shadow.TableReferenceResolver;
import org.dpjdbc.gateway.text.Command;
import org.dpjdbc.gateway.text.Commands;
import org.dpjdbc.gateway.wire.ServerError;

/**
 * Decides who answers a statement. What touches a table of the policy goes to the driver and never
 * to the shadow, whose empty table would be a wrong answer; the shadow's own parser determines
 * whether it does. What the shadow cannot parse may be the driver's own syntax. What is neither is
 * an error.
 */
final class Router {
  private static final Route RELAYED = new Route.Relayed();

  /** Characters of a script from which on it is read in turn. */
  private static final int LONG = 1_000;

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final TableReferenceResolver resolver;
  private final UserResources.Share share;
  private final CurrentSettings settings;
  private final Analyst analyst;
  private final Cursors cursors;
  private final Deadlines deadlines;
  private final DriverSettings own;

  Router(
      TableReferenceResolver resolver,
      UserResources.Share share,
      Deadlines deadlines,
      CurrentSettings settings,
      Analyst analyst,
      Cursors cursors,
      DriverSettings own) {
    this.deadlines = deadlines;
    this.own = own;
    this.resolver = resolver;
    this.share = share;
    this.settings = settings;
    this.analyst = analyst;
    this.cursors = cursors;
  }

  boolean backslashes() throws IOException, ServerError {
    return settings.backslashes();
  }

  /** The statements of a script. Long ones are read in turn: they take the time of others. */
  List<Command> commands(String text) throws IOException, ServerError {
    boolean backslashes = backslashes();
    if (text.length() < LONG) {
      return Commands.of(text, backslashes);
    }
    try (ResourceLease turn = share.parse(PATIENCE)) {
      return Commands.of(text, backslashes);
    }
  }

  /** What determines who answers a statement, in addition to its SQL. */
  List<String> meaning() throws IOException, ServerError {
    return settings.meaning();
  }

  /** Whether a statement has parameters; a simple query has none. */
  boolean hasParameters(String text) throws IOException, ServerError {
    return parse(text, List.of()) instanceof ParseResult.Parsed parsed
        && !parsed.parameters().isEmpty();
  }

  /**
   * Decides.
   *
   * @param types of its parameters as the client declares them
   * @throws ServerError if neither answers it
   * @throws IOException if the shadow does not answer
   */
  Route route(Command command, List<Integer> types) throws IOException, ServerError {
    if (command instanceof Command.Query) {
      return query(command.text(), types);
    }
    if (command instanceof Command.Declare declare) {
      return declare(declare, types);
    }
    if (command instanceof Command.CopyOut copy) {
      Optional<PrivateStatement> own = ofDriver(copy.query(), types);
      if (own.isPresent()) {
        return new Route.Copied(own.get(), copy.format());
      }
      one(copy.text());
      return RELAYED;
    }
    if (command instanceof Command.Fetch fetch && cursors.has(fetch.cursor())) {
      if (fetch.count().isEmpty()) {
        throw ServerError.of("55000", "cursor can only scan forward")
            .with('H', "Answers of the driver are read once, from the first row to the last.");
      }
      return new Route.Fetched(
          cursors.find(fetch.cursor()).orElseThrow(), fetch.count().getAsLong(), fetch.isMove());
    }
    if (command instanceof Command.SetOwn set) {
      own.check(set.property(), set.value());
    }
    if (command instanceof Command.ShowOwn show) {
      own.check(show.property());
      own.apply();
      return new Route.Private(
          analyst.prepare("SHOW " + show.property(), List.of(), List.of(), backslashes()));
    }
    if (command instanceof Command.Close close && close.cursor().filter(cursors::has).isPresent()) {
      return new Route.Closed(close.cursor().get());
    }
    if (command instanceof Command.Prepare prepare) {
      prepare(prepare);
    }
    if (command instanceof Command.OtherCopy) {
      throw ServerError.of("0A000", "COPY is supported as COPY (query) TO STDOUT only");
    }
    if (command instanceof Command.Other) {
      return new Route.Private(
          analyst.prepare(command.text(), List.of(), List.of(), backslashes()));
    }
    if (command instanceof Command.OfSession && isOfUnknownSetting(command.text())) {
      return RELAYED; // the session may know it
    }
    one(command.text());
    return RELAYED;
  }

  private boolean isOfUnknownSetting(String text) throws IOException, ServerError {
    return parse(text, List.of()) instanceof ParseResult.Refused refused
        && refused.error().state().equals("42704");
  }

  private Route query(String text, List<Integer> types) throws IOException, ServerError {
    Optional<PrivateStatement> own = ofDriver(text, types);
    return own.isPresent() ? new Route.Private(own.get()) : RELAYED;
  }

  private Route declare(Command.Declare declare, List<Integer> types)
      throws IOException, ServerError {
    Optional<PrivateStatement> own = ofDriver(declare.query(), types);
    if (own.isPresent()) {
      return new Route.Declared(declare.cursor(), declare.hold(), declare.binary(), own.get());
    }
    if (touches(declare.text())) {
      throw ServerError.of("0A000", "this form of DECLARE is not supported");
    }
    if (cursors.has(declare.cursor())) {
      throw PrivateAnswers.exists(declare.cursor());
    }
    return RELAYED;
  }

  private void prepare(Command.Prepare prepare) throws IOException, ServerError {
    if (touches(prepare.query())) {
      throw ServerError.of(
              "0A000", "PREPARE is not supported for queries over tables of the policy")
          .with('H', "Use a prepared statement of the protocol, as drivers do.");
    }
  }

  /** Whatever is sent to the shadow is one statement: the shadow itself says so. */
  private void one(String text) throws IOException, ServerError {
    if (touches(text)) {
      throw ServerError.of("0A000", "this statement is not supported for tables of the policy");
    }
  }

  /** The driver finds a table by its name as a new session does, whatever the search path is. */
  private void sameTables(String text, List<Integer> types, ParseResult.Parsed parsed)
      throws IOException, ServerError {
    String path = resolver.searchPath();
    if (path.equals(settings.searchPath())) {
      return;
    }
    ParseResult usual =
        resolver.parse(
            new TableReferenceResolver.Request(text, types, path, backslashes()), share, deadlines);
    if (usual instanceof ParseResult.Refused refused && !usual.dependsOnStatement()) {
      throw refused.error();
    }
    if (!(usual instanceof ParseResult.Parsed same) || !same.tables().equals(parsed.tables())) {
      throw ServerError.of("0A000", "a search path cannot be used to find tables here")
          .with('H', "Write the names of their schemas: schema.table.");
    }
  }

  /** The driver reads a backslash as one, and dates are written in one way, always. */
  private void standard() throws IOException, ServerError {
    if (!backslashes()) {
      throw ServerError.of("0A000", "queries need standard_conforming_strings to be on");
    }
    if (!settings.dateStyle().startsWith("ISO")) {
      throw ServerError.of("0A000", "queries need DateStyle to be ISO")
          .with('H', "SET DateStyle = ISO");
    }
  }

  private boolean touches(String text) throws IOException, ServerError {
    ParseResult parse = parse(text, List.of());
    if (parse instanceof ParseResult.Refused refused) {
      throw refused.error();
    }
    return ((ParseResult.Parsed) parse).touchesTables();
  }

  private ParseResult parse(String text, List<Integer> types) throws IOException, ServerError {
    return resolver.parse(
        new TableReferenceResolver.Request(text, types, settings.searchPath(), backslashes()),
        share,
        deadlines);
  }

  /** The statement if the driver is to answer it. */
  private Optional<PrivateStatement> ofDriver(String text, List<Integer> types)
      throws IOException, ServerError {
    ParseResult parse = parse(text, types);
    if (parse instanceof ParseResult.Parsed parsed) {
      if (parsed.touchesTables()) {
        standard();
        sameTables(text, types, parsed);
        own.apply();
      }
      return parsed.touchesTables()
          ? Optional.of(
              analyst.prepare(
                  text, parsed.parameters(), ResultColumn.of(parsed.described()), backslashes()))
          : Optional.empty();
    }
    ServerError refused = ((ParseResult.Refused) parse).error();
    if (!parse.dependsOnStatement()) {
      throw refused;
    }
    standard();
    own.apply();
    if (!resolver.searchPath().equals(settings.searchPath())) {
      throw refused; // it is not known which tables the statement means
    }
    return Optional.of(analyst.prepareInstead(text, refused, backslashes()));
  }
}
