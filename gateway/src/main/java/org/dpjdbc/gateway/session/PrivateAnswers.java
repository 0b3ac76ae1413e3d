package org.dpjdbc.gateway.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.gateway.answer.Analyst;
import org.dpjdbc.gateway.answer.CopyRows;
import org.dpjdbc.gateway.answer.PrivateRows;
import org.dpjdbc.gateway.answer.PrivateStatement;
import org.dpjdbc.gateway.text.CopyFormat;
import org.dpjdbc.gateway.value.ParameterValues;
import org.dpjdbc.gateway.value.Values;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Reply;
import org.dpjdbc.gateway.wire.Request;
import org.dpjdbc.gateway.wire.ServerError;
import org.jspecify.annotations.Nullable;

/** Runs statements at the driver, and sends its rows. */
final class PrivateAnswers {
  private final Analyst analyst;
  private final SessionOutput out;
  private final Cursors cursors;
  private final ShadowObjects objects;
  private final CurrentSettings settings;
  private final Relay relay;
  private final DriverSettings own;

  PrivateAnswers(
      Analyst analyst,
      SessionOutput out,
      Cursors cursors,
      ShadowObjects objects,
      CurrentSettings settings,
      Relay relay,
      DriverSettings own) {
    this.relay = relay;
    this.own = own;
    this.analyst = analyst;
    this.out = out;
    this.cursors = cursors;
    this.objects = objects;
    this.settings = settings;
  }

  /** The message that describes a portal's columns, if it has any. */
  Optional<Frame> columns(Portal portal) {
    return portal
        .columns()
        .map(
            columns -> {
              List<Reply.Column> described = new ArrayList<>();
              for (int i = 0; i < columns.size(); i++) {
                described.add(columns.get(i).described(portal.isBinary(i)));
              }
              return Reply.columns(described);
            });
  }

  /** The same of a cursor, which is a portal, too. */
  Optional<Frame> columnsOfCursor(String name) {
    return cursors.find(name).flatMap(cursor -> columns(cursor.portal()));
  }

  static List<Integer> parameters(Route route) {
    if (route instanceof Route.Private own) {
      return own.statement().parameters();
    }
    if (route instanceof Route.Declared declared) {
      return declared.statement().parameters();
    }
    return route instanceof Route.Copied copied ? copied.statement().parameters() : List.of();
  }

  /**
   * Reads the parameters of a Bind.
   *
   * @param types PostgreSQL's numbers
   */
  List<@Nullable Object> read(Request.Bind bind, List<Integer> types)
      throws IOException, ServerError {
    List<byte @Nullable []> given = bind.parameters();
    if (given.size() != types.size()) {
      throw ServerError.of(
          "08P01",
          "bind message supplies %d parameters, but prepared statement \"%s\" requires %d"
              .formatted(given.size(), bind.statement(), types.size()));
    }
    ParameterValues reader = new ParameterValues(settings.zone());
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      List<Integer> formats = bind.formats();
      int format = formats.isEmpty() ? 0 : formats.size() == 1 ? formats.get(0) : formats.get(i);
      Portal.checkFormat(format);
      byte[] bytes = given.get(i);
      values.add(
          bytes == null ? null : reader.compared(reader.read(bytes, types.get(i), format == 1)));
    }
    return Collections.unmodifiableList(values);
  }

  /**
   * Sends rows, and how many they were.
   *
   * @param most rows to send now; 0 for all
   */
  void execute(Portal portal, int most) throws IOException, ServerError {
    for (int format : portal.formats) {
      Portal.checkFormat(format);
    }
    if (portal.done) {
      out.write(Reply.complete(portal.route instanceof Route.Fetched ? "FETCH 0" : "SELECT 0"));
    } else if (portal.route instanceof Route.Private own) {
      select(portal, own.statement(), most);
    } else if (portal.route instanceof Route.Fetched fetched) {
      fetch(portal, fetched);
    } else if (portal.route instanceof Route.Copied copied) {
      copy(portal, copied.statement(), copied.format());
    } else if (portal.route instanceof Route.Declared declared) {
      declare(portal, declared);
    } else if (portal.route instanceof Route.Closed closed) {
      close(closed.cursor());
    }
  }

  private PrivateRows run(PrivateStatement statement, List<@Nullable Object> parameters)
      throws IOException, ServerError {
    own.apply();
    PrivateRows rows = analyst.run(statement, parameters);
    boolean notified = false;
    try {
      tell(rows);
      notified = true;
    } finally {
      if (!notified) {
        rows.close();
      }
    }
    return rows;
  }

  private void tell(PrivateRows rows) throws IOException, ServerError {
    for (String warning : analyst.warnings(rows)) {
      out.write(notice("WARNING", "01000", warning));
    }
    Optional<String> budget = analyst.budget();
    if (budget.isPresent()) {
      out.write(notice("NOTICE", "00000", budget.get()));
    }
  }

  private static Frame notice(String severity, String state, String message) {
    Map<Character, String> fields = new LinkedHashMap<>();
    fields.put('S', severity);
    fields.put('V', severity);
    fields.put('C', state);
    fields.put('M', message);
    return Reply.notice(fields);
  }

  /** How values are written; asked before anything is charged, since the shadow may fail. */
  private Values values() throws IOException, ServerError {
    return new Values(settings.zone());
  }

  private void select(Portal portal, PrivateStatement statement, int most)
      throws IOException, ServerError {
    Values values = values();
    PrivateRows rows = rows(portal, statement);
    long sent = send(rows, portal, values, most == 0 ? Long.MAX_VALUE : most);
    if (most != 0 && sent == most) {
      out.write(Reply.suspended());
    } else {
      portal.done = true;
      rows.close();
      out.write(Reply.complete("SELECT " + sent));
    }
  }

  /** The rows of a portal, which is run if it has not been. */
  private PrivateRows rows(Portal portal, PrivateStatement statement)
      throws IOException, ServerError {
    portal.checkOpen();
    PrivateRows rows = portal.rows;
    if (rows == null) {
      rows = run(statement, portal.parameters);
      portal.rows = rows;
    }
    return rows;
  }

  private long send(PrivateRows rows, Portal portal, Values values, long most)
      throws IOException, ServerError {
    long sent = 0;
    while (sent < most) {
      List<@Nullable Object> row = rows.next();
      if (row == null) {
        break;
      }
      List<byte @Nullable []> written = new ArrayList<>(row.size());
      for (int i = 0; i < row.size(); i++) {
        Object value = row.get(i);
        written.add(
            value == null
                ? null
                : values.format(value, rows.columns().get(i).type(), portal.isBinary(i)));
      }
      out.write(Reply.row(Collections.unmodifiableList(written)));
      sent++;
    }
    return sent;
  }

  private void fetch(Portal portal, Route.Fetched fetched) throws IOException, ServerError {
    Portal source = fetched.cursor().portal();
    if (!(source.route instanceof Route.Private own)) {
      throw ServerError.of("55000", "this portal does not support fetching");
    }
    Values values = values();
    PrivateRows rows = rows(source, own.statement());
    long sent = 0;
    if (fetched.isMove()) {
      while (sent < fetched.count() && rows.next() != null) {
        sent++;
      }
    } else {
      sent = send(rows, portal, values, fetched.count());
    }
    portal.done = true;
    out.write(Reply.complete((fetched.isMove() ? "MOVE " : "FETCH ") + sent));
  }

  private void declare(Portal portal, Route.Declared declared) throws IOException, ServerError {
    if (cursors.has(declared.cursor())) {
      throw exists(declared.cursor());
    }
    if (cursors.isFull()) {
      throw ServerError.of("54000", "too many cursors in one session")
          .with('H', "Close those that are not needed.");
    }
    // The shadow says whether there may be a cursor of this name here, before anything is charged.
    String name = quoted(declared.cursor());
    String how = " CURSOR " + (declared.hold() ? "WITH HOLD " : "") + "FOR SELECT";
    relay.ask("DECLARE " + name + how);
    relay.ask("CLOSE " + name);
    String twin = cursors.newTwin();
    Route route = new Route.Private(declared.statement());
    Portal rows = new Portal(route, portal.parameters, List.of(), portal.bytes, objects.twin());
    boolean done = false;
    try {
      relay.ask("DECLARE " + quoted(twin) + how);
      rows(rows, declared.statement());
      done = true;
    } finally {
      if (!done) {
        rows.close();
      }
    }
    cursors.declare(declared.cursor(), new Cursor(rows, declared.hold(), declared.binary(), twin));
    portal.done = true;
    out.write(Reply.complete("DECLARE CURSOR"));
  }

  private void close(String name) throws IOException, ServerError {
    String twin = cursors.find(name).map(Cursor::twin).orElse("");
    cursors.close(name);
    if (!twin.isEmpty()) {
      relay.ask("CLOSE " + quoted(twin));
    }
    out.write(Reply.complete("CLOSE CURSOR"));
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  boolean hasCursor(String name) {
    return cursors.has(name);
  }

  static ServerError exists(String cursor) {
    return ServerError.of("42P03", "cursor \"" + cursor + "\" already exists");
  }

  private void copy(Portal portal, PrivateStatement statement, CopyFormat format)
      throws IOException, ServerError {
    Values values = values();
    try (PrivateRows rows = run(statement, portal.parameters)) {
      CopyRows copy = new CopyRows(format, rows.columns(), values);
      out.write(Reply.copyOut(copy.isBinary(), rows.columns().size()));
      data(copy.head());
      long sent = 0;
      for (List<@Nullable Object> row = rows.next(); row != null; row = rows.next()) {
        data(copy.row(row));
        sent++;
      }
      data(copy.foot());
      out.write(Reply.copyDone());
      portal.done = true;
      out.write(Reply.complete("COPY " + sent));
    }
  }

  private void data(byte[] bytes) throws IOException {
    if (bytes.length > 0) {
      out.write(Reply.copyData(bytes));
    }
  }
}
