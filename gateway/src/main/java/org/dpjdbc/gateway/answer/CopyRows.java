package org.dpjdbc.gateway.answer;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dpjdbc.gateway.text.CopyFormat;
import org.dpjdbc.gateway.value.Values;
import org.jspecify.annotations.Nullable;

/** Rows as COPY TO writes them (PostgreSQL documentation, "COPY", section "File Formats"). */
public final class CopyRows {
  private static final byte[] SIGNATURE = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0
  };
  private static final int NO_FLAGS = 0;
  private static final int NO_EXTENSION = 0;

  private final CopyFormat format;
  private final List<ResultColumn> columns;
  private final Values values;

  /** What the next message begins with. */
  private byte[] signature;

  public CopyRows(CopyFormat format, List<ResultColumn> columns, Values values) {
    this.format = format;
    this.columns = columns;
    this.values = values;
    this.signature =
        isBinary()
            ? ByteBuffer.allocate(SIGNATURE.length + 2 * Integer.BYTES)
                .put(SIGNATURE)
                .putInt(NO_FLAGS)
                .putInt(NO_EXTENSION)
                .array()
            : new byte[0];
  }

  public boolean isBinary() {
    return format.kind() == CopyFormat.Kind.BINARY;
  }

  /** What comes before the rows, in a message of its own. */
  public byte[] head() {
    return format.header() && !isBinary()
        ? line(columns.stream().map(column -> written(column.name())).toList())
        : new byte[0];
  }

  /** One row. */
  public byte[] row(List<@Nullable Object> row) {
    if (isBinary()) {
      return signed(binary(row));
    }
    return line(
        IntStream.range(0, columns.size())
            .mapToObj(i -> text(row.get(i), columns.get(i)))
            .toList());
  }

  /** What comes after the rows. */
  public byte[] foot() {
    return isBinary() ? signed(new byte[] {-1, -1}) : new byte[0];
  }

  /** The signature stands in the message of the first row: psycopg looks for that one there. */
  private byte[] signed(byte[] bytes) {
    byte[] signed =
        ByteBuffer.allocate(signature.length + bytes.length).put(signature).put(bytes).array();
    signature = new byte[0];
    return signed;
  }

  private byte[] line(List<String> strings) {
    String line =
        strings.stream().collect(Collectors.joining(String.valueOf(format.delimiter()))) + "\n";
    return line.getBytes(StandardCharsets.UTF_8);
  }

  private String text(@Nullable Object value, ResultColumn column) {
    return value == null ? format.nullString() : written(values.text(value, column.type()));
  }

  private String written(String text) {
    return format.kind() == CopyFormat.Kind.CSV ? csv(text) : escaped(text);
  }

  private String csv(String text) {
    String quote = String.valueOf(format.quote());
    boolean needed =
        text.equals(format.nullString())
            || text.equals("\\.")
            || text.chars()
                .anyMatch(
                    c -> c == format.delimiter() || c == format.quote() || c == '\n' || c == '\r');
    return needed ? quote + text.replace(quote, quote + quote) + quote : text;
  }

  private String escaped(String text) {
    String escaped =
        text.replace("\\", "\\\\")
            .replace("\b", "\\b")
            .replace("\f", "\\f")
            .replace("\n", "\\n")
            .replace("\r", "\\r")
            .replace("\t", "\\t")
            .replace("\u000b", "\\v");
    String delimiter = String.valueOf(format.delimiter());
    return delimiter.equals("\t") ? escaped : escaped.replace(delimiter, "\\" + delimiter);
  }

  private byte[] binary(List<@Nullable Object> row) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(ByteBuffer.allocate(Short.BYTES).putShort((short) row.size()).array());
    for (int i = 0; i < row.size(); i++) {
      Object value = row.get(i);
      byte[] written =
          value == null ? new byte[0] : values.format(value, columns.get(i).type(), true);
      int length = value == null ? -1 : written.length;
      bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
      bytes.writeBytes(written);
    }
    return bytes.toByteArray();
  }
}
