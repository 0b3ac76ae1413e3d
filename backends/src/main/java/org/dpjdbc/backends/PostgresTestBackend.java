package org.dpjdbc.backends;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * PostgreSQL: a server of its own, and a schema in it for each test database. By default, the
 * server compares strings by a language's rules.
 */
final class PostgresTestBackend implements TestBackend {
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final Pattern ENUM = Pattern.compile("ENUM(\\([^)]*\\))");
  private static final Pattern QUOTED = Pattern.compile("\"[A-Z_]+\"");

  /** Started when it is first asked for; stops with the JVM. */
  private static final class Server {
    static final PostgresServer RUNNING = start();

    private static PostgresServer start() {
      try {
        return PostgresServer.start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public String product() {
    return "PostgreSQL";
  }

  @Override
  public TestDatabase create() throws SQLException {
    String schema = "test" + MADE.incrementAndGet();
    String url = Server.RUNNING.url() + "&currentSchema=" + schema;
    // What is bound as a string may be meant as a date: fixtures have strings for remote years.
    Connection owner = DriverManager.getConnection(url + "&stringtype=unspecified");
    try (Statement statement = owner.createStatement()) {
      statement.execute("CREATE SCHEMA " + schema);
    }
    return new TestDatabase(
        this, url, Map.of(), schema, "DROP SCHEMA " + schema + " CASCADE", owner);
  }

  /** An enumeration is a type of its own, made before the table that has it. */
  @Override
  public String spell(String sql) {
    StringBuilder types = new StringBuilder();
    Matcher enums = ENUM.matcher(sql);
    StringBuilder text = new StringBuilder();
    while (enums.find()) {
      String name = "enum" + MADE.incrementAndGet();
      types.append("CREATE TYPE ").append(name).append(" AS ENUM ").append(enums.group(1));
      types.append(";");
      enums.appendReplacement(text, name);
    }
    enums.appendTail(text);
    return types
        + QUOTED
            .matcher(text.toString().replaceAll("\\bTINYINT\\b", "SMALLINT"))
            .replaceAll(name -> name.group().toLowerCase(Locale.ROOT));
  }

  /** The first and last dates of H2 are before and after all of time here. */
  @Override
  public Optional<Object> nearest(Object value) {
    if (value instanceof String text && text.startsWith("-1000000000-")) {
      return Optional.of("-infinity");
    } else if (value instanceof String text && text.startsWith("1000000000-")) {
      return Optional.of("infinity");
    } else if (value instanceof Byte number) {
      return Optional.of(number.shortValue());
    }
    return Optional.of(value);
  }

  @Override
  public int sparing() {
    return 4;
  }

  @Override
  public String toString() {
    return product();
  }
}
