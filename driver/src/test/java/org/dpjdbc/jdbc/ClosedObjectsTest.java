package org.dpjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every method of a closed object fails in the same way, but for those that JDBC lets be called.
 */
class ClosedObjectsTest {
  private static final Set<String> ALLOWED =
      Set.of(
          "close",
          "isClosed",
          "abort",
          "isValid",
          "isWrapperFor",
          "unwrap",
          "beginRequest",
          "endRequest",
          "getDriverMajorVersion",
          "getDriverMinorVersion");

  @ParameterizedTest
  @ValueSource(
      classes = {
        Connection.class,
        Statement.class,
        PreparedStatement.class,
        ResultSet.class,
        DatabaseMetaData.class
      })
  void failsAlike(Class<?> type) throws SQLException {
    List<String> wrong = new ArrayList<>();
    for (Method method : Calls.methods(type)) {
      if (ALLOWED.contains(method.getName())) {
        continue;
      }
      Opened opened = new Opened();
      Object target = opened.get(type);
      switch (type.getSimpleName()) {
        case "Connection", "DatabaseMetaData" -> opened.connection.close();
        case "Statement" -> opened.statement.close();
        case "PreparedStatement" -> opened.prepared.close();
        default -> opened.result.close();
      }
      check(method, target, state(type), wrong);
    }
    assertThat(wrong).isEmpty();
  }

  private static String state(Class<?> type) {
    return switch (type.getSimpleName()) {
      case "Connection", "DatabaseMetaData" -> "08003";
      case "Statement", "PreparedStatement" -> "HY010";
      default -> "24000";
    };
  }

  @ParameterizedTest
  @ValueSource(classes = {Statement.class, PreparedStatement.class, ResultSet.class})
  void closesWithTheConnection(Class<?> type) throws SQLException {
    List<String> wrong = new ArrayList<>();
    for (Method method : Calls.methods(type)) {
      if (!ALLOWED.contains(method.getName())) {
        Opened opened = new Opened();
        Object target = opened.get(type);
        opened.connection.close();
        check(method, target, state(type), wrong);
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static void check(Method method, Object target, String state, List<String> wrong) {
    Calls.Outcome outcome = Calls.call(target, method, Calls.sensible(method));
    boolean harmless =
        outcome.failure() instanceof SQLClientInfoException
            || outcome.verdict().equals("refuses")
            || outcome.verdict().equals(state);
    if (!harmless) {
      wrong.add(Calls.signature(method) + " " + outcome.verdict());
    }
  }
}
