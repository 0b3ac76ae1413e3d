package org.dpjdbc.gateway.operate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
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
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file with a line for each event, in JSON: who asked what, the verdict, and how long it took.
 * Neither values of answers nor those of parameters are in it, and no password. It is for the owner
 * alone; what was charged is in the ledger. Thread-safe.
 */
public final class AuditLog implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(AuditLog.class);
  private static final JsonFactory JSON = new JsonFactory();

  private final OutputStream out;
  private final Clock clock;
  private boolean failed;

  private AuditLog(OutputStream out, Clock clock) {
    this.out = out;
    this.clock = clock;
  }

  /**
   * Opens the file, to append to it.
   *
   * @throws IOException if it cannot be written
   */
  public static AuditLog open(Path file, Clock clock) throws IOException {
    if (!Files.exists(file)
        && file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    return new AuditLog(
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND), clock);
  }

  /**
   * Writes an event. One that cannot be written stops nobody: the gateway's log says so, once.
   *
   * @param event what happened
   * @param fields what is known of it
   */
  public void write(String event, Map<String, String> fields) {
    byte[] line = line(event, fields).getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      try {
        out.write(line);
        out.flush();
        failed = false;
      } catch (IOException e) {
        if (!failed) {
          LOGGER.error("The audit log cannot be written", e);
        }
        failed = true;
      }
    }
  }

  private String line(String event, Map<String, String> fields) {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(line)) {
      json.writeStartObject();
      json.writeStringField("time", clock.instant().toString());
      json.writeStringField("event", event);
      for (Map.Entry<String, String> field : fields.entrySet()) {
        json.writeStringField(field.getKey(), field.getValue());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return line + "\n";
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
