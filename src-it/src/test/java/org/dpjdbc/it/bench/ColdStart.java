package org.dpjdbc.it.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dpjdbc.Driver;

/**
 * A new process: how long {@code connect} takes, how long the first two queries right after it, and
 * how long it is from {@code java} to an answer; plain, with an archive of the classes, and as the
 * command {@code dp-jdbc} starts it. Each measurement is a process of its own, which JMH does not
 * offer for several figures at once. The ways take turns, so that what else the machine does falls
 * on all.
 */
final class ColdStart {
  private static final int PROCESSES = 9;
  private static final String RESULT = "cold ";
  private static final String ALONE = "answered";
  private static final String SQL =
      "SELECT sex, COUNT(*), AVG(income) FROM people WHERE age > 20 GROUP BY sex ORDER BY 2 DESC";

  private ColdStart() {}

  /** What one process took, in milliseconds; the second answer is to another text. */
  private record Start(double raw, double connect, double first, double second) {
    double untilFirst() {
      return raw + connect + first;
    }

    double untilSecond() {
      return untilFirst() + second;
    }
  }

  static List<Figure> measure() throws Exception {
    try (Folder folder = Folder.make("cold")) {
      Path archive = folder.of("classes.jsa");
      String classPath = classPath(folder.of("cold-start.jar"));
      run(classPath, List.of("-XX:ArchiveClassesAtExit=" + archive));
      if (!Files.exists(archive)) {
        throw new IllegalStateException("this Java makes no archives");
      }
      String shared = "-XX:SharedArchiveFile=" + archive;
      Map<String, List<String>> ways = new LinkedHashMap<>();
      ways.put("plain", List.of());
      ways.put("archive", List.of(shared));
      ways.put(
          "archive, C1, serial", List.of(shared, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
      Map<String, List<Start>> starts = new LinkedHashMap<>();
      for (int i = 0; i < PROCESSES; i++) {
        for (Map.Entry<String, List<String>> way : ways.entrySet()) {
          starts
              .computeIfAbsent(way.getKey(), key -> new ArrayList<>())
              .add(run(classPath, way.getValue()));
        }
      }
      return figures(starts);
    }
  }

  private static List<Figure> figures(Map<String, List<Start>> starts) {
    List<Start> plain = starts.get("plain");
    List<Figure> figures =
        new ArrayList<>(
            List.of(
                Figure.of("new process: connect", "ms", "", of(plain, Start::connect)),
                Figure.of(
                    "new process: first query right after it",
                    "ms",
                    "3000",
                    of(plain, Start::first)),
                Figure.of(
                    "new process: next query, another text", "ms", "", of(plain, Start::second)),
                Figure.of(
                    "from java to the database's own answer, its tables made",
                    "ms",
                    "",
                    of(plain, Start::raw))));
    for (Map.Entry<String, List<Start>> way : starts.entrySet()) {
      List<Double> shares = new ArrayList<>();
      for (int i = 0; i < plain.size(); i++) {
        shares.add(way.getValue().get(i).untilSecond() / plain.get(i).untilSecond());
      }
      String name = way.getKey();
      figures.add(
          Figure.of(
              "from java to the first answer, " + name,
              "ms",
              "",
              of(way.getValue(), Start::untilFirst)));
      figures.add(
          Figure.of(
              "from java to the second answer, " + name,
              "ms",
              "",
              of(way.getValue(), Start::untilSecond)));
      figures.add(Figure.of("  in shares of the plain one", "x plain", "", shares));
    }
    return figures;
  }

  private static List<Double> of(List<Start> starts, ToDoubleFunction<Start> figure) {
    return starts.stream().mapToDouble(figure).boxed().toList();
  }

  private static Start run(String classPath, List<String> options)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, ColdStart.class.getName()));
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    List<Double> times = new ArrayList<>();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith(ALONE)) {
          times.add((System.nanoTime() - start) / 1e6);
        } else if (line.startsWith(RESULT)) {
          times.add(Double.valueOf(line.substring(RESULT.length())));
        }
      }
    }
    if (process.waitFor() != 0 || times.size() != 4) {
      throw new IllegalStateException("a process failed");
    }
    return new Start(times.get(0), times.get(1), times.get(2), times.get(3));
  }

  /** Jars alone, as users have them: no archive can be made of classes in a folder. */
  private static String classPath(Path own) throws IOException, ReflectiveOperationException {
    Path folder = placeOf(ColdStart.class);
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(own));
        Stream<Path> files = Files.walk(folder.resolve("org/dpjdbc/it/bench"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        jar.putNextEntry(new JarEntry(folder.relativize(file).toString()));
        Files.copy(file, jar);
      }
    }
    return Stream.of(own, placeOf(Driver.class), placeOf(Class.forName("org.h2.Driver")))
        .map(Path::toString)
        .collect(Collectors.joining(System.getProperty("path.separator")));
  }

  private static Path placeOf(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  /** The process: the database is there before the driver is touched. */
  public static void main(String[] args) throws Exception {
    try (People people = new People(1000, /* reuse= */ false)) {
      People.read(people.raw(), SQL);
      System.out.println(ALONE);
      long start = System.nanoTime();
      try (Connection driver = people.connect()) {
        long connected = System.nanoTime();
        People.read(driver, SQL);
        long answered = System.nanoTime();
        People.read(driver, "SELECT COUNT(*) FROM people WHERE income > 100");
        long again = System.nanoTime();
        System.out.println(RESULT + (connected - start) / 1e6);
        System.out.println(RESULT + (answered - connected) / 1e6);
        System.out.println(RESULT + (again - answered) / 1e6);
      }
    }
  }
}
