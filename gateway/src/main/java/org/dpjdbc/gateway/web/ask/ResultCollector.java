package org.dpjdbc.gateway.web.ask;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.gateway.session.SessionOutput;
import org.dpjdbc.gateway.value.PgType;
import org.dpjdbc.gateway.wire.Fields;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Reply;
import org.dpjdbc.gateway.wire.ServerError;
import org.jspecify.annotations.Nullable;

/** Collects a session's answer to one statement, up to the size of a page. */
final class ResultCollector implements SessionOutput {
  static final int MOST_ROWS = 5_000;

  /** Of an answer, with the names of its columns and its warnings. */
  static final int MOST_BYTES = 1 << 19;

  /** What a value takes beside its bytes. */
  private static final int OF_A_VALUE = 32;

  private List<Reply.Column> columns = List.of();
  private final List<List<@Nullable String>> rows = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private @Nullable ServerError error;
  private long bytes;
  private boolean isCut;
  private boolean isAnswered;

  @Override
  public void write(Frame frame) {
    switch ((char) frame.type()) {
      case 'T' -> columns = Reply.columns(frame).stream().map(this::named).toList();
      case 'D' -> row(frame);
      case 'C' -> isAnswered = true;
      case 's' -> {
        isAnswered = true;
        isCut = true;
      }
      case 'N' -> warning(ServerError.read(frame));
      case 'E' -> error = error == null ? ServerError.read(frame) : error;
      default -> {
        // says that a step is done
      }
    }
  }

  @Override
  public void flush() {
    // all is here already
  }

  /** Those that are no longer kept are not told to be missing: an answer has few. */
  private void warning(ServerError notice) {
    String text = String.valueOf(notice.getMessage());
    boolean isWarning = notice.field('V').filter("WARNING"::equals).isPresent();
    if (isWarning && bytes < MOST_BYTES && fits(text.length())) {
      warnings.add(text);
    }
  }

  private Reply.Column named(Reply.Column column) {
    if (fits(column.name().length())) {
      return column;
    }
    isCut = true;
    return new Reply.Column(
        Grid.TOO_LONG, column.type(), column.size(), column.modifier(), column.binary());
  }

  /** Counts a value, without its bytes if there is no room for them. */
  private boolean fits(int length) {
    boolean fits = bytes + length <= MOST_BYTES;
    bytes += OF_A_VALUE + (fits ? length : 0);
    return fits;
  }

  private void row(Frame frame) {
    if (rows.size() >= MOST_ROWS || bytes >= MOST_BYTES) {
      isCut = true;
      return;
    }
    Fields fields = new Fields(frame);
    List<@Nullable String> row = new ArrayList<>();
    int count = fields.int16();
    for (int i = 0; i < count; i++) {
      int length = fields.int32();
      boolean fits = fits(Math.max(0, length));
      row.add(length < 0 ? null : shown(fields.bytes(length), fits, columns.get(i).type()));
    }
    rows.add(Collections.unmodifiableList(row));
  }

  private String shown(byte[] value, boolean fits, int type) {
    if (!fits) {
      isCut = true;
      return Grid.TOO_LONG;
    }
    String text = new String(value, StandardCharsets.UTF_8);
    return type == PgType.BOOL.number() ? String.valueOf(text.equals("t")) : text;
  }

  /** Whether the statement has been answered, with all rows that were asked for. */
  boolean isAnswered() {
    return isAnswered;
  }

  Optional<ServerError> error() {
    return Optional.ofNullable(error);
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  Grid grid() {
    List<Grid.Heading> headings =
        columns.stream().map(column -> new Grid.Heading(column.name(), kind(column))).toList();
    return new Grid(headings, Collections.unmodifiableList(rows), isCut);
  }

  private static Grid.Kind kind(Reply.Column column) {
    return switch (PgType.of(column.type())) {
      case INT2, INT4, INT8, FLOAT4, FLOAT8, NUMERIC, OID -> Grid.Kind.NUMBER;
      case DATE, TIMESTAMP, TIMESTAMPTZ -> Grid.Kind.TEMPORAL;
      default -> Grid.Kind.OTHER;
    };
  }
}
