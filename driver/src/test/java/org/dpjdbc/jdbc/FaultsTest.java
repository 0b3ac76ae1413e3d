package org.dpjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.Statement;
import java.sql.Types;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever is thrown below the JDBC surface, the caller sees one constant exception without a
 * cause, and the connection works on.
 */
class FaultsTest {
  private static final String SECRET = "Zq7 Smith's diagnosis";

  /** A failure that is not declared anywhere, each time anew. */
  interface Fault {
    void strike();
  }

  static Stream<Fault> faults() {
    return Stream.of(
        () -> {
          throw new IllegalStateException(SECRET, new SQLException(SECRET));
        },
        () -> {
          throw new NullPointerException(SECRET);
        },
        () -> {
          throw new StackOverflowError(SECRET);
        },
        () -> {
          throw new OutOfMemoryError(SECRET);
        },
        () -> {
          throw new AssertionError(SECRET);
        },
        () -> {
          throw new NoClassDefFoundError(SECRET);
        },
        () -> {
          throw new ExceptionInInitializerError(SECRET);
        });
  }

  private static void failsPlainly(ThrowingCallable call) {
    Throwable failure = catchThrowable(call);
    assertThat(failure)
        .isExactlyInstanceOf(SQLNonTransientException.class)
        .hasMessage("the driver failed; the reason is in the data owner's log")
        .hasNoCause()
        .hasNoSuppressedExceptions();
    assertThat(((SQLException) failure).getSQLState()).isEqualTo("HY000");
    assertThat((Throwable) ((SQLException) failure).getNextException()).isNull();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void whileAQueryRuns(Fault fault) throws SQLException {
    FakeSession session = new FakeSession().during(fault::strike);
    try (Connection connection = new DpConnection(session);
        Statement statement = connection.createStatement()) {
      failsPlainly(() -> statement.executeQuery("SELECT 1"));
      failsPlainly(() -> connection.prepareStatement("SELECT 1").executeQuery());
      session.during(() -> {});
      assertThat(statement.executeQuery("SELECT 1").next()).isTrue();
    }
    assertThat(session.closes).hasValue(1);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void whileAQueryIsDescribed(Fault fault) throws SQLException {
    FakeSession session =
        new FakeSession()
            .answering(
                sql -> {
                  fault.strike();
                  return FakeSession.answer(Types.BIGINT, "BIGINT");
                });
    try (Connection connection = new DpConnection(session)) {
      failsPlainly(() -> connection.prepareStatement("SELECT 1").getMetaData());
    }
  }

  @ParameterizedTest
  @MethodSource("faults")
  void whileConnecting(Fault fault) {
    Connector connector =
        new Connector(
            settings -> {
              fault.strike();
              return new FakeSession(settings);
            });
    failsPlainly(() -> connector.connect("jdbc:dp:h2:mem:x;dp.policy=x.yaml;dp.analyst=ann", null));
  }
}
