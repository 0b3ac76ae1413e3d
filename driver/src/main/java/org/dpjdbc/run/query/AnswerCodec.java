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
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.RuntimeValues;
import org.dpjdbc.run.mechanism.AggregateRows;
import org.dpjdbc.run.mechanism.NoisyGroups;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.run.release.Released;
import org.dpjdbc.run.release.ReleasedRows;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.run.statistic.StatisticErrors;
import org.jspecify.annotations.Nullable;

/**
 * The noisy integers of an answer as bytes, and back. Keys are strings, which are read by the types
 * of their columns. Whoever changes the layout gives it another mark, and goes on reading the ones
 * before.
 */
final class AnswerCodec {
  /** Before noisy integers: before the rows that earlier versions kept stands how many they are. */
  private static final int NOISY = -2;

  private AnswerCodec() {}

  static byte[] encode(List<NoisyGroups> released) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(NOISY);
      for (NoisyGroups groups : released) {
        out.writeInt(groups.groups().size());
        for (int g = 0; g < groups.groups().size(); g++) {
          for (KeyValue key : groups.groups().get(g)) {
            write(out, key instanceof KeyValue.Of of ? of.value() : null);
          }
          for (BigInteger integer : groups.integers().get(g)) {
            byte[] value = integer.toByteArray();
            out.writeInt(value.length);
            out.write(value);
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
   * What was released.
   *
   * @throws RuntimeException if the bytes are not just those that {@link #encode}, or that of an
   *     earlier version, gives
   */
  static Released decode(byte[] bytes, PlannedQuery planned) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int first = in.readInt();
      Released released =
          first == NOISY ? noisy(in, planned) : earlier(first, in, planned.frontiers());
      if (in.read() >= 0) {
        throw new StreamCorruptedException("more than was released");
      }
      return released;
    } catch (IOException e) {
      throw new UncheckedIOException("a kept answer is whole", e);
    }
  }

  private static Released noisy(DataInputStream in, PlannedQuery planned) throws IOException {
    ReleasedRows released = new ReleasedRows(planned);
    for (PreparedFrontier prepared : planned.frontiers()) {
      Frontier frontier = prepared.frontier();
      NoisyGroups.Places places = NoisyGroups.Places.of(frontier);
      int size = size(in.readInt());
      List<List<KeyValue>> groups = new ArrayList<>();
      List<BigInteger[]> integers = new ArrayList<>();
      for (int g = 0; g < size; g++) {
        List<KeyValue> group = new ArrayList<>();
        for (int k = 0; k < frontier.keys().size(); k++) {
          group.add(AggregateRows.keyValue(read(in, type(frontier, k))));
        }
        groups.add(List.copyOf(group));
        BigInteger[] values = new BigInteger[places.size()];
        for (int i = 0; i < values.length; i++) {
          values[i] = new BigInteger(bytes(in, in.readInt()));
        }
        integers.add(values);
      }
      released.add(new NoisyGroups(groups, places, integers));
    }
    return released;
  }

  /** Rows with the parts of their errors, as earlier versions kept them. */
  private record EarlierRows(List<Rows> all, List<PreparedFrontier> frontiers) implements Released {
    @Override
    public Rows rows(int place) {
      return all.get(place).narrow(frontiers.get(place).frontier().rowType().getFieldCount());
    }

    @Override
    public Rows withErrors(int place) {
      return all.get(place);
    }
  }

  private static Released earlier(int first, DataInputStream in, List<PreparedFrontier> frontiers)
      throws IOException {
    List<Rows> released = new ArrayList<>();
    for (PreparedFrontier prepared : frontiers) {
      Frontier frontier = prepared.frontier();
      int visible = frontier.rowType().getFieldCount();
      int width = visible + StatisticErrors.width(frontier.statistics());
      List<@Nullable Object[]> rows = new ArrayList<>();
      int size = size(released.isEmpty() ? first : in.readInt());
      for (int r = 0; r < size; r++) {
        @Nullable Object[] row = new @Nullable Object[width];
        for (int c = 0; c < width; c++) {
          row[c] = c < visible ? read(in, type(frontier, c)) : error(in);
        }
        rows.add(row);
      }
      released.add(Rows.of(width, rows));
    }
    return new EarlierRows(released, frontiers);
  }

  private static int size(int size) throws StreamCorruptedException {
    if (size < 0) {
      throw new StreamCorruptedException("fewer groups than none");
    }
    return size;
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
    return new String(bytes(in, length), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(DataInputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("less than a value");
    }
    return bytes;
  }
}
