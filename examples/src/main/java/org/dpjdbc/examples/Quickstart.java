package org.dpjdbc.examples;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * The first thing a newcomer runs: a hospital in H2, a policy, a handful of questions through the
 * driver with the true values beside them (this program owns the data), and two refusals.
 */
public final class Quickstart {
  private static final String DATABASE = "h2:mem:clinic";

  /** The driver's log, held so that its level lasts: the screen needs no word of a new ledger. */
  private static final Logger LOG = Logger.getLogger("org.dpjdbc");

  private record Question(String text, String sql) {}

  private static final List<Question> QUESTIONS =
      List.of(
          new Question("How many patients are there?", "SELECT COUNT(*) AS n FROM patients"),
          new Question(
              "Who smokes?",
              """
              SELECT sex, smoker, COUNT(*) AS n, AVG(age) AS mean_age
              FROM patients GROUP BY sex, smoker ORDER BY sex, smoker"""),
          new Question(
              "Where do they live? (One region has a single inhabitant.)",
              """
              SELECT region, COUNT(*) AS n, AVG(weight) AS kg, STDDEV_SAMP(weight) AS sd
              FROM patients WHERE age BETWEEN 40 AND 80 GROUP BY region ORDER BY region"""),
          new Question(
              "What do visits cost, by chapter of disease?",
              """
              SELECT d.chapter, COUNT(*) AS n, SUM(v.cost) AS total, AVG(v.cost) AS mean
              FROM visits v JOIN diseases d ON v.icd = d.code
              GROUP BY d.chapter ORDER BY n DESC"""),
          new Question(
              "What share of the patients is older than 65?",
              """
              SELECT 100.0 * COUNT(*) FILTER (WHERE age > 65) / COUNT(*) AS share
              FROM patients"""));

  private static final List<Question> REFUSED =
      List.of(
          new Question("Show me the patients.", "SELECT * FROM patients WHERE age > 99"),
          new Question(
              "How much do they weigh for their number?",
              "SELECT SUM(patient_id * weight) FROM patients"));

  private Quickstart() {}

  /**
   * Runs the example.
   *
   * @param args a folder for the policy and its ledger; default {@code target/quickstart}, which is
   *     emptied first
   */
  public static void main(String[] args) throws IOException, SQLException {
    LOG.setLevel(Level.WARNING);
    Path folder = Path.of(args.length > 0 ? args[0] : "target/quickstart");
    Path policy = freshPolicy(folder);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.printf("%ndp-jdbc: a hospital in H2, and the policy that the data owner wrote:%n%n");
    Files.readAllLines(policy).forEach(line -> out.println("  " + line));
    try (Connection owner = DriverManager.getConnection("jdbc:" + DATABASE)) {
      out.printf(
          "%nCreating %,d patients and %,d visits ...%n", Hospital.PATIENTS, Hospital.VISITS);
      Hospital.create(owner);
      String url = "jdbc:dp:" + DATABASE + ";dp.policy=" + policy + ";dp.error_columns=true";
      out.printf("%nThe analyst connects to%n%n  %s%n", url);
      try (Connection analyst = DriverManager.getConnection(url, "ann", "secret")) {
        Screen screen = new Screen(out, analyst, owner);
        for (Question question : QUESTIONS) {
          screen.answer(question.text(), question.sql());
        }
        screen.answer(
            "The first question again: the same answer, for free.", QUESTIONS.get(0).sql());
        for (Question question : REFUSED) {
          screen.refusal(question.text(), question.sql());
        }
      }
      try (Statement closing = owner.createStatement()) {
        closing.execute("SHUTDOWN");
      }
    }
  }

  private static Path freshPolicy(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> old = Files.walk(folder)) {
        for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
    Files.createDirectories(folder);
    Path policy = folder.resolve("clinic.yaml");
    try (InputStream in = Quickstart.class.getResourceAsStream("clinic.yaml")) {
      if (in == null) {
        throw new IOException("the example's policy is not on the class path");
      }
      Files.copy(in, policy);
    }
    return policy;
  }
}
