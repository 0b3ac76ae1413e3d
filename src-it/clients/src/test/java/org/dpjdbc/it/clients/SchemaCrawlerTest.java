package org.dpjdbc.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dpjdbc.backends.TestBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import schemacrawler.inclusionrule.IncludeAll;
import schemacrawler.schema.Catalog;
import schemacrawler.schema.Table;
import schemacrawler.schemacrawler.LimitOptionsBuilder;
import schemacrawler.schemacrawler.LoadOptionsBuilder;
import schemacrawler.schemacrawler.SchemaCrawlerOptions;
import schemacrawler.schemacrawler.SchemaCrawlerOptionsBuilder;
import schemacrawler.schemacrawler.SchemaInfoLevelBuilder;
import schemacrawler.tools.command.text.schema.options.TextOutputFormat;
import schemacrawler.tools.executable.SchemaCrawlerExecutable;
import schemacrawler.tools.options.OutputOptions;
import schemacrawler.tools.options.OutputOptionsBuilder;
import us.fatehi.utility.datasource.DatabaseConnectionSource;
import us.fatehi.utility.datasource.DatabaseConnectionSources;
import us.fatehi.utility.datasource.MultiUseUserCredentials;

/** A tool that calls practically every method of metadata, at its most curious. */
@ParameterizedClass
@MethodSource("org.dpjdbc.it.clients.Shop#kinds")
class SchemaCrawlerTest {
  @Parameter TestBackend kind;
  @TempDir Path folder;

  @Test
  void everythingThatThereIs() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      Path text = folder.resolve("schema.txt");
      SchemaCrawlerExecutable executable = new SchemaCrawlerExecutable("details");
      SchemaCrawlerOptions options =
          SchemaCrawlerOptionsBuilder.newSchemaCrawlerOptions()
              .withLimitOptions(
                  LimitOptionsBuilder.builder()
                      .includeSchemas(new IncludeAll())
                      .includeRoutines(new IncludeAll())
                      .includeSequences(new IncludeAll())
                      .includeSynonyms(new IncludeAll())
                      .toOptions())
              .withLoadOptions(
                  LoadOptionsBuilder.builder()
                      .withSchemaInfoLevel(SchemaInfoLevelBuilder.maximum())
                      .toOptions());
      OutputOptions output = OutputOptionsBuilder.newOutputOptions(TextOutputFormat.text, text);
      executable.setSchemaCrawlerOptions(options);
      executable.setOutputOptions(output);
      try (DatabaseConnectionSource source =
          DatabaseConnectionSources.newDatabaseConnectionSource(
              shop.url(), new MultiUseUserCredentials(shop.user(), shop.password()))) {
        executable.setDataSource(source);
        executable.execute();
      }
      Catalog catalog = executable.getCatalog();
      List<String> names = catalog.getTables().stream().map(Table::getName).toList();
      assertThat(names)
          .contains(shop.name("CUSTOMERS"), shop.name("ORDERS"), shop.name("PRODUCTS"))
          .doesNotContain(shop.name("PASSWORDS"));
      Table orders =
          catalog.getTables().stream()
              .filter(table -> table.getName().equals(shop.name("ORDERS")))
              .findFirst()
              .orElseThrow();
      assertThat(orders.getColumns()).hasSize(5);
      assertThat(orders.getPrimaryKey().getConstrainedColumns()).hasSize(1);
      assertThat(orders.getImportedForeignKeys()).hasSize(2);
      String said = Files.readString(text);
      assertThat(said)
          .containsIgnoringCase("customers")
          .doesNotContain("Zq7", "passwords", "email");
      shop.charged(0);
      ClientTranscript transcript = new ClientTranscript();
      int from = said.indexOf("\n" + shop.name("CUSTOMERS") + " ");
      transcript.say(said.substring(from, said.indexOf("\n" + shop.name("PRODUCTS") + " ", from)));
      transcript.isOn("schemacrawler", kind, shop);
    }
  }
}
