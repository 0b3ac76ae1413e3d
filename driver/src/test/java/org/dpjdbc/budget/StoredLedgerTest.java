package org.dpjdbc.budget;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.dpjdbc.budget.StoredLedger.KeptAnswer;
import org.dpjdbc.budget.accountant.MechanismJson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ledgers that earlier versions of the driver wrote: what was spent then is known now, to the last
 * digit and hash. The files of {@code version-1} and so on are never written anew; where the format
 * changes, {@link StoredLedgerWriter} writes one more beside them first.
 */
@ParameterizedClass
@MethodSource("org.dpjdbc.budget.StoredLedger#kept")
class StoredLedgerTest {
  private static final Duration CENTURY = Duration.ofDays(36_500);

  @Parameter private Path kept;
  @TempDir private Path folder;
  private Connection clinic;
  private StoredLedger ledger;

  @BeforeEach
  void takeItOut() throws IOException, SQLException {
    clinic = StoredLedger.createClinic();
    ledger = StoredLedger.copy(kept, folder);
  }

  @AfterEach
  void dropClinic() throws SQLException {
    clinic.close();
  }

  private List<String> written(String file) throws IOException {
    return Files.readAllLines(kept.resolve(file), UTF_8);
  }

  private long writtenEntries() throws IOException {
    return written("entries.txt").stream().filter(line -> line.startsWith("sequence: ")).count();
  }

  private List<SpendingLine> charged() throws LedgerException {
    try (JdbcLedger open = open()) {
      return open.spending();
    }
  }

  private JdbcLedger open() throws LedgerException {
    return JdbcLedger.open(ledger.place(), LedgerFixture.total("100"), CENTURY, Clock.systemUTC());
  }

  @Test
  void isRefusedAsACopyUntilTheOwnerAcceptsIt() throws Exception {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> ledger.connect("ann"))
        .withMessageContaining("DP-POLICY")
        .withMessageContaining(LedgerException.Reason.MOVED.summary());
    ledger.accept();
    // The owner's word is an entry of its own.
    assertThat(ledger.verify()).isEqualTo(writtenEntries() + 1);
    ledger.connect("ann").close();
  }

  @Test
  void showsWhatItRecordedThen() throws Exception {
    ledger.accept();
    List<String> entries = written("entries.txt");
    assertThat(entries).hasSizeGreaterThan(100);
    assertThat(ledger.rows("entries").subList(0, entries.size())).isEqualTo(entries);
    assertThat(ledger.strings().get("accounts.txt")).isEqualTo(written("accounts.txt"));
    assertThat(ledger.strings().get("budget.txt")).isEqualTo(written("budget.txt"));
    assertThat(ledger.strings().get("answers.txt")).isEqualTo(written("answers.txt"));
  }

  /** Else a charge would count by its (ε, δ) alone, and for more than it did. */
  @Test
  void itsMechanismsAreUnderstood() throws Exception {
    String label = "mechanisms: ";
    List<String> mechanisms =
        written("entries.txt").stream()
            .filter(line -> line.startsWith(label) && !line.equals(label + "[]"))
            .map(line -> line.substring(label.length()))
            .toList();
    assertThat(mechanisms).hasSizeGreaterThanOrEqualTo(10);
    assertThat(mechanisms).allSatisfy(text -> assertThat(MechanismJson.read(text)).isPresent());
    assertThat(String.join("", mechanisms))
        .contains("laplace", "gaussian", "partition selection", "exponential")
        .contains("sparse vector", "permute and flip");
  }

  @Test
  void itsAnswersAreRead() throws Exception {
    ledger.accept();
    List<KeptAnswer> answers = ledger.answers();
    assertThat(answers).hasSizeGreaterThanOrEqualTo(10);
    try (JdbcLedger open = open()) {
      for (KeptAnswer answer : answers) {
        assertThat(answer.find(open))
            .as(answer.key())
            .map(c -> (long) c.length)
            .hasValue(answer.bytes());
      }
    }
  }

  @Test
  void takesNewCharges() throws Exception {
    ledger.accept();
    long before = ledger.verify();
    String sql = "SELECT COUNT(*) AS n FROM patients WHERE age > 17";
    for (String analyst : List.of("ann", "new")) {
      assertThat(ledger.ask(analyst, sql)).hasSize(1);
    }
    assertThat(ledger.ask("bob", "SELECT COUNT(*) FROM patients WHERE age > 18")).hasSize(1);
    assertThat(ledger.verify()).isEqualTo(before + 2);
    List<SpendingLine> charged = charged();
    assertThat(charged.get(charged.size() - 2).query()).isEqualTo(sql);
    assertThat(charged.get(charged.size() - 1).analyst()).isEqualTo("bob");
  }

  /** For free, or at the price of a new question, where the keys of answers have changed since. */
  @Test
  void answersItsQuestionsAgain() throws Exception {
    ledger.accept();
    long before = ledger.verify();
    List<SpendingLine> asked = charged();
    for (SpendingLine line : asked) {
      assertThat(ledger.ask(line.analyst(), line.query())).as(line.query()).isNotEmpty();
    }
    assertThat(ledger.verify()).isBetween(before, before + asked.size());
  }

  /** What cannot be read is asked again, and charged: it is no reason to refuse a question. */
  @Test
  void answersWhatItKeptInAnUnreadableForm() throws Exception {
    ledger.accept();
    List<SpendingLine> asked = charged();
    for (SpendingLine line : asked) {
      ledger.ask(line.analyst(), line.query());
    }
    byte[] random = new byte[100];
    Arrays.fill(random, (byte) 0x5a);
    byte[] fewerThanNoRows = {-1, -1, -1, -1};
    byte[] moreThanItsRows = {0, 0, 0, 0, 1};
    long before = ledger.verify();
    for (byte[] unreadable :
        List.of(new byte[0], new byte[] {1}, random, fewerThanNoRows, moreThanItsRows)) {
      try (JdbcLedger open = open()) {
        for (KeptAnswer answer : ledger.answers()) {
          open.answers().store(answer.key(), unreadable, Clock.systemUTC().instant());
        }
      }
      for (SpendingLine line : asked) {
        assertThat(ledger.ask(line.analyst(), line.query())).as(line.query()).isNotEmpty();
      }
      before += asked.size();
      assertThat(ledger.verify()).isEqualTo(before);
    }
  }
}
