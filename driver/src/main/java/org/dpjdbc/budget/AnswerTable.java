package org.dpjdbc.budget;

import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Answers kept for reuse: {@code dp_answer}. A long answer is split into several rows, since not
 * every database has a suitable column type.
 */
final class AnswerTable {
  static final int PART_BYTES = 524_288;
  static final int MAX_BYTES = 32 * PART_BYTES;

  private AnswerTable() {}

  static Optional<LockScopedAnswerCache.Kept> find(Connection c, String key, long notBeforeMicros)
      throws SQLException {
    try (PreparedStatement select =
        c.prepareStatement(
            "SELECT stored_at, digest, content FROM dp_answer"
                + " WHERE answer_key = ? AND stored_at >= ? ORDER BY part")) {
      select.setString(1, key);
      select.setLong(2, notBeforeMicros);
      try (ResultSet row = select.executeQuery()) {
        if (!row.next()) {
          return Optional.empty();
        }
        long storedAt = row.getLong(1);
        String digest = row.getString(2);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        do {
          content.writeBytes(row.getBytes(3));
        } while (row.next());
        byte[] bytes = content.toByteArray();
        return digest.equals(digest(key, storedAt, bytes))
            ? Optional.of(new LockScopedAnswerCache.Kept(storedAt, bytes))
            : Optional.empty();
      }
    }
  }

  /** The newest first; each is short, and is one part. */
  static List<byte[]> list(Connection c, String prefix, long notBeforeMicros, int most)
      throws SQLException {
    List<byte[]> found = new ArrayList<>();
    try (PreparedStatement select =
        c.prepareStatement(
            "SELECT answer_key, stored_at, digest, content FROM dp_answer"
                + " WHERE answer_key BETWEEN ? AND ? AND stored_at >= ? AND part = 0"
                + " ORDER BY stored_at DESC, answer_key")) {
      select.setString(1, prefix + "0".repeat(prefix.length()));
      select.setString(2, prefix + "f".repeat(prefix.length()));
      select.setLong(3, notBeforeMicros);
      select.setMaxRows(most);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          String key = row.getString(1);
          byte[] content = row.getBytes(4);
          if (key.startsWith(prefix)
              && row.getString(3).equals(digest(key, row.getLong(2), content))) {
            found.add(content);
          }
        }
      }
    }
    return found;
  }

  /** Puts an answer in place of an older one. */
  static void put(Connection c, String key, byte[] content, long storedAtMicros)
      throws SQLException {
    try (PreparedStatement delete =
        c.prepareStatement("DELETE FROM dp_answer WHERE answer_key = ?")) {
      delete.setString(1, key);
      delete.executeUpdate();
    }
    try (PreparedStatement insert =
        c.prepareStatement(
            "INSERT INTO dp_answer (answer_key, part, stored_at, digest, content)"
                + " VALUES (?, ?, ?, ?, ?)")) {
      insert.setString(1, key);
      insert.setLong(3, storedAtMicros);
      insert.setString(4, digest(key, storedAtMicros, content));
      int part = 0;
      do {
        int from = part * PART_BYTES;
        int to = Math.min(from + PART_BYTES, content.length);
        insert.setInt(2, part);
        insert.setBytes(5, Arrays.copyOfRange(content, from, to));
        insert.executeUpdate();
        part++;
      } while (part * PART_BYTES < content.length);
    }
  }

  static void deleteBefore(Connection c, long micros) throws SQLException {
    try (PreparedStatement delete =
        c.prepareStatement("DELETE FROM dp_answer WHERE stored_at < ?")) {
      delete.setLong(1, micros);
      delete.executeUpdate();
    }
  }

  private static String digest(String key, long storedAtMicros, byte[] content) {
    return Hashes.of("dp-jdbc answer 1").add(key).add(storedAtMicros).add(content).hex();
  }
}
