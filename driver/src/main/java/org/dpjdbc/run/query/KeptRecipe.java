package org.dpjdbc.run.query;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a kept answer was asked for: enough to plan the query again. Only a plan that leads to the
 * key of the answer is used.
 *
 * @param key of the answer
 * @param sql the query
 * @param parameters its bind parameters; {@code null} is SQL NULL
 * @param epsilon of the session
 * @param delta of the session
 * @param analyst who asked
 * @param timestamp of the query
 * @param storedAt when the answer was kept
 */
record KeptRecipe(
    String key,
    String sql,
    List<@Nullable Object> parameters,
    Optional<BigDecimal> epsilon,
    Optional<BigDecimal> delta,
    String analyst,
    LocalDateTime timestamp,
    Instant storedAt) {
  private static final int VERSION = 1;

  /** Longer statements are not kept. */
  private static final int MAX_LENGTH = 2_000;

  /** What parameters can be, and how each is read. */
  private static final Map<String, Function<String, Object>> CLASSES =
      Map.of(
          "String", text -> text,
          "Boolean", Boolean::valueOf,
          "Integer", Integer::valueOf,
          "Long", Long::valueOf,
          "Double", Double::valueOf,
          "BigDecimal", BigDecimal::new,
          "LocalDate", LocalDate::parse,
          "LocalTime", LocalTime::parse,
          "LocalDateTime", LocalDateTime::parse);

  /** Whether it can be written. */
  boolean isShort() {
    int length = sql.length();
    for (Object parameter : parameters) {
      if (parameter != null && !CLASSES.containsKey(parameter.getClass().getSimpleName())) {
        return false;
      }
      length += String.valueOf(parameter).length();
    }
    return length <= MAX_LENGTH;
  }

  static byte[] encode(List<KeptRecipe> recipes) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(VERSION);
      out.writeInt(recipes.size());
      for (KeptRecipe recipe : recipes) {
        write(out, recipe.key);
        write(out, recipe.sql);
        out.writeInt(recipe.parameters.size());
        for (Object parameter : recipe.parameters) {
          write(out, parameter == null ? "" : parameter.getClass().getSimpleName());
          write(out, parameter == null ? "" : parameter.toString());
        }
        write(out, recipe.epsilon.map(BigDecimal::toString).orElse(""));
        write(out, recipe.delta.map(BigDecimal::toString).orElse(""));
        write(out, recipe.analyst);
        write(out, recipe.timestamp.toString());
        write(out, recipe.storedAt.toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("an array takes every byte", e);
    }
    return bytes.toByteArray();
  }

  static void write(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /**
   * The recipes.
   *
   * @throws RuntimeException if the bytes are not those that {@link #encode} gives
   */
  static List<KeptRecipe> decode(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (in.readInt() != VERSION) {
        throw new StreamCorruptedException("another version");
      }
      List<KeptRecipe> recipes = new ArrayList<>();
      int size = in.readInt();
      for (int i = 0; i < size; i++) {
        String key = read(in);
        String sql = read(in);
        List<@Nullable Object> parameters = new ArrayList<>();
        int count = in.readInt();
        for (int p = 0; p < count; p++) {
          Function<String, Object> parse = CLASSES.get(read(in));
          String text = read(in);
          parameters.add(parse == null ? null : parse.apply(text));
        }
        recipes.add(
            new KeptRecipe(
                key,
                sql,
                parameters,
                number(read(in)),
                number(read(in)),
                read(in),
                LocalDateTime.parse(read(in)),
                Instant.parse(read(in))));
      }
      return recipes;
    } catch (IOException e) {
      throw new UncheckedIOException("kept recipes are whole", e);
    }
  }

  private static Optional<BigDecimal> number(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(new BigDecimal(text));
  }

  static String read(DataInputStream in) throws IOException {
    int length = in.readInt();
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new StreamCorruptedException("less than a text");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
