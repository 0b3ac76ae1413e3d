package org.dpjdbc.it.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import liquibase.Scope;
import liquibase.command.CommandScope;
import liquibase.exception.LiquibaseException;
import liquibase.resource.DirectoryResourceAccessor;
import org.dpjdbc.backends.TestBackend;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Tools that write, which is refused before anything happens. */
@ParameterizedClass
@MethodSource("org.dpjdbc.it.clients.Shop#kinds")
class MigrationsTest {
  private static final String TABLES =
      "SELECT table_name FROM INFORMATION_SCHEMA.TABLES WHERE table_schema = '%s' ORDER BY 1";

  @Parameter TestBackend kind;
  @TempDir Path folder;
  private Path migrations;

  @BeforeEach
  void writeMigration() throws Exception {
    migrations = Files.createDirectories(folder.resolve("migrations"));
    Files.writeString(
        migrations.resolve("V1__wishes.sql"),
        "--liquibase formatted sql\n--changeset ann:1\nCREATE TABLE wishes (id INT);\n",
        UTF_8);
  }

  @Test
  void liquibase() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      List<String> before = shop.raw(TABLES.formatted(shop.schema()));
      Refused.by(() -> update(shop), "DP-READ-ONLY", "25006", LiquibaseException.class);
      assertThat(shop.raw(TABLES.formatted(shop.schema()))).isEqualTo(before);
      shop.charged(0);
      ClientTranscript transcript = new ClientTranscript();
      transcript.ask(
          "liquibase update --changelog-file=V1__wishes.sql",
          () -> {
            update(shop);
            return List.of();
          });
      transcript.isOn("liquibase", kind, shop);
    }
  }

  private void update(Shop shop) throws Exception {
    Scope.child(
        Scope.Attr.resourceAccessor,
        new DirectoryResourceAccessor(migrations),
        () ->
            new CommandScope("update")
                .addArgumentValue("driver", "org.dpjdbc.Driver")
                .addArgumentValue("url", shop.url())
                .addArgumentValue("username", shop.user())
                .addArgumentValue("password", shop.password())
                .addArgumentValue("changelogFile", "V1__wishes.sql")
                .execute());
  }

  /** It looks at the URL, and does not connect. */
  @Test
  void flyway() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      List<String> before = shop.raw(TABLES.formatted(shop.schema()));
      assertThatThrownBy(
              () ->
                  Flyway.configure()
                      .driver("org.dpjdbc.Driver")
                      .dataSource(shop.url(), shop.user(), shop.password())
                      .locations("filesystem:" + migrations)
                      .load()
                      .migrate())
          .isInstanceOf(FlywayException.class)
          .hasMessageContaining("jdbc:dp:");
      assertThat(shop.raw(TABLES.formatted(shop.schema()))).isEqualTo(before);
      shop.charged(0);
    }
  }
}
