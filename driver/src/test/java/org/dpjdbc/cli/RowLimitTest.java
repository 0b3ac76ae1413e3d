package org.dpjdbc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RowLimitTest {
  private static RowLimit of(Map<Integer, Double> people, double epsilon) {
    List<Double> cells = new ArrayList<>(Collections.nCopies(RowLimit.OCTAVES + 2, 0.0));
    people.forEach(cells::set);
    return new RowLimit(cells, 1, epsilon);
  }

  /** 1,000 people with 5 to 8 rows, 20 with 17 to 32: of those 12.5 rows each are missing at 12. */
  @Test
  void balancesWhatIsMissingAndNoise() {
    Map<Integer, Double> people = Map.of(3, 1000.0, 5, 20.0);
    assertThat(of(people, 1).best()).isEqualTo(32);
    assertThat(of(people, 0.1).best()).isEqualTo(16);
    assertThat(of(people, 0.01).best()).isEqualTo(8);
    assertThat(of(people, 0.0001).best()).isEqualTo(1);
  }

  /** One of 13 empty cells has a number above ln(120) = 4.8 with a probability of 5 %. */
  @Test
  void takesNoiseForNobody() {
    RowLimit limit = of(Map.of(0, 500.0, 11, 4.7, 9, -3.0), 1);
    assertThat(limit.best()).isEqualTo(1);
    assertThat(limit.explained(1))
        .isEqualTo("about 0 of 500 people have more; a total is then off by about 1");
    assertThat(of(Map.of(0, 500.0, 11, 5.0), 1).best()).isEqualTo(1024);
  }

  @Test
  void asksForPowersOfTwo() {
    assertThat(RowLimit.keys("n")).startsWith("n > 1, n > 2, n > 4, ").endsWith(", n > 1024");
  }
}
