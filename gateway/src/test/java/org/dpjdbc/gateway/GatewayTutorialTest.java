package org.dpjdbc.gateway;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/**
 * Does what the tutorial of the gateway says, in its order: saves its files, runs its commands as
 * programs in a folder, and asks its questions over pgjdbc. Commands must print what the page
 * shows, where an ellipsis stands for anything, and answers must have its columns, its number of
 * rows and its notices. Noisy numbers are not compared.
 */
class GatewayTutorialTest {
  private static final String PAGE = "tutorials/ask-through-the-gateway.md";

  /** What the page's folder is called in what commands print. */
  private static final String HOME = "/home/me/rides";

  private static final String PASSWORD = "correct horse";
  private static final long START_MINUTES = 5;

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final Pattern RULE = Pattern.compile("-+(\\+-+)*");
  private static final Pattern COUNT = Pattern.compile("\\((\\d+) rows?\\)");
  private static final Pattern ADDRESS = Pattern.compile("listening at 127\\.0\\.0\\.1:(\\d+)");

  /** What Java is told so that small programs start fast. */
  private static final String FAST = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  @TempDir private Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private Optional<Process> gateway = Optional.empty();
  private Optional<Connection> session = Optional.empty();
  private int port;

  @AfterEach
  void stop() throws InterruptedException, SQLException {
    if (session.isPresent()) {
      session.get().close();
    }
    if (gateway.isPresent()) {
      List<ProcessHandle> all =
          Stream.concat(gateway.get().descendants(), Stream.of(gateway.get().toHandle())).toList();
      gateway.get().destroy();
      gateway.get().waitFor(START_MINUTES, TimeUnit.MINUTES);
      all.forEach(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void doesWhatThePageSays() throws IOException, SQLException, InterruptedException {
    environment.put("DPJDBC_USER_PASSWORD", PASSWORD);
    List<PageBlock> blocks = PageBlock.of(PAGE);
    int asked = 0;
    for (int i = 0; i < blocks.size(); i++) {
      PageBlock block = blocks.get(i);
      if (block.marked("file").isPresent()) {
        Files.writeString(folder.resolve(block.marked("file").get()), block.text());
      } else if (block.language().equals("console")) {
        runCommands(block);
      } else if (block.language().equals("sql")) {
        ask(block.text(), blocks.get(i + 1).text());
        asked++;
      }
    }
    assertThat(asked).as("questions of the page").isGreaterThan(5);
  }

  /** Runs those of Java, and keeps what is exported; the others build, or are psql's. */
  private void runCommands(PageBlock block) throws IOException, InterruptedException {
    for (String part : block.text().split("(?m)^\\$ ")) {
      List<String> lines = part.lines().toList();
      List<String> words = lines.isEmpty() ? List.of() : words(lines.get(0));
      if (words.isEmpty()) {
        continue;
      }
      if (words.get(0).equals("export")) {
        String[] set = lines.get(0).substring("export ".length()).split("=", 2);
        environment.put(set[0], set[1].replace("'", ""));
      } else if (words.get(0).equals("java")) {
        runJava(words, lines.subList(1, lines.size()));
      }
    }
  }

  private static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(command);
    while (word.find()) {
      words.add(Optional.ofNullable(word.group(1)).orElse(word.group(2)));
    }
    return words;
  }

  private void runJava(List<String> page, List<String> shown)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of(FAST.split(" ")));
    words.add("-cp");
    words.add(System.getProperty("java.class.path"));
    // The jar is made after the tests, of what is on their class path.
    boolean isMain = page.get(1).equals("-jar");
    assertThat(page.get(2)).isEqualTo("dp-jdbc-gateway.jar");
    if (isMain) {
      words.add("org.dpjdbc.gateway.cli.Main");
    }
    words.addAll(page.subList(3, page.size()));
    List<String> expected =
        shown.stream().filter(line -> !line.matches("Password:|Again:")).toList();
    if (page.contains("start")) {
      start(words, expected);
    } else {
      Program.Outcome outcome = new Program(words, folder, environment).run();
      assertThat(outcome.exit()).as("%s: %s", page, outcome.output()).isZero();
      compare(page, outcome.output(), expected);
    }
    if (page.contains("init")) {
      Path file = folder.resolve("gateway.yaml");
      Files.writeString(file, Files.readString(file).replaceAll("port: (5433|8433)", "port: 0"));
    }
  }

  private void start(List<String> words, List<String> expected)
      throws IOException, InterruptedException {
    File written = folder.resolve("start.log").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(written);
    builder.environment().putAll(environment);
    Process process = builder.start();
    gateway = Optional.of(process);
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(START_MINUTES);
    String output = "";
    while (output.lines().count() < expected.size()
        && process.isAlive()
        && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(50);
      output = Files.readString(written.toPath());
    }
    Matcher address = ADDRESS.matcher(output);
    assertThat(address.find()).as(output).isTrue();
    port = Integer.parseInt(address.group(1));
    String asDrafted =
        output
            .replaceFirst("https://127\\.0\\.0\\.1:\\d+/", "https://127.0.0.1:8433/")
            .replace(String.valueOf(port), "5433");
    compare(words, asDrafted, expected);
  }

  private void compare(List<String> command, String output, List<String> expected)
      throws IOException {
    String here =
        output.replace(folder.toRealPath().toString(), HOME).replace(folder.toString(), HOME);
    String pattern =
        expected.stream()
            .map(line -> line.replaceFirst("^\\d{4}-\\d\\d-\\d\\dT[\\d:]+ ", "… "))
            .map(line -> line.replaceFirst("[0-9A-F]{2}(:[0-9A-F]{2})*:…", "…"))
            .map(
                line ->
                    Arrays.stream(line.split("…", -1)).map(Pattern::quote).collect(joining(".*")))
            .map(line -> line + "\\R")
            .collect(joining());
    assertThat(here).as("%s", command).matches(pattern);
  }

  private void ask(String sql, String shown) throws SQLException {
    try (Statement statement = session().createStatement()) {
      if (shown.startsWith("ERROR:")) {
        PSQLException error =
            catchThrowableOfType(PSQLException.class, () -> statement.execute(sql));
        assertThat((Throwable) error)
            .as("answered, though the page says %s: %s", shown, sql)
            .isNotNull();
        ServerErrorMessage message = error.getServerErrorMessage();
        assertThat(starting(shown, "ERROR:  ")).containsExactly(message.getMessage());
        assertThat(starting(shown, "HINT:  "))
            .isEqualTo(Stream.ofNullable(message.getHint()).toList());
      } else {
        boolean hasRows = statement.execute(sql);
        while (!hasRows && statement.getUpdateCount() >= 0) {
          hasRows = statement.getMoreResults();
        }
        assertThat(hasRows).as(sql).isTrue();
        compare(sql, statement, shown);
      }
    }
  }

  /** The page has one session: what is set holds, and a notice tells what is new. */
  private Connection session() throws SQLException {
    if (session.isEmpty()) {
      String url = "jdbc:postgresql://127.0.0.1:" + port + "/rides?sslmode=require";
      session = Optional.of(DriverManager.getConnection(url, "ann", PASSWORD));
    }
    return session.get();
  }

  private static void compare(String sql, Statement statement, String shown) throws SQLException {
    List<String> lines = shown.lines().toList();
    int rule = 0;
    while (!RULE.matcher(lines.get(rule)).matches()) {
      rule++;
    }
    List<String> names =
        Arrays.stream(lines.get(rule - 1).split("\\|")).map(String::strip).toList();
    int rows = 0;
    try (ResultSet result = statement.getResultSet()) {
      assertThat(names(result.getMetaData())).as(sql).isEqualTo(names);
      while (result.next()) {
        rows++;
      }
    }
    Matcher count = COUNT.matcher(lines.get(lines.size() - 1));
    assertThat(count.matches()).as(shown).isTrue();
    assertThat(rows).as(sql).isEqualTo(Integer.parseInt(count.group(1)));
    assertThat(notices(statement, "NOTICE")).as(sql).isEqualTo(starting(shown, "NOTICE:  "));
    assertThat(notices(statement, "WARNING")).as(sql).containsAll(starting(shown, "WARNING:  "));
  }

  private static List<String> names(ResultSetMetaData metadata) throws SQLException {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= metadata.getColumnCount(); i++) {
      names.add(metadata.getColumnLabel(i));
    }
    return names;
  }

  private static List<String> notices(Statement statement, String severity) throws SQLException {
    List<String> notices = new ArrayList<>();
    for (SQLWarning each = statement.getWarnings(); each != null; each = each.getNextWarning()) {
      ServerErrorMessage message = ((PSQLWarning) each).getServerErrorMessage();
      if (severity.equals(message.getSeverity())) {
        notices.add(message.getMessage());
      }
    }
    return notices;
  }

  private static List<String> starting(String shown, String with) {
    return shown
        .lines()
        .filter(line -> line.startsWith(with))
        .map(line -> line.substring(with.length()))
        .toList();
  }
}
