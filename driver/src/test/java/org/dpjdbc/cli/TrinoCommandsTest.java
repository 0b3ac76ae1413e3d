package org.dpjdbc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The owner's commands over tables of several catalogs, none of which enforces a key. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TrinoCommandsTest {
  private static final String POLICY =
      """
      version: 1
      schemas:
        tpch.tiny:
          tables:
            customer: {privacy_unit: custkey, max_rows_contributed: 1, columns: {custkey: {}}}
            orders:
              privacy_unit: {column: custkey, references: customer.custkey}
              max_rows_contributed: 20
              columns: {custkey: {}, orderkey: {}}
      """;

  @TempDir private static Path folder;
  private TestDatabase database;

  @BeforeAll
  void open() throws SQLException {
    database = TestBackends.called("Trino").create();
    try (Statement statement = database.owner().createStatement()) {
      statement.execute("CREATE VIEW buyers AS SELECT custkey AS buyer FROM tpch.tiny.customer");
    }
  }

  @AfterAll
  void close() throws SQLException {
    database.close();
  }

  private String run(int expected, String command, String... arguments) {
    StringWriter out = new StringWriter();
    String[] all = new String[arguments.length + 3];
    all[0] = command;
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[arguments.length + 1] = "--user";
    all[arguments.length + 2] = "tester";
    PrintWriter printer = new PrintWriter(out, true);
    assertThat(Main.run(printer, printer, all)).as(out::toString).isEqualTo(expected);
    return out.toString();
  }

  @Test
  void checksTablesOfAnotherCatalog() throws IOException {
    Path policy = Files.writeString(folder.resolve("shop.yaml"), POLICY);
    assertThat(run(0, "check", policy.toString(), database.url()))
        .contains("can be used: 2 private and 0 public tables");
  }

  @Test
  void draftsAnotherCatalog() {
    assertThat(run(0, "init", database.url(), "--schema", "tpch.tiny"))
        .contains("  tpch.tiny:\n    tables:\n", "      customer:\n", "# max_rows_contributed: 20")
        .doesNotContain("unverified_connectors");
  }

  @Test
  void draftsViewsWhereNoKeyIsEnforced() {
    assertThat(run(0, "init", database.url()))
        .contains("      buyers:\n        privacy_unit: TODO")
        .doesNotContain("Left out");
  }
}
