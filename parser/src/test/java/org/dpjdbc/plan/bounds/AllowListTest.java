package org.dpjdbc.plan.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlOperator;
import org.dpjdbc.plan.algebra.DpOperators;
import org.dpjdbc.sql.validate.BackendOperators;
import org.dpjdbc.sql.validate.IntegerDivision;
import org.junit.jupiter.api.Test;

/**
 * What may be applied to the rows of a private table, written down: {@code allow-list.txt} has one
 * operator a line, so that a change of the list is seen in review.
 */
@SuppressWarnings("ReferenceEquality") // operators are what they are, not what they are called
final class AllowListTest {
  @Test
  void theListIsTheOneWrittenDown() throws IOException {
    assertThat(AllowList.operators().stream().map(AllowListTest::line).sorted().toList())
        .isEqualTo(writtenDown());
  }

  /** Name, whose it is, and the operands that the rule admits. */
  private static String line(SqlOperator operator) {
    String owner =
        operator == BackendOperators.EXTRACT
                || operator == BackendOperators.CHAR_LENGTH
                || operator == BackendOperators.CHARACTER_LENGTH
                || BackendOperators.partial().values().stream().anyMatch(own -> own == operator)
                || operator == DpOperators.IS_NAN
                || operator == DpOperators.DATE_TRUNC
                || operator == DpOperators.DATE_DIFF
                || operator == DpOperators.BLURRED
                || operator == IntegerDivision.OPERATOR
            ? "ours"
            : "Calcite's";
    return operator.getName() + " | " + owner + " | " + AllowList.signature(operator);
  }

  private static List<String> writtenDown() throws IOException {
    try (InputStream in = AllowListTest.class.getResourceAsStream("allow-list.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    }
  }
}
