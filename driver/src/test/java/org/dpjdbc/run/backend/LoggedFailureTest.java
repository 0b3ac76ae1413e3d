package org.dpjdbc.run.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LoggedFailureTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:h2:mem:x;USER=ann;PASSWORD=s3cret",
        "jdbc:postgresql://host/db?user=ann&password=s3cret",
        "jdbc:postgresql://ann:s3cret@host/db",
        "jdbc:oracle:thin:ann/s3cret@host:1521/db",
      })
  void noTextHoldsThePasswordOfTheUrl(String url) {
    SQLException failure =
        new SQLException("cannot read " + url, new IllegalStateException("no s3cret"));
    failure.setNextException(new SQLException("again " + url));
    String logged = logged(LoggedFailure.of(failure, url, new Properties()));
    assertThat(logged).doesNotContain("s3cret").contains("cannot read jdbc:", "SQLException");
  }

  @Test
  void noTextHoldsThePasswordOfTheProperties() {
    Properties properties = new Properties();
    properties.setProperty("password", "s3cret");
    String logged =
        logged(LoggedFailure.of(new SQLException("not s3cret"), "jdbc:h2:mem:x", properties));
    assertThat(logged).doesNotContain("s3cret");
  }

  @Test
  void whatHoldsNothingIsLeftAsItIs() {
    SQLException failure = new SQLException("refused", new IllegalStateException("true"));
    assertThat(LoggedFailure.of(failure, "jdbc:h2:mem:x;IFEXISTS=true", new Properties()))
        .isSameAs(failure);
  }

  private static String logged(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }
}
