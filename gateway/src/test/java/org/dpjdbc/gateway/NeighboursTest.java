package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Message;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two databases that differ in one person, who has more rows and other values than anybody:
 * whatever the gateway says but for released values is the same, byte for byte.
 */
class NeighboursTest {
  private static final List<String> PERSON =
      List.of(
          "INSERT INTO patients VALUES (999999, 'Zoë', 119, 'Atlantis', 'NaN', '5874897-12-31', 'infinity', 99)",
          "INSERT INTO visits SELECT 1000000 + n, 999999, 999 FROM generate_series(1, 3000) AS n",
          "ANALYZE");

  private static final List<String> ASKED =
      List.of(
          "SELECT relname, reltuples, relpages, relfrozenxid = 0, relallvisible FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1",
          "SELECT pg_relation_size('patients'), pg_total_relation_size('visits'), pg_table_size('patients')",
          "SELECT relname, n_live_tup, n_tup_ins, last_analyze FROM pg_stat_user_tables ORDER BY 1",
          "SELECT * FROM pg_stats WHERE schemaname = 'public'",
          "SELECT * FROM pg_sequences",
          "SELECT seq_scan, idx_scan FROM pg_stat_user_tables ORDER BY relname",
          "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2",
          "EXPLAIN SELECT * FROM pg_class WHERE relname = 'patients'",
          "EXPLAIN SELECT age FROM patients",
          "EXPLAIN PRIVACY FOR SELECT region, COUNT(*), AVG(weight) FROM patients GROUP BY region",
          "SELECT age FROM patients WHERE patient_id = 999999",
          "SELECT 1 / (SELECT 0 FROM patients WHERE region = 'Atlantis')",
          "SELECT COUNT(*) FROM patients WHERE 1 / (age - 119) > 0",
          "SELECT SUM(weight) FROM patients HAVING SUM(nope) > 1",
          "SELECT name FROM patients",
          "SELECT COUNT(*) FROM patients WHERE CAST(region AS integer) = 1",
          "COPY (SELECT * FROM visits) TO STDOUT",
          "DECLARE c CURSOR FOR SELECT cost FROM visits",
          "SELECT * FROM visits LIMIT 0",
          "SELECT 'patients'::regclass, to_regclass('visits') IS NULL",
          "SELECT has_table_privilege('patients', 'SELECT'), pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f'",
          "SELECT analyst FROM DP.BUDGET ORDER BY 1");

  @TempDir Path folder;

  @Test
  void lookTheSameButForReleasedValues()
      throws IOException, SQLException, ConfigException, ServerError {
    List<String> without = transcript("without", List.of());
    List<String> with = transcript("with", PERSON);
    assertThat(with).isEqualTo(without);
  }

  private List<String> transcript(String name, List<String> more)
      throws IOException, SQLException, ConfigException, ServerError {
    List<String> said = new ArrayList<>();
    try (Clinic clinic = Clinic.startWith(Files.createDirectory(folder.resolve(name)), more);
        ShadowWire wire = clinic.wire("ann")) {
      for (String sql : ASKED) {
        wire.send(Message.query(sql));
        said.add(sql + " " + read(wire));
        wire.send(Message.parse("", sql, List.of()));
        wire.send(Message.describe(false, ""));
        wire.send(Message.sync());
        said.add(sql + " described " + read(wire));
      }
    }
    return said;
  }

  private static String read(ShadowWire wire) throws IOException {
    StringBuilder said = new StringBuilder();
    for (Frame frame = wire.ask(); !frame.is('Z'); frame = wire.receive()) {
      said.append((char) frame.type()).append(HexFormat.of().formatHex(frame.body())).append(' ');
    }
    return said.toString();
  }
}
