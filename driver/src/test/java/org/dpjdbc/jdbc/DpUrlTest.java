package org.dpjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.dpjdbc.jdbc.settings.DpUrl;
import org.dpjdbc.jdbc.settings.PublicUrl;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DpUrlTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h2:mem:clinic;dp.policy=clinic.yaml | h2:mem:clinic | clinic.yaml",
        "h2:mem:clinic;dp.policy=a.yaml;MODE=PostgreSQL | h2:mem:clinic;MODE=PostgreSQL | a.yaml",
        "h2:mem:clinic;MODE=MySQL;dp.policy=a.yaml; | h2:mem:clinic;MODE=MySQL; | a.yaml",
        "h2:file:./my dir/x;dp.policy=my dir/a+b%20.yaml | h2:file:./my dir/x | my dir/a+b%20.yaml",
        "postgresql://db/c?dp.policy=a.yaml | postgresql://db/c | a.yaml",
        "postgresql://db/c?ssl=on&dp.policy=/etc/c.yaml | postgresql://db/c?ssl=on | /etc/c.yaml",
        "postgresql://db/c?dp.policy=a.yaml&ssl=on | postgresql://db/c?ssl=on | a.yaml",
        "postgresql://db/c?a=1&dp.policy=x&b=2 | postgresql://db/c?a=1&b=2 | x",
        "postgresql://db/c?dp.policy=my%20dir/a+b.yaml&a=%20 | postgresql://db/c?a=%20"
            + " | my dir/a+b.yaml",
        "sqlserver://db:1433;databaseName=c;dp.policy=a&b?.yaml;encrypt=true"
            + " | sqlserver://db:1433;databaseName=c;encrypt=true | a&b?.yaml",
        "h2:mem:clinic;dp.policy=a=b.yaml | h2:mem:clinic | a=b.yaml",
        "h2:mem:my.dp.policy;dp.policy=x | h2:mem:my.dp.policy | x",
        "mysql://db/c?x=;dp.policy=y | mysql://db/c?x= | y",
      })
  void takesOurParametersOutAndLeavesTheRest(String given, String backend, String policy) {
    DpUrl url = DpUrl.parse("jdbc:dp:" + given);
    assertThat(url.backendUrl()).isEqualTo("jdbc:" + backend);
    assertThat(url.own()).isEqualTo(Map.of("dp.policy", policy));
  }

  @Test
  void takesSeveral() {
    DpUrl url =
        DpUrl.parse(
            "jdbc:dp:postgresql://db/c?dp.policy=a&dp.epsilon=0.5&x=1&dp.ledger=jdbc%3Ah2%3Amem%3A"
                + "l%3Ba%3Db%26c");
    assertThat(url.backendUrl()).isEqualTo("jdbc:postgresql://db/c?x=1");
    assertThat(url.own())
        .isEqualTo(
            Map.of("dp.policy", "a", "dp.epsilon", "0.5", "dp.ledger", "jdbc:h2:mem:l;a=b&c"));
  }

  @Test
  void aLedgerUrlMayHaveItsOwnParametersInTheOtherSyntax() {
    DpUrl url =
        DpUrl.parse("jdbc:dp:h2:mem:c;dp.ledger=jdbc:postgresql://l/l?user=x&ssl=on;dp.policy=p");
    assertThat(url.own())
        .isEqualTo(Map.of("dp.policy", "p", "dp.ledger", "jdbc:postgresql://l/l?user=x&ssl=on"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h2:mem:c;dp.policy=a&dp.epsilon=1 | runs into another",
        "postgresql://db/c?dp.policy=a;dp.epsilon=1 | runs into another",
        "postgresql://db/c?dp.policy=a?dp.epsilon=1 | runs into another",
        "h2:mem:c;dp.policy=a;dp.policy=b | twice",
        "postgresql://db/c?dp.policy=%zz | percent-encoded",
        "postgresql://db/c?dp.policy=% | percent-encoded",
      })
  void refusesWhatIsAmbiguous(String given, String why) {
    assertThatThrownBy(() -> DpUrl.parse("jdbc:dp:" + given))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("DP-POLICY")
        .hasMessageContaining(why);
  }

  @Test
  void acceptsOwnUrlsAlone() {
    assertThat(DpUrl.accepts("jdbc:dp:h2:mem:x")).isTrue();
    assertThat(DpUrl.accepts("jdbc:dp:")).isTrue();
    assertThat(DpUrl.accepts("jdbc:h2:mem:x;dp.policy=x")).isFalse();
    assertThat(DpUrl.accepts("jdbc:dpx:h2")).isFalse();
    assertThat(DpUrl.accepts(" jdbc:dp:h2:mem:x")).isFalse();
    assertThat(DpUrl.accepts("")).isFalse();
    assertThat(DpUrl.accepts(null)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h2:mem:clinic;USER=sa;PASSWORD=x | h2:mem:clinic",
        "h2:file:/data/clinic | h2:file:/data/clinic",
        "h2:ssl://host:8085/~/c;CIPHER=AES | h2:ssl://host:8085/~/c",
        "postgresql://db:5432/clinic?user=u&password=p | postgresql://db:5432/clinic",
        "mysql://u:p@db:3306/clinic | mysql://db:3306/clinic",
        "mysql://u:p@ss@db/clinic?x | mysql://db/clinic",
        "oracle:thin:scott/tiger@//db:1521/svc | oracle:@//db:1521/svc",
        "sqlserver://db:1433;user=u;password=p | sqlserver://db:1433",
        "db2://db:50000/c:user=u;password=p; | db2://db:50000/c",
        "mysql://address=(host=h)(user=u)(password=p)/c | mysql:",
        "mysql://(host=h,password=p)/c | mysql:",
      })
  void showsNoSecret(String backend, String shown) {
    assertThat(PublicUrl.of("jdbc:" + backend)).isEqualTo("jdbc:dp:" + shown);
  }
}
