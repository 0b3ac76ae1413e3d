package org.dpjdbc.gateway.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.wire.ServerError;

/**
 * The settings of a session that change the meaning of a statement. The shadow reports changes when
 * it is ready for the next query; within a series of messages it is queried.
 */
final class CurrentSettings {
  private static final String PATH = "search_path";
  private static final String BACKSLASHES = "standard_conforming_strings";
  private static final String DATES = "DateStyle";
  private static final String ZONE = "TimeZone";
  private static final List<String> NAMES = List.of(PATH, BACKSLASHES, DATES, ZONE);

  private final ShadowWire wire;
  private final Relay relay;
  private final Map<String, String> asked = new HashMap<>();
  private long seen = -1;

  CurrentSettings(ShadowWire wire, Relay relay) {
    this.wire = wire;
    this.relay = relay;
  }

  /** Determines what a name refers to. */
  String searchPath() throws IOException, ServerError {
    return get(PATH);
  }

  /** Whether a backslash is one in strings without an E before them. */
  boolean backslashes() throws IOException, ServerError {
    return get(BACKSLASHES).equals("on");
  }

  String dateStyle() throws IOException, ServerError {
    return get(DATES);
  }

  ZoneId zone() throws IOException, ServerError {
    try {
      return ZoneId.of(get(ZONE));
    } catch (DateTimeException e) {
      return ZoneOffset.UTC;
    }
  }

  /** What a statement that was prepared depends on: if it has changed, the statement may differ. */
  List<String> meaning() throws IOException, ServerError {
    return List.of(digest(get(PATH)), get(BACKSLASHES), get(DATES));
  }

  /** Each statement keeps it, which is counted by its text alone. */
  private static String digest(String path) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(path.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private String get(String name) throws IOException, ServerError {
    if (!relay.isAhead()) {
      return wire.parameter(name);
    }
    if (seen != relay.changes()) {
      for (String each : NAMES) {
        // By no query, which would take a snapshot: SET TRANSACTION may be next.
        asked.put(each, checked(Objects.requireNonNullElse(relay.ask("SHOW " + each).get(0), "")));
      }
      seen = relay.changes();
    }
    return asked.getOrDefault(name, "");
  }

  /** The session ends if it is still longer when the shadow tells it. */
  private static String checked(String value) throws ServerError {
    if (value.length() > ShadowWire.LONGEST_SETTING) {
      throw ServerError.of(
          "54000", "a setting may have up to " + ShadowWire.LONGEST_SETTING + " characters");
    }
    return value;
  }
}
