package org.dpjdbc.gateway.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Test;

class KnownLooksTest {
  private static final Look NONE = new Look.Parsed(List.of(), List.of(), Frame.of('n'));

  private static Lookout.Question question(String text) {
    return new Lookout.Question(text, List.of(), "public", true);
  }

  @Test
  void countsAllThatIsKept() {
    Lookout.Question plain = question("SELECT 1");
    long bytes = KnownLooks.size(plain, NONE);
    List<Integer> many = Collections.nCopies(1000, 23);
    assertThat(KnownLooks.size(question("SELECT 1" + " ".repeat(1000)), NONE))
        .isGreaterThanOrEqualTo(bytes + 1000);
    assertThat(KnownLooks.size(new Lookout.Question("SELECT 1", many, "public", true), NONE))
        .isGreaterThanOrEqualTo(bytes + 20_000);
    assertThat(
            KnownLooks.size(
                new Lookout.Question("SELECT 1", List.of(), "p".repeat(1000), true), NONE))
        .isGreaterThanOrEqualTo(bytes + 990);
    for (Look look :
        List.of(
            new Look.Parsed(List.of("1".repeat(1000)), List.of(), Frame.of('n')),
            new Look.Parsed(List.of(), many, Frame.of('n')),
            new Look.Parsed(List.of(), List.of(), Frame.of('T', new byte[1000])),
            new Look.Refused(ServerError.of("42601", "x".repeat(1000))))) {
      assertThat(KnownLooks.size(plain, look)).isGreaterThanOrEqualTo(bytes + 1000);
    }
  }

  @Test
  void letsNobodyRemoveWhatOthersAsked() {
    KnownLooks known = new KnownLooks(100_000, 60_000);
    known.keep(question("bob's"), NONE, "bob");
    for (int i = 0; i < 10_000; i++) {
      known.keep(question("SELECT " + i), NONE, "ann");
      known.keep(question("SELECT -" + i), NONE, "eve");
      assertThat(known.bytes()).isLessThanOrEqualTo(100_000);
    }
    assertThat(known.find(question("bob's"))).contains(NONE);
    assertThat(known.find(question("SELECT 9999"))).contains(NONE);
    assertThat(known.find(question("SELECT 0"))).isEmpty();
  }

  @Test
  void keepsWhatWasAskedLast() {
    KnownLooks known = new KnownLooks(20_000, 20_000);
    for (int i = 0; i < 1000; i++) {
      known.keep(question("SELECT " + i), NONE, "ann");
      assertThat(known.find(question("SELECT 0"))).contains(NONE);
    }
    assertThat(known.find(question("SELECT 1"))).isEmpty();
  }

  @Test
  void keepsNothingThatIsTooLong() {
    KnownLooks known = new KnownLooks(20_000, 20_000);
    known.keep(question("SELECT 1"), NONE, "ann");
    known.keep(question("x".repeat(1000)), NONE, "ann");
    assertThat(known.find(question("x".repeat(1000)))).isEmpty();
    assertThat(known.find(question("SELECT 1"))).contains(NONE);
  }
}
