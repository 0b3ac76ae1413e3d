package org.dpjdbc.gateway.session;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.dpjdbc.gateway.answer.Analyst;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.wire.Reply;
import org.dpjdbc.gateway.wire.ServerError;
import org.jspecify.annotations.Nullable;

/**
 * The driver's properties that an analyst may change in a session: {@code SET dp.epsilon = 0.1}.
 * The shadow keeps them as settings of the session, so that SHOW, RESET, SET LOCAL and the end of a
 * transaction mean what they mean there; the driver's own limits on them hold.
 */
final class OwnSettings {
  /** What their names begin with. */
  static final String PREFIX = "dp.";

  private static final List<String> NAMES = List.of("dp.epsilon", "dp.delta", "dp.error_columns");

  private static final String CURRENT =
      NAMES.stream()
          .map("pg_catalog.current_setting('%s', true)"::formatted)
          .collect(Collectors.joining(", ", "SELECT ", ""));

  private final Relay relay;
  private final ShadowWire wire;
  private final Analyst analyst;
  private boolean changed;

  /**
   * @param changed whether one of them has been set already
   */
  OwnSettings(Relay relay, ShadowWire wire, Analyst analyst, boolean changed) {
    this.changed = changed;
    this.relay = relay;
    this.wire = wire;
    this.analyst = analyst;
  }

  /** Whether a property is one of them. */
  void check(String property) throws ServerError {
    if (!NAMES.contains(property)) {
      throw ServerError.of("42704", "unrecognized configuration parameter \"" + property + "\"")
          .with('H', "A session can set " + String.join(", ", NAMES) + ".");
    }
  }

  /** Notes a statement that may set one of them, in whatever way. */
  void note(String text) {
    changed |= text.toLowerCase(Locale.ROOT).contains(PREFIX);
  }

  /** Has the driver use what is set now. */
  void apply() throws IOException, ServerError {
    if (!changed || wire.transaction() == Reply.Transaction.FAILED) {
      return;
    }
    List<@Nullable String> values = relay.ask(CURRENT);
    Map<String, String> set = new LinkedHashMap<>();
    for (int i = 0; i < NAMES.size(); i++) {
      String value = values.get(i);
      if (value != null && !value.isEmpty()) {
        set.put(NAMES.get(i), value);
      }
    }
    analyst.use(set);
  }
}
