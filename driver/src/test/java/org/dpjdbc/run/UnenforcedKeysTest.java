package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.run.schema.LiveSchemaReader;
import org.junit.jupiter.api.Test;

/** A catalog that lists keys which its database does not enforce is not believed. */
final class UnenforcedKeysTest {
  @Test
  void areNoKeys() throws SQLException {
    LiveSchema.Table here = table("H2");
    assertThat(here.primaryKey()).containsExactly("ID");
    assertThat(here.uniqueKeys()).containsExactlyInAnyOrder(List.of("ID"), List.of("CARD"));
    LiveSchema.Table table = table("Spark SQL");
    assertThat(table.columns()).hasSize(2);
    assertThat(table.primaryKey()).isEmpty();
    assertThat(table.uniqueKeys()).isEmpty();
  }

  /** A table of H2 behind a driver that calls it otherwise. */
  private static LiveSchema.Table table(String product) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE PEOPLE (ID INT PRIMARY KEY, CARD INT NOT NULL UNIQUE)");
      Connection other = named(connection, product);
      String schema = LiveSchemaReader.currentSchema(other).orElseThrow();
      return LiveSchemaReader.read(other, List.of(schema)).tables().stream()
          .filter(table -> table.name().equals("PEOPLE"))
          .findFirst()
          .orElseThrow();
    }
  }

  private static Connection named(Connection connection, String product) throws SQLException {
    DatabaseMetaData other =
        proxy(
            DatabaseMetaData.class,
            connection.getMetaData(),
            (name, real) -> name.equals("getDatabaseProductName") ? product : real.call());
    return proxy(
        Connection.class,
        connection,
        (name, real) ->
            switch (name) {
              case "getMetaData" -> other;
              case "createStatement" -> described((Statement) real.call());
              default -> real.call();
            });
  }

  /** Answers the question by which data source a table is read, which H2 does not know. */
  private static Statement described(Statement statement) {
    return proxy(
        Statement.class,
        statement,
        (name, real) ->
            name.equals("executeQuery")
                ? statement.executeQuery("VALUES ('Provider', 'parquet')")
                : real.call());
  }

  private interface Answer {
    Object of(String method, Callable<Object> real) throws Exception;
  }

  private static <T> T proxy(Class<T> type, T real, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              try {
                return answer.of(method.getName(), () -> method.invoke(real, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
