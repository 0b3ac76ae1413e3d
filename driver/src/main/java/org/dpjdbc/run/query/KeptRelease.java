package org.dpjdbc.run.query;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a kept answer answers, for people.
 *
 * @param name of the answer
 * @param madeAt when it was kept
 * @param tables that it reads
 * @param keys of its groups
 * @param filters of its rows, if they are known
 * @param measures of its groups
 * @param epsilon that was paid
 * @param delta that was paid
 */
record KeptRelease(
    String name,
    Instant madeAt,
    String tables,
    String keys,
    Optional<String> filters,
    List<Measure> measures,
    BigDecimal epsilon,
    BigDecimal delta) {
  private static final int VERSION = 1;

  /**
   * A measure.
   *
   * @param error the half-width of its 95 % interval, if that is known
   */
  record Measure(String name, Optional<Double> error) {}

  byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(VERSION);
      KeptRecipe.write(out, name);
      KeptRecipe.write(out, madeAt.toString());
      KeptRecipe.write(out, tables);
      KeptRecipe.write(out, keys);
      out.writeBoolean(filters.isPresent());
      KeptRecipe.write(out, filters.orElse(""));
      out.writeInt(measures.size());
      for (Measure measure : measures) {
        KeptRecipe.write(out, measure.name);
        out.writeDouble(measure.error.orElse(Double.NaN));
      }
      KeptRecipe.write(out, epsilon.toString());
      KeptRecipe.write(out, delta.toString());
    } catch (IOException e) {
      throw new UncheckedIOException("an array takes every byte", e);
    }
    return bytes.toByteArray();
  }

  /**
   * The release.
   *
   * @throws RuntimeException if the bytes are not those that {@link #encode} gives
   */
  static KeptRelease decode(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (in.readInt() != VERSION) {
        throw new StreamCorruptedException("another version");
      }
      String name = KeptRecipe.read(in);
      Instant madeAt = Instant.parse(KeptRecipe.read(in));
      String tables = KeptRecipe.read(in);
      String keys = KeptRecipe.read(in);
      boolean filtersKnown = in.readBoolean();
      String filters = KeptRecipe.read(in);
      List<Measure> measures = new ArrayList<>();
      int size = in.readInt();
      for (int i = 0; i < size; i++) {
        String measure = KeptRecipe.read(in);
        measures.add(
            new Measure(measure, Optional.of(in.readDouble()).filter(error -> !error.isNaN())));
      }
      return new KeptRelease(
          name,
          madeAt,
          tables,
          keys,
          Optional.of(filters).filter(any -> filtersKnown),
          measures,
          new BigDecimal(KeptRecipe.read(in)),
          new BigDecimal(KeptRecipe.read(in)));
    } catch (IOException e) {
      throw new UncheckedIOException("kept releases are whole", e);
    }
  }
}
