package org.dpjdbc.run.backend;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How long a driver waits for the network: a little longer than the policy's timeout. Trino's
 * repeats requests as long, whether or not there is a server.
 */
class NetworkTimeoutTest {
  @ParameterizedTest
  @CsvSource({"PostgreSQL, PT60S, 62000", "Trino, PT60S, 8000", "Trino, PT3S, 5000"})
  void isAsLongAsAnAnswerMayTake(String product, Duration timeout, int millis) throws SQLException {
    Connection connection = mock(Connection.class, RETURNS_DEEP_STUBS);
    ReadOnlyConnection.pin(connection, BackendDialects.called(product).orElseThrow(), timeout);
    verify(connection).setNetworkTimeout(any(), eq(millis));
  }
}
