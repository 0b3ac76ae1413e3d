package org.dpjdbc.it.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.it.DriverJar;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No two neighbouring databases are told apart better than is claimed: in the ordinary build with
 * {@value #FEW} draws a side for every tenth audit, in the thorough one with more for each, with
 * {@code -Pfast,audit} a million or what {@code -Daudit.draws} says. Each audit fails by chance
 * with probability at most 1e-12 ({@link LowerBound}). From {@value Audit#MANY} draws on they must
 * also show that nearly as much is lost as is claimed ({@link Audit#share}): an audit that shows
 * nothing would notice nothing. {@code -Daudit.only=REGEX} tries those in whose names it is found.
 * That the noise is not too small is noticed is shown by {@link NoticeTest}. The bounds are written
 * to {@code target/audits.md}.
 */
@Tag("more")
class AuditTest {
  private static final int FEW = 500;
  private static final int DRAWS = Integer.getInteger("audit.draws", FEW);
  private static final int SHARE = Integer.getInteger("audit.share", 1);
  private static final Pattern ONLY = Pattern.compile(System.getProperty("audit.only", ""));
  private static final Path TABLE = Path.of("target", "audits.md");

  @TempDir private static Path folder;

  @BeforeAll
  static void require() throws URISyntaxException, IOException {
    DriverJar.require();
    Files.createDirectories(TABLE.toAbsolutePath().getParent());
    Files.writeString(
        TABLE, "| audit | ε claimed | δ | ε shown | draws a side |\n|---|---|---|---|---|\n");
  }

  static Stream<Audit> audits() {
    List<Audit> all =
        Stream.of(
                CountAudits.audits(),
                MomentAudits.audits(),
                PairAudits.audits(),
                SelectionAudits.audits(),
                ChoiceAudits.audits())
            .flatMap(kind -> kind)
            .filter(audit -> ONLY.matcher(audit.name()).find())
            .toList();
    return IntStream.range(0, all.size()).filter(i -> i % SHARE == 0).mapToObj(all::get);
  }

  @ParameterizedTest
  @MethodSource("audits")
  void asMuchIsDisclosedAsIsClaimed(Audit audit) throws SQLException, IOException {
    int draws = audit.draws(DRAWS);
    LowerBound bound = Trials.bound(audit, draws, folder);
    double claimed = audit.terms().claimed();
    write(audit, bound, draws);
    assertThat(bound.epsilon()).as(bound.event()).isLessThanOrEqualTo(claimed);
    if (DRAWS >= Audit.MANY) {
      assertThat(bound.epsilon()).as(bound.event()).isGreaterThanOrEqualTo(audit.share() * claimed);
    }
  }

  /**
   * Of a group that one unit alone has delta is told, and nothing else: epsilon is kept with all of
   * it, and not with four fifths of it. Noise is -1, 0 or 1 here, so that the group is shown with
   * the probability 1 / (2 + e^2) = 0.1065, and is not with fewer than 0.097 of 48,000 draws but
   * with a probability below 1e-11. By no draws without the unit no more than 0.0006 of it is left.
   */
  @Test
  void deltaIsDisclosedOfGroupsOfOneUnit() throws SQLException, IOException {
    Audit audit = SelectionAudits.groupOfOne();
    double claimed = audit.terms().claimed();
    try (Trials trials = Trials.of(audit, folder)) {
      Trials.Draws drawn = trials.draw(60_000);
      LowerBound bound = LowerBound.of(drawn.with(), drawn.without(), audit.delta());
      LowerBound less = LowerBound.of(drawn.with(), drawn.without(), 0.8 * audit.delta());
      assertThat(bound.epsilon()).as(bound.event()).isLessThanOrEqualTo(claimed);
      assertThat(less.epsilon()).as(less.event()).isGreaterThan(claimed);
    }
  }

  private static void write(Audit audit, LowerBound bound, int draws) throws IOException {
    System.out.printf(
        Locale.ROOT,
        "audit of %s: epsilon is at least %.3f of the %.3f claimed, by %s (%d draws a side)%n",
        audit.name(),
        bound.epsilon(),
        audit.terms().claimed(),
        bound.event(),
        draws);
    Files.writeString(
        TABLE,
        String.format(
            Locale.ROOT,
            "| %s | %.0f | %s | %.2f (%.0f %%) | %,d |%n",
            audit.name(),
            audit.terms().claimed(),
            audit.delta() == 0 ? "0" : String.valueOf(audit.delta()),
            bound.epsilon(),
            100 * bound.epsilon() / audit.terms().claimed(),
            draws),
        StandardOpenOption.APPEND);
  }
}
