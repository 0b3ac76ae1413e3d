package org.dpjdbc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.budget.BudgetRules;
import org.dpjdbc.budget.ChargeRequest;
import org.dpjdbc.budget.Cost;
import org.dpjdbc.budget.JdbcLedger;
import org.dpjdbc.budget.LedgerLocation;
import org.dpjdbc.budget.RenewalPeriod;
import org.dpjdbc.budget.accountant.Accounting;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  @BeforeEach
  void chargeTwice() throws Exception {
    Cost one = Cost.of(BigDecimal.ONE, BigDecimal.ZERO);
    try (JdbcLedger ledger =
        JdbcLedger.open(
            LedgerLocation.beside(folder.resolve("clinic.yaml")),
            new BudgetRules(one.plus(one), Optional.empty(), RenewalPeriod.NEVER, Accounting.BASIC),
            Duration.ZERO,
            Clock.systemUTC())) {
      ledger.charge(new ChargeRequest("ann", one, "q", "[]"));
      ledger.charge(new ChargeRequest("ann", one, "q", "[]"));
    }
  }

  private int run(String... arguments) {
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  @Test
  void verifies() {
    assertThat(run("ledger", "verify", folder.resolve("clinic.yaml").toString())).isZero();
    assertThat(out.toString()).contains("intact: 2 entries");
  }

  @Test
  void acceptsAMovedLedgerWhenAsked() throws Exception {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    for (String ending : new String[] {".mv.db", ".anchor"}) {
      Files.move(
          folder.resolve("clinic.ledger" + ending), elsewhere.resolve("clinic.ledger" + ending));
    }
    String policy = elsewhere.resolve("clinic.yaml").toString();
    assertThat(run("ledger", "verify", policy)).isEqualTo(3);
    assertThat(err.toString()).contains("but is at").contains("ledger accept");
    assertThat(run("ledger", "accept", policy)).isZero();
    assertThat(run("ledger", "verify", policy)).isZero();
    assertThat(out.toString()).contains("intact: 3 entries");
  }

  @Test
  void doesNotBeginALedger() {
    assertThat(run("ledger", "verify", folder.resolve("other.yaml").toString())).isEqualTo(3);
    assertThat(run("ledger", "accept", folder.resolve("other.yaml").toString())).isEqualTo(3);
    assertThat(err.toString()).contains("there is no ledger");
    assertThat(folder.resolve("other.ledger.mv.db")).doesNotExist();
  }

  /** The text of an export is all that is needed to check the history: RFC-like, field by field. */
  @Test
  void exportsWhatCanBeCheckedWithoutTheDriver() throws Exception {
    String policy = folder.resolve("clinic.yaml").toString();
    assertThat(run("ledger", "export", policy)).isZero();
    JsonNode all = new ObjectMapper().readTree(out.toString());
    JsonNode ledger = all.get("ledger").get(0);
    String hash =
        hash(
            "dp-jdbc ledger 1",
            ledger.get("ledger_id").asText(),
            ledger.get("created_at_micros").asLong());
    assertThat(ledger.get("first_hash").asText()).isEqualTo(hash);
    assertThat(all.get("entries")).hasSize(2);
    for (JsonNode entry : all.get("entries")) {
      assertThat(entry.get("previous_hash").asText()).isEqualTo(hash);
      hash =
          hash(
              "dp-jdbc entry 1",
              hash,
              entry.get("sequence").asLong(),
              entry.get("charge_id").asText(),
              entry.get("charged_at_micros").asLong(),
              entry.get("counted_at_micros").asLong(),
              entry.get("analyst").asText(),
              entry.get("epsilon_nanos").asLong(),
              new BigInteger(entry.get("delta_yoctos").asText()).toByteArray(),
              entry.get("query").asText(),
              entry.get("mechanisms").asText());
      assertThat(entry.get("hash").asText()).isEqualTo(hash);
      assertThat(entry.get("epsilon").decimalValue()).isEqualByComparingTo("1");
    }
    assertThat(ledger.get("head_hash").asText()).isEqualTo(hash);
    assertThat(all.get("accounts").findValuesAsText("account")).containsExactly("*", "@ann");
    assertThat(all.get("accounts").get(1).get("epsilon_nanos").asLong()).isEqualTo(2_000_000_000);
  }

  private static String hash(Object... parts) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    for (Object part : parts) {
      if (part instanceof Long number) {
        out.writeLong(number);
      } else {
        byte[] content =
            part instanceof byte[] given ? given : part.toString().getBytes(StandardCharsets.UTF_8);
        out.writeInt(content.length);
        out.write(content);
      }
    }
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
  }

  @Test
  void exportsTablesForSpreadsheets() {
    String policy = folder.resolve("clinic.yaml").toString();
    assertThat(run("ledger", "export", policy, "--csv")).isZero();
    List<String> lines = out.toString().lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).startsWith("sequence,charge_id,charged_at,").endsWith(",hash");
    assertThat(lines.get(1)).startsWith("1,").contains(",ann,").contains(",1000000000,");
    out.getBuffer().setLength(0);
    assertThat(run("ledger", "export", policy, "--csv=accounts")).isZero();
    assertThat(out.toString().lines().toList()).hasSize(3);
    assertThat(run("ledger", "export", policy, "--csv=answers")).isEqualTo(2);
    assertThat(run("ledger", "export", policy, "--csv", "--json")).isEqualTo(2);
    assertThat(run("ledger", "export", folder.resolve("other.yaml").toString())).isEqualTo(3);
  }
}
