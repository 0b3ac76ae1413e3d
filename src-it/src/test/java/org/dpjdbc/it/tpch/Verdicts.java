package org.dpjdbc.it.tpch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code src-it/TPCH.md} says of each query: the page is tested, not only written. */
public final class Verdicts {
  private static final Pattern ROW =
      Pattern.compile("\\| Q(\\d+) \\| (answered|exact|`(DP-[A-Z-]+)`) \\|.*");

  private Verdicts() {}

  /**
   * A query and what becomes of it.
   *
   * @param number 1 to 22
   * @param code of the refusal; empty if it is answered
   * @param noisy whether it is answered with noise
   * @param sql the query
   */
  public record Verdict(int number, Optional<String> code, boolean noisy, String sql) {
    @Override
    public String toString() {
      return "Q" + number;
    }
  }

  /** The rows of the page's table. */
  public static List<Verdict> read() {
    try {
      return Files.readAllLines(Path.of("TPCH.md")).stream()
          .map(ROW::matcher)
          .filter(Matcher::matches)
          .map(
              row -> {
                int number = Integer.parseInt(row.group(1));
                return new Verdict(
                    number,
                    Optional.ofNullable(row.group(3)),
                    row.group(2).equals("answered"),
                    Tpch.queries().get(number - 1));
              })
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException("TPCH.md stands beside the pom", e);
    }
  }
}
