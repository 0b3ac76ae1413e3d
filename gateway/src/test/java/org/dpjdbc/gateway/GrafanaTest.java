package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the page on Grafana says of statements of the kinds that it sends: each is answered with
 * rows, or refused with the code beside it. Only a query for what is not installed has no row.
 */
class GrafanaTest {
  private static final Pattern STATEMENT =
      Pattern.compile("(?s)(.+?);[ ]*(?:-- refused: (DP-[A-Z-]+))?\n");

  private static final String OF_AN_EXTENSION = "pg_extension";

  @TempDir private Path folder;

  @Test
  void isAnsweredAsThePageSays() throws IOException, SQLException, ConfigException {
    List<String> problems = new ArrayList<>();
    int asked = 0;
    try (Clinic clinic = Clinic.start(folder);
        Connection connection = clinic.connect("ann", "preferQueryMode", "simple")) {
      for (PageBlock block : PageBlock.of("clients/grafana.md")) {
        Matcher each = STATEMENT.matcher(block.language().equals("sql") ? block.text() : "");
        while (each.find()) {
          String expected = each.group(2) == null ? "answered" : each.group(2);
          String outcome = outcome(connection, each.group(1).strip());
          asked++;
          if (!outcome.startsWith(expected)) {
            problems.add(each.group(1) + ": " + outcome);
          }
        }
      }
    }
    assertThat(problems).isEmpty();
    assertThat(asked).isGreaterThan(10);
  }

  private static String outcome(Connection connection, String sql) {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() != sql.contains(OF_AN_EXTENSION) ? "answered" : "other rows";
    } catch (SQLException e) {
      return String.valueOf(e.getMessage()).replaceFirst("^ERROR: ", "");
    }
  }
}
