package org.dpjdbc.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.gateway.login.Verifier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsReaderTest {
  private static final String DATABASE =
      "databases: {shop: {url: \"jdbc:h2:mem:x\", policy: p.yaml}}\n";

  @TempDir private Path folder;

  @BeforeEach
  void policy() throws IOException {
    Files.writeString(folder.resolve("p.yaml"), "version: 1");
  }

  private Settings read(String text, Map<String, String> environment)
      throws IOException, ConfigException {
    Path file = folder.resolve("gateway.yaml");
    Files.writeString(file, text);
    return SettingsReader.read(file, environment);
  }

  @Test
  void hasDefaultsForWhatIsNotWritten() throws IOException, ConfigException {
    Settings settings = read("version: 1\n" + DATABASE, Map.of());
    assertThat(settings.address()).isEqualTo("127.0.0.1");
    assertThat(settings.port()).isEqualTo(5433);
    assertThat(settings.tlsRequired()).isTrue();
    assertThat(settings.users()).isEmpty();
    assertThat(settings.databases().get("shop").url()).isEqualTo("jdbc:dp:h2:mem:x");
    assertThat(settings.databases().get("shop").properties()).containsEntry("dp.pool", "8");
  }

  @Test
  void keepsDecoysAsLongAsTheProcessWhereThereIsNoSecret() throws IOException, ConfigException {
    String text = "version: 1\n" + DATABASE;
    assertThat(read(text, Map.of()).decoy().verifier("eve").text())
        .isEqualTo(read(text, Map.of()).decoy().verifier("eve").text())
        .isNotEqualTo(read(text, Map.of()).decoy().verifier("eva").text());
  }

  @Test
  void takesPasswordsFromTheEnvironmentOrAFile() throws IOException, ConfigException {
    Files.writeString(folder.resolve("secret"), "open sesame\n");
    String text =
        """
        version: 1
        databases:
          shop:
            url: jdbc:h2:mem:x
            user: dp
            password: {env: SHOP}
            policy: p.yaml
            ledger: {url: "jdbc:h2:mem:l", user: l, password: {file: secret}}
        """;
    Settings settings = read(text, Map.of("SHOP", "swordfish"));
    assertThat(settings.databases().get("shop").properties())
        .containsEntry("password", "swordfish")
        .containsEntry("dp.ledger.password", "open sesame");
    assertThatThrownBy(() -> read(text, Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("databases.shop.password: the environment has no variable SHOP");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "version: 2; DB | version: must be 1",
        "version: 1; databases: {} | databases: there is none",
        "version: 1; lissten: {}; DB | unknown key lissten; known are audit, databases, limits",
        "version: 1; listen: {port: 70000}; DB | listen.port",
        "version: 1; limits: {statements: 0}; DB | limits.statements: must be at least 1",
        "version: 1; databases: {a: {url: 'jdbc:dp:h2:mem:x', policy: p.yaml}} | own URL",
        "version: 1; databases: {a: {url: 'jdbc:h2:mem:x', policy: q.yaml}} | there is no file",
        "version: 1; databases: {a: {url: 'jdbc:h2:mem:x', policy: p.yaml, password: {}}} | either env or file",
        "version: 1 | databases",
        "version: [ | gateway.yaml",
      })
  void saysWhatIsWrong(String text, String message) {
    String lines = text.replace("DB", DATABASE.strip()).replace("; ", "\n");
    assertThatThrownBy(() -> read(lines, Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(message);
  }

  @Test
  void keepsUsersInAFileOfTheirOwn() throws IOException, ConfigException {
    Settings settings = read("version: 1\n" + DATABASE, Map.of());
    String verifier = Verifier.of("x".toCharArray(), new SecureRandom()).text();
    UsersFile.UserEntry user =
        new UsersFile.UserEntry(verifier, Optional.of("team"), List.of("shop"), Optional.empty());
    assertThat(settings.usersFile().put("ann", user)).isTrue();
    assertThat(settings.usersFile().put("ann", user)).isFalse();
    Settings again = read("version: 1\n" + DATABASE, Map.of());
    assertThat(again.users().get("ann").analyst()).isEqualTo("team");
    assertThat(Files.getPosixFilePermissions(folder.resolve("users.yaml"))).hasSize(2);
    assertThat(settings.usersFile().remove("ann")).isTrue();
    assertThat(settings.usersFile().remove("ann")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"postgres", "pg_monitor", "public", "'a b'", "''", "'a\"b'"})
  void refusesNamesThatArePostgresOwn(String name) {
    assertThatThrownBy(() -> UserNames.check(name, "here"))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("here: ");
  }
}
