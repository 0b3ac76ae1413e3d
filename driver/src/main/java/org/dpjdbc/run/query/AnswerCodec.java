package org.dpjdbc.run.query;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.RuntimeValues;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.run.statistic.StatisticErrors;
import org.jspecify.annotations.Nullable;

/**
 * Released rows as bytes, and back; every value as text, read by its column's type. Whoever changes
 * the layout changes the version in {@link AnswerKey}.
 */
final class AnswerCodec {
  private AnswerCodec() {}

  static byte[] encode(List<Rows> released, List<PreparedFrontier> frontiers) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      for (int f = 0; f < frontiers.size(); f++) {
        Rows rows = released.get(f);
        out.writeInt(rows.size());
        for (int r = 0; r < rows.size(); r++) {
          for (int c = 0; c < rows.width(); c++) {
            write(out, rows.get(r, c));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("an array takes every byte", e);
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, @Nullable Object value) throws IOException {
    if (value == null) {
      out.writeInt(-1);
      return;
    }
    byte[] text = value.toString().getBytes(StandardCharsets.UTF_8);
    out.writeInt(text.length);
    out.write(text);
  }

  /**
   * The rows.
   *
   * @throws RuntimeException if the bytes are not just those that {@link #encode} gives
   */
  static List<Rows> decode(byte[] bytes, List<PreparedFrontier> frontiers) {
    List<Rows> released = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      for (PreparedFrontier prepared : frontiers) {
        Frontier frontier = prepared.frontier();
        int visible = frontier.rowType().getFieldCount();
        int width = visible + StatisticErrors.width(frontier.statistics());
        List<@Nullable Object[]> rows = new ArrayList<>();
        int size = in.readInt();
        if (size < 0) {
          throw new StreamCorruptedException("fewer rows than none");
        }
        for (int r = 0; r < size; r++) {
          @Nullable Object[] row = new @Nullable Object[width];
          for (int c = 0; c < width; c++) {
            row[c] = c < visible ? read(in, type(frontier, c)) : error(in);
          }
          rows.add(row);
        }
        released.add(Rows.of(width, rows));
      }
      if (in.read() >= 0) {
        throw new StreamCorruptedException("more than the rows");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a kept answer is whole", e);
    }
    return released;
  }

  private static RelDataType type(Frontier frontier, int column) {
    return frontier.rowType().getFieldList().get(column).getType();
  }

  private static @Nullable Double error(DataInputStream in) throws IOException {
    String text = text(in);
    return text == null ? null : Double.valueOf(text);
  }

  private static @Nullable Object read(DataInputStream in, RelDataType type) throws IOException {
    String text = text(in);
    if (text == null) {
      return null;
    }
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> Boolean.valueOf(text);
      case CHAR, VARCHAR -> text;
      case DATE -> LocalDate.parse(text);
      case TIME -> LocalTime.parse(text);
      case TIMESTAMP -> LocalDateTime.parse(text);
      case REAL -> Float.valueOf(text);
      case FLOAT, DOUBLE -> Double.valueOf(text);
      default -> RuntimeValues.number(new BigDecimal(text), type);
    };
  }

  private static @Nullable String text(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      return null;
    }
    byte[] text = in.readNBytes(length);
    if (text.length < length) {
      throw new EOFException("less than a text");
    }
    return new String(text, StandardCharsets.UTF_8);
  }
}
