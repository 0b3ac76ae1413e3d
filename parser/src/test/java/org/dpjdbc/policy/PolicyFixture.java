package org.dpjdbc.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;

/**
 * Policies with the expected problems beside them: {@code #! text} at the end of a line expects one
 * problem at that line whose text contains the given one; several are separated by {@code #!}.
 * Every problem must be expected.
 */
final class PolicyFixture {
  /** The beginning of a policy with one table, up to its keys. */
  static final String TABLE =
      """
      version: 1
      schemas:
        PUBLIC:
          tables:
            t:
      """;

  private PolicyFixture() {}

  /** A policy of one private table with one column. */
  static String column(String column) {
    return TABLE + "        {privacy_unit: row, columns: {c: {\n" + column + "\n}}}\n";
  }

  static Policy parse(String yaml) {
    try {
      return PolicyFile.parse("test.yaml", yaml);
    } catch (PolicyException e) {
      throw new AssertionError(e);
    }
  }

  static void refused(String yaml) {
    PolicyException refusal =
        catchThrowableOfType(PolicyException.class, () -> PolicyFile.parse("test.yaml", yaml));
    assertThat(refusal).as("refusal of\n%s", yaml).isNotNull();
    assertProblems(refusal, expected(yaml));
  }

  static void assertProblems(PolicyException refusal, List<PolicyProblem> expected) {
    List<PolicyProblem> unexpected = new ArrayList<>(refusal.problems());
    List<PolicyProblem> missing = new ArrayList<>(expected);
    missing.removeIf(e -> unexpected.removeIf(actual -> matches(actual, e)));
    assertThat(missing).as("missing, of %s", refusal.problems()).isEmpty();
    assertThat(unexpected).as("not expected").isEmpty();
  }

  private static boolean matches(PolicyProblem actual, PolicyProblem expected) {
    return actual.location().equals(expected.location()) && actual.text().contains(expected.text());
  }

  static List<PolicyProblem> expected(String yaml) {
    List<PolicyProblem> expected = new ArrayList<>();
    int line = 0;
    for (String text : yaml.lines().toList()) {
      line++;
      String[] parts = text.split("#!");
      for (int i = 1; i < parts.length; i++) {
        expected.add(new PolicyProblem(new Location("test.yaml", line), parts[i].strip()));
      }
    }
    return expected;
  }
}
