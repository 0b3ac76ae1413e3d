package org.dpjdbc.gateway.operate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file with a line for each event, in JSON: who asked what, the verdict, and how long it took.
 * Neither values of answers nor those of parameters are in it, and no password. It is for the owner
 * alone; what was charged is in the ledger. A file that is large or old is renamed, and another one
 * begun; none is removed, for an analyst could have it overflow. Thread-safe.
 */
public final class AuditLog implements AutoCloseable {
  /** In bytes as JSON has them, of each field; most statements are shorter. */
  static final int LONGEST = 10_000;

  /** In bytes. */
  static final long LARGEST = 64L << 20;

  static final Duration OLDEST = Duration.ofDays(30);

  private static final Logger LOGGER = LoggerFactory.getLogger(AuditLog.class);
  private static final JsonFactory JSON = new JsonFactory();
  private static final String HEAD = "{\"time\":\"";

  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Path file;
  private final Clock clock;
  private final Map<String, Rate> rates = new HashMap<>();
  private OutputStream out;
  private long size;
  private Instant begun;
  private boolean failed;

  private AuditLog(Path file, Clock clock) throws IOException {
    this.file = file;
    this.clock = clock;
    this.out = append(file);
    this.size = Files.size(file);
    this.begun = size == 0 ? clock.instant() : begin(file, clock.instant());
  }

  /**
   * Opens the file, to append to it.
   *
   * @throws IOException if it cannot be written
   */
  public static AuditLog open(Path file, Clock clock) throws IOException {
    return new AuditLog(file, clock);
  }

  private static OutputStream append(Path file) throws IOException {
    if (!Files.exists(file)
        && file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    return Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** When the file's first event was. */
  private static Instant begin(Path file, Instant now) throws IOException {
    char[] head = new char[HEAD.length() + "2026-11-29T20:15:00.123456789Z".length()];
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      int read = Math.max(0, reader.read(head));
      String line = new String(head, 0, read);
      int end = line.indexOf('"', HEAD.length());
      return line.startsWith(HEAD) && end > 0
          ? Instant.parse(line.substring(HEAD.length(), end))
          : now;
    } catch (DateTimeParseException e) {
      return now;
    }
  }

  /**
   * Writes an event. The gateway's log says once if that cannot be done.
   *
   * @param event what happened
   * @param fields what is known of it
   * @return whether it is written
   */
  public boolean write(String event, Map<String, String> fields) {
    byte[] line = line(event, fields).getBytes(StandardCharsets.UTF_8);
    synchronized (rates) {
      return write(line);
    }
  }

  /**
   * Writes an event that a client can cause without limit. There may be many at once, and then some
   * in a second; with the next one it is written how many were left out.
   */
  public void writeSome(String event, Map<String, String> fields) {
    writeSome(event, Rate.LINES, 1, event, fields);
  }

  /**
   * Writes an event that a user can cause without limit, as {@link #writeSome(String, Map)} does;
   * what counts are the bytes of this user.
   *
   * @return whether it is written or counted
   */
  public boolean writeSomeOf(String user, String event, Map<String, String> fields) {
    return writeSome(
        event + " of " + user,
        Rate.BYTES,
        line(event, fields).getBytes(StandardCharsets.UTF_8).length,
        event,
        fields);
  }

  private boolean writeSome(
      String key, double[] limits, int cost, String event, Map<String, String> fields) {
    synchronized (rates) {
      Rate rate = rates.computeIfAbsent(key, any -> new Rate(limits, clock.millis()));
      if (!rate.allows(clock.millis(), cost)) {
        return true;
      }
      Map<String, String> all = new LinkedHashMap<>(fields);
      if (rate.leftOut > 0) {
        all.put("left_out", String.valueOf(rate.leftOut));
      }
      rate.leftOut = 0;
      return write(line(event, all).getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Whether events can be written; tried if the last one could not. */
  public boolean isWritable() {
    synchronized (rates) {
      return !failed || write("audit log continued", Map.of());
    }
  }

  private boolean write(byte[] line) {
    try {
      if (size > 0
          && (size + line.length > LARGEST
              || Duration.between(begun, clock.instant()).compareTo(OLDEST) > 0)) {
        rotate();
      }
      if (failed) {
        out.close(); // may be of another file, and end in the middle of a line
        out = append(file);
        out.write('\n');
      }
      out.write(line);
      out.flush();
      size += line.length;
      failed = false;
    } catch (IOException e) {
      if (!failed) {
        LOGGER.error("The audit log cannot be written; no private query is answered", e);
      }
      failed = true;
    }
    return !failed;
  }

  private void rotate() throws IOException {
    Instant now = clock.instant();
    Path old = file.resolveSibling(file.getFileName() + "." + NAME.format(now));
    out.close();
    try {
      Files.move(file, old);
    } catch (IOException e) {
      LOGGER.warn("The audit log cannot be renamed, and goes on in the same file", e);
    }
    out = append(file);
    size = 0;
    begun = now;
  }

  private String line(String event, Map<String, String> fields) {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(line)) {
      json.writeStartObject();
      json.writeStringField("time", clock.instant().toString());
      json.writeStringField("event", event);
      for (Map.Entry<String, String> field : fields.entrySet()) {
        json.writeStringField(field.getKey(), shortened(field.getValue()));
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return line + "\n";
  }

  /** A prefix that is not too long in JSON, where a control character has six bytes. */
  private static String shortened(String text) {
    int bytes = 0;
    int end = 0;
    while (end < text.length() && bytes < LONGEST) {
      char each = text.charAt(end++);
      bytes += each < ' ' ? 6 : each == '"' || each == '\\' ? 2 : each < 0x80 ? 1 : 3;
    }
    return cut(text, Math.max(1, end));
  }

  /** A prefix of a string that is too long, and its length. */
  public static String cut(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    boolean isInPair = Character.isHighSurrogate(text.charAt(longest - 1));
    return text.substring(0, isInPair ? longest - 1 : longest)
        + "… (%d characters)".formatted(text.length());
  }

  @Override
  public void close() throws IOException {
    synchronized (rates) {
      out.close();
    }
  }

  /** How often an event is written. */
  private static final class Rate {
    /** At once, and in a millisecond. */
    static final double[] LINES = {1000, 0.01};

    /** The same; about 170 MB a day. */
    static final double[] BYTES = {16 << 20, 2};

    private final double[] limits;
    private double left;
    private long last;
    private long leftOut;

    Rate(double[] limits, long now) {
      this.limits = limits;
      this.left = limits[0];
      this.last = now;
    }

    boolean allows(long now, int cost) {
      left = Math.min(limits[0], left + Math.max(0, now - last) * limits[1]);
      last = now;
      if (left < cost) {
        leftOut++;
        return false;
      }
      left -= cost;
      return true;
    }
  }
}
