package org.dpjdbc.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Programs that run in a process of their own. */
final class Child {
  /** Printed when the child holds what it was to hold. */
  static final String READY = "ready";

  /** Printed for each answer. */
  static final String ANSWER = "answer";

  private Child() {}

  /**
   * Starts a program.
   *
   * @param arguments {@code hold FILE}, which locks a file, or {@code ask FOLDER}, which asks a
   *     clinic until it is refused
   * @param shellPrefix a shell to start it from, if any
   */
  static Process start(List<String> arguments, String... shellPrefix) throws IOException {
    List<String> command = new ArrayList<>(List.of(shellPrefix));
    command.addAll(java());
    command.add(Child.class.getName());
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  /** A Java program with the class path of the tests. */
  static List<String> java() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-XX:-UsePerfData",
        "-cp",
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
  }

  static BufferedReader output(Process child) {
    return new BufferedReader(
        new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8));
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("hold")) {
      hold(arguments[1]);
    } else {
      try (Clinic clinic = Clinic.open(Path.of(arguments[1]), "child");
          Connection connection = clinic.connect()) {
        ask(connection);
      }
    }
  }

  private static void hold(String path) throws IOException, InterruptedException {
    try (RandomAccessFile file = new RandomAccessFile(path, "rw");
        FileLock lock = file.getChannel().lock()) {
      System.out.println(READY);
      while (lock.isValid()) {
        Thread.sleep(1_000);
      }
    }
  }

  private static void ask(Connection connection) throws SQLException {
    try {
      while (true) {
        Clinic.number(connection, "SELECT /*+ DP(epsilon=0.01) */ COUNT(*) FROM patients");
        System.out.println(ANSWER);
      }
    } catch (SQLException e) {
      System.out.println(
          e.getClass().getSimpleName() + " " + e.getSQLState() + " " + e.getMessage());
      // What needs no charge is still answered.
      System.out.println(Clinic.number(connection, "SELECT COUNT(*) FROM diseases"));
    }
  }
}
