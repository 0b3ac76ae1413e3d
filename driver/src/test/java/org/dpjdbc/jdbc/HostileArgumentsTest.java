package org.dpjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the arguments are, a method answers or throws a SQLException without a cause. */
class HostileArgumentsTest {
  /** The vendor code of "the driver failed". */
  private static final int INTERNAL = 100;

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 2, 1000, Integer.MAX_VALUE})
  void neverAnythingButASqlException(int number) throws SQLException {
    List<String> wrong = new ArrayList<>();
    for (Class<?> type : Opened.interfaces()) {
      for (Method method : Calls.methods(type)) {
        Calls.Outcome outcome = Calls.call(new Opened().get(type), method, hostile(method, number));
        Throwable failure = outcome.failure();
        if (failure != null && !isPlainSqlException(failure)) {
          wrong.add(type.getSimpleName() + "." + Calls.signature(method) + " " + failure);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static boolean isPlainSqlException(Throwable failure) {
    return failure instanceof SQLException e
        && e.getSQLState() != null
        && !e.getSQLState().startsWith("0A")
        && e.getErrorCode() != INTERNAL
        && e.getCause() == null
        && e.getNextException() == null
        && e.getSuppressed().length == 0;
  }

  private static @Nullable Object[] hostile(Method method, int number) {
    Class<?>[] types = method.getParameterTypes();
    @Nullable Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] =
          types[i] == int.class
              ? number
              : types[i] == long.class ? (Object) (long) number : Calls.zero(types[i]);
    }
    return arguments;
  }
}
