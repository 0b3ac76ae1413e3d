package org.dpjdbc.backends;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Prints the suites that took the most CPU-seconds in a build, and fails if one took more than
 * twice its share ({@link SuiteCases#share}). Shares, and not seconds: machines differ.
 */
public final class SuiteReport {
  /** The system property that names the folder for a build's figures. */
  static final String FOLDER = "suites.folder";

  static final String ENDING = ".csv";

  private static final int SHOWN = 10;

  private SuiteReport() {}

  /**
   * Reads the figures of all modules.
   *
   * @param arguments whether shares are checked, which is of no use where not all suites ran; then
   *     the folders of the modules
   * @throws IllegalStateException if a suite took more than twice its share
   */
  public static void main(String[] arguments) throws IOException {
    Map<String, Double> seconds = new TreeMap<>();
    for (String folder : List.of(arguments).subList(1, arguments.length)) {
      read(Path.of(folder), seconds);
    }
    if (seconds.isEmpty()) {
      return;
    }
    print(seconds);
    // With -Dtest=NAME some suites ran.
    boolean checked = Boolean.parseBoolean(arguments[0]) && System.getProperty("test") == null;
    List<String> over = over(seconds);
    if (checked && !over.isEmpty()) {
      throw new IllegalStateException(
          "These suites take more than twice their share of the build's CPU-seconds: make them"
              + " cheaper, leave cases to the thorough build, or change their share in SuiteCases: "
              + String.join("; ", over));
    }
  }

  private static void read(Path folder, Map<String, Double> seconds) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith(ENDING)).toList()) {
        for (String line : Files.readAllLines(file)) {
          int comma = line.indexOf(',');
          String suite = line.substring(0, comma);
          seconds.merge(
              suite.substring(suite.lastIndexOf('.') + 1),
              Double.valueOf(line.substring(comma + 1)),
              Double::sum);
        }
      }
    }
  }

  private static void print(Map<String, Double> seconds) {
    double all = total(seconds);
    System.out.printf(
        "%d suites took %.0f CPU-seconds. The most expensive:%n", seconds.size(), all);
    seconds.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder()))
        .limit(SHOWN)
        .forEach(
            each ->
                System.out.printf(
                    "%8.1f s %5.1f %% (share %.1f %%)  %s%n",
                    each.getValue(),
                    100 * each.getValue() / all,
                    SuiteCases.share(each.getKey()),
                    each.getKey()));
  }

  private static double total(Map<String, Double> seconds) {
    return seconds.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static List<String> over(Map<String, Double> seconds) {
    double all = total(seconds);
    List<String> over = new ArrayList<>();
    seconds.forEach(
        (suite, each) -> {
          double share = SuiteCases.share(suite);
          if (100 * each > 2 * share * all) {
            over.add("%s %.1f %%, share %.1f %%".formatted(suite, 100 * each / all, share));
          }
        });
    return over;
  }
}
