package org.dpjdbc.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.dpjdbc.sql.parse.SqlSyntaxException;
import org.dpjdbc.sql.parse.StatementSplitter;
import org.dpjdbc.sql.parse.StatementSplitter.ScriptStatement;
import org.jspecify.annotations.Nullable;

/**
 * One query, or those of a file. Each is handed on as it is written, so that the ledger and the
 * reuse of answers see what they would see if it had come alone; the positions in refusals are
 * moved to where it stands in the file.
 *
 * @param file what to call the file in messages; empty for a query of the command line
 * @param text the query, or all that is in the file
 */
record SqlScript(Optional<String> file, String text) {
  static final String STANDARD_INPUT = "-";

  /** Four bytes for each of the characters that the parser takes at most. */
  private static final int MAX_BYTES = 4_000_000;

  /** The parser's own words have one as well, behind that of the refusal. */
  private static final Pattern POSITION =
      Pattern.compile("(\\bat line )(\\d{1,7})(, column )(\\d{1,7})\\b");

  /**
   * Which statement of a file it is.
   *
   * @param file the file, as messages call it
   * @param line where it begins
   * @param number counted from 1
   * @param of how many there are
   */
  record Part(String file, int line, int number, int of) {
    @Override
    public String toString() {
      return "%s:%d: statement %d of %d".formatted(file, line, number, of);
    }
  }

  /** What is done with a statement. */
  @FunctionalInterface
  interface Action {
    void run(String statement, Part part) throws SQLException, IOException;
  }

  static SqlScript ofQuery(String sql) {
    return new SqlScript(Optional.empty(), sql);
  }

  /** Reads a file, or the standard input. */
  static SqlScript read(String file) throws FailedException {
    boolean standard = file.equals(STANDARD_INPUT);
    String name = standard ? "standard input" : file;
    try (InputStream in = standard ? System.in : Files.newInputStream(Path.of(file))) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new FailedException(name + " is larger than " + MAX_BYTES + " bytes");
      }
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return new SqlScript(Optional.of(name), text.startsWith("\uFEFF") ? text.substring(1) : text);
    } catch (NoSuchFileException e) {
      throw new FailedException("there is no file " + name);
    } catch (CharacterCodingException e) {
      throw new FailedException(name + " is not UTF-8 text");
    } catch (IOException | InvalidPathException e) {
      throw new FailedException(name + " cannot be read");
    }
  }

  /**
   * Does something with each statement, until one fails.
   *
   * @param prefix what to put before each
   * @param connection says how the database quotes names
   */
  void run(String prefix, Connection connection, Action action)
      throws SQLException, IOException, FailedException {
    if (file.isEmpty()) {
      ScriptStatement only = new ScriptStatement(text, 1, 1);
      try {
        action.run(prefix + text, new Part("", 1, 1, 1));
      } catch (SQLException e) {
        throw new FailedException(moved(e.getMessage(), prefix, only));
      }
      return;
    }
    String name = file.get();
    List<ScriptStatement> statements = statements(connection);
    for (int i = 0; i < statements.size(); i++) {
      ScriptStatement statement = statements.get(i);
      Part part = new Part(name, statement.line(), i + 1, statements.size());
      try {
        action.run(prefix + statement.text(), part);
      } catch (SQLException e) {
        throw new FailedException(
            "%s failed: %s%s"
                .formatted(part, moved(e.getMessage(), prefix, statement), others(part)));
      }
    }
  }

  private static String others(Part failed) {
    return failed.of() == 1
        ? ""
        : "%n%d before it done, %d after it not begun"
            .formatted(failed.number() - 1, failed.of() - failed.number());
  }

  /**
   * The statements of a file.
   *
   * @param connection says how the database quotes names
   * @throws FailedException if there are none, or it is not known where they end
   */
  List<ScriptStatement> statements(Connection connection) throws SQLException, FailedException {
    String name = file.orElse("");
    DatabaseMetaData database = connection.getMetaData();
    ParserSettings settings =
        BackendDialects.of(
                database.getDatabaseProductName(),
                String.valueOf(database.getDatabaseProductVersion()))
            .map(BackendDialect::parserSettings)
            .orElseGet(ParserSettings::standard);
    try {
      List<ScriptStatement> statements = StatementSplitter.split(text, settings);
      if (statements.isEmpty()) {
        throw new FailedException(name + ": there is no statement in it");
      }
      return statements;
    } catch (SqlSyntaxException e) {
      throw new FailedException(
          "%s:%d: column %d: %s; nothing was run"
              .formatted(name, e.line(), e.column(), e.getMessage()));
    }
  }

  /** What the driver says, with the position in the file in place of that in the statement. */
  static String moved(@Nullable String message, String prefix, ScriptStatement statement) {
    return POSITION
        .matcher(String.valueOf(message))
        .replaceAll(
            found -> {
              int line = Integer.parseInt(found.group(2));
              int column = Integer.parseInt(found.group(4));
              return Matcher.quoteReplacement(
                  found.group(1)
                      + (line + statement.line() - 1)
                      + found.group(3)
                      + (line > 1
                          ? column
                          : Math.max(1, column - prefix.length()) + statement.column() - 1));
            });
  }
}
