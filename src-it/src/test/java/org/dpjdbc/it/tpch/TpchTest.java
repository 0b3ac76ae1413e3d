package org.dpjdbc.it.tpch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every query of TPC-H is answered or refused by the shaded driver as {@code TPCH.md} says,
 * whatever the data: the tables are empty.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TpchTest {
  private static final String BACKEND = "h2:mem:tpch-verdicts";

  private Connection raw;
  private Connection connection;

  @BeforeAll
  void open(@TempDir Path folder) throws SQLException, IOException {
    raw = DriverManager.getConnection("jdbc:" + BACKEND);
    Tpch.create(raw);
    Path policy = Files.writeString(folder.resolve("tpch.yaml"), Tpch.policy());
    connection =
        DriverManager.getConnection("jdbc:dp:" + BACKEND + ";dp.analyst=ann;dp.policy=" + policy);
  }

  @AfterAll
  void close() throws SQLException {
    connection.close();
    raw.close();
  }

  static List<Verdicts.Verdict> verdicts() {
    return Verdicts.read();
  }

  @Test
  void everyQueryHasAVerdict() {
    assertThat(verdicts().stream().map(Verdicts.Verdict::number).toList())
        .isEqualTo(IntStream.rangeClosed(1, 22).boxed().toList());
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  void isAnsweredOrRefusedAsThePageSays(Verdicts.Verdict query) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (query.code().isPresent()) {
        assertThatExceptionOfType(SQLException.class)
            .isThrownBy(() -> statement.executeQuery(query.sql()))
            .withMessageContaining(query.code().get() + " at line ");
      } else {
        try (ResultSet rows = statement.executeQuery(query.sql())) {
          assertThat(rows.getMetaData().getColumnCount()).isPositive();
        }
      }
    }
  }
}
