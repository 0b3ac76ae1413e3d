package org.dpjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.dpjdbc.jdbc.settings.SettingsReader;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsReaderTest {
  private static final String URL = "jdbc:dp:h2:mem:clinic;dp.policy=clinic.yaml";

  private static Properties properties(String... keysAndValues) {
    Properties properties = new Properties();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      properties.setProperty(keysAndValues[i], keysAndValues[i + 1]);
    }
    return properties;
  }

  @Test
  void mergesBothAndThePropertiesWin() {
    Properties given =
        properties("user", "alice", "password", "s3cret", "dp.epsilon", "0.5", "x", "y");
    Settings settings = SettingsReader.read(URL + ";dp.epsilon=2;dp.delta=1e-9", given);
    assertThat(settings.backendUrl()).isEqualTo("jdbc:h2:mem:clinic");
    assertThat(settings.backendProperties())
        .isEqualTo(Map.of("user", "alice", "password", "s3cret", "x", "y"));
    assertThat(settings.policy()).isEqualTo("clinic.yaml");
    assertThat(settings.epsilon()).contains(new BigDecimal("0.5"));
    assertThat(settings.delta()).contains(new BigDecimal("1e-9"));
    assertThat(settings.analyst()).isEqualTo("alice");
    assertThat(settings.errorColumns()).isFalse();
    assertThat(settings.ledger()).isEmpty();
    assertThat(settings.toString()).doesNotContain("s3cret");
    assertThat(given)
        .isEqualTo(
            properties("user", "alice", "password", "s3cret", "dp.epsilon", "0.5", "x", "y"));
  }

  @Test
  void readsDefaultsOfPropertiesAndOtherObjects() {
    Properties given = new Properties(properties("user", "bob"));
    given.put("loginTimeout", 5);
    given.put("dp.error_columns", true);
    Settings settings = SettingsReader.read(URL, given);
    assertThat(settings.analyst()).isEqualTo("bob");
    assertThat(settings.errorColumns()).isTrue();
    assertThat(settings.backendProperties()).isEqualTo(Map.of("user", "bob", "loginTimeout", "5"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h2:mem:c;dp.policy=p;dp.analyst=eve | bob | eve",
        "h2:mem:c;dp.policy=p | bob | bob",
        "h2:mem:c;dp.policy=p;USER=sa | '' | sa",
        "h2:mem:c;USER=sa;dp.policy=p | bob | bob",
        "postgresql://db/c?user=j%20doe&dp.policy=p | '' | j doe",
      })
  void chargesTheAnalystOrElseTheUser(String url, String user, String analyst) {
    Properties given = user.isEmpty() ? properties() : properties("user", user);
    assertThat(SettingsReader.read("jdbc:dp:" + url, given).analyst()).isEqualTo(analyst);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dp.polcy | dp.policy",
        "dp.POLICY | dp.policy",
        "DP.policy | dp.policy",
        "dp.eps | dp.epsilon",
        "dp.errorColumns | dp.error_columns",
        "dp.ledger.pasword | dp.ledger.password",
      })
  void namesTheNearestKey(String key, String nearest) {
    assertThatThrownBy(() -> SettingsReader.read(URL + ";" + key + "=1", properties("user", "a")))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(key)
        .hasMessageContaining("did you mean " + nearest);
    assertThatThrownBy(() -> SettingsReader.read(URL, properties("user", "a", key, "1")))
        .hasMessageContaining("did you mean " + nearest);
  }

  @ParameterizedTest
  @CsvSource({
    "dp.epsilon,0",
    "dp.epsilon,-1",
    "dp.epsilon,NaN",
    "dp.epsilon,Infinity",
    "dp.epsilon,1e999999999",
    "dp.epsilon,1e-999999999",
    "dp.epsilon,''",
    "dp.delta,1",
    "dp.delta,-1e-9",
    "dp.delta,x",
    "dp.error_columns,yes",
    "dp.dialect,Oracle",
    "dp.policy,' '",
    "dp.analyst,''",
  })
  void refusesValuesItCannotReadWithoutSayingThem(String key, String value) {
    Properties given = properties("user", "a", key, value);
    assertThatThrownBy(() -> SettingsReader.read(URL, given))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("DP-POLICY: the value of " + key + " is not ");
  }

  @Test
  void saysWhatIsMissing() {
    assertThatThrownBy(() -> SettingsReader.read("jdbc:dp:h2:mem:c", properties("user", "a")))
        .hasMessageContaining("dp.policy is missing");
    assertThatThrownBy(() -> SettingsReader.read(URL, properties()))
        .hasMessageContaining("no analyst to charge");
    assertThatThrownBy(() -> SettingsReader.read(URL, null))
        .hasMessageContaining("no analyst to charge");
    assertThatThrownBy(() -> SettingsReader.read(URL, properties("user", " ")))
        .hasMessageContaining("no analyst to charge");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "h2", "h2:", ":mem:x", "//db/x", "dp:h2:mem:x", "DP:h2:mem:x"})
  void refusesUrlsWithoutADatabase(String rest) {
    assertThatThrownBy(
            () -> SettingsReader.read("jdbc:dp:" + rest, properties("user", "a", "dp.policy", "p")))
        .hasMessageContaining("names no database");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:h2:mem:x", "JDBC:h2:mem:x", "jdbc:dp:h2:mem:x", "jdbc:"})
  void refusesUrlsWithAWholeOneInside(String rest) {
    assertThatThrownBy(
            () -> SettingsReader.read("jdbc:dp:" + rest, properties("user", "a", "dp.policy", "p")))
        .hasMessageContaining("omit the inner jdbc:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INIT",
        "init",
        "Init",
        "TRACE_LEVEL_FILE",
        "TRACE_LEVEL_SYSTEM_OUT",
        "DATABASE_EVENT_LISTENER",
        "JAVA_OBJECT_SERIALIZER",
        "AUTHREALM",
        "AUTHENTICATOR",
        "BUILTIN_ALIAS_OVERRIDE",
        "socketFactory",
        "socketFactoryArg",
        "sslfactory",
        "sslfactoryarg",
        "sslhostnameverifier",
        "sslpasswordcallback",
        "loggerFile",
        "loggerLevel",
        "authenticationPluginClassName",
        "jaasApplicationName",
        "xmlFactoryFactory",
        "preferQueryMode",
        "service",
        "autoDeserialize",
        "allowLoadLocalInfile",
        "allowLoadLocalInfileInPath",
        "allowUrlInLocalInfile",
        "allowMultiQueries",
        "queryInterceptors",
        "statementInterceptors",
        "exceptionInterceptors",
        "connectionLifecycleInterceptors",
        "propertiesTransform",
        "logger",
        "profilerEventHandler",
        "authenticationPlugins",
        "defaultAuthenticationPlugin",
        "ha.loadBalanceStrategy",
        "clientInfoProvider",
        "sessionVariables",
        "initFile",
        "spark.sql.ansi.enabled",
        "hiveconf:spark.sql.variable.substitute",
        "allowLocalInfile",
        "initSql",
        "serverRsaPublicKeyFile",
        "socketFactoryClass",
        "trustManagerClass",
        "trustManagerConstructorArg",
        "accessTokenCallbackClass",
        "clientRerouteServerListJNDIName",
        "traceFile",
        "traceDirectory",
        "createFrom",
        "restoreFrom",
        "httpclient_impl",
        "httpclient_factory",
        "lb_strategy",
        "model",
        "schemaFactory",
        "plugin_name",
        "IniFile",
        "krbJAASFile",
        "LogPath",
        "session_init_sql_file",
        "custom_extension_repository",
        "enable_load_extension"
      })
  void refusesDangerousParametersOfAnyDatabase(String key) {
    Properties user = properties("user", "a");
    for (String url :
        new String[] {
          URL + ";" + key + "=x",
          "jdbc:dp:h2:mem:clinic;" + key + "=x;dp.policy=p",
          "jdbc:dp:postgresql://db/c?" + key + "=x&dp.policy=p",
          "jdbc:dp:postgresql://db/c?a=b&" + key + "=x&dp.policy=p",
          "jdbc:dp:mysql://(host=h," + key + "=x)/c?dp.policy=p",
          "jdbc:dp:mysql://address=(host=h)(" + key + "=x)/c?dp.policy=p",
          "jdbc:dp:db2://db/c:" + key + "=x;dp.policy=p",
          "jdbc:dp:h2:mem:clinic;A=b\\;" + key + " = x;dp.policy=p",
          "jdbc:dp:mysql://db/c?%"
              + Integer.toHexString(key.charAt(0))
              + key.substring(1)
              + "=x&dp.policy=p",
          "jdbc:dp:h2:mem:clinic;dp.policy=p;dp.ledger=jdbc:postgresql://l/l?" + key + "=x",
        }) {
      assertThatThrownBy(() -> SettingsReader.read(url, user))
          .as(url)
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("is refused");
    }
    assertThatThrownBy(() -> SettingsReader.read(URL, properties("user", "a", key, "x")))
        .hasMessageContaining("the database parameter " + key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssl",
        "sslmode",
        "sslrootcert",
        "sslcert",
        "sslkey",
        "connectTimeout",
        "socketTimeout",
        "ApplicationName",
        "currentSchema",
        "MODE",
        "DB_CLOSE_DELAY",
        "AUTO_SERVER",
        "IFEXISTS",
        "CIPHER",
        "useSSL",
        "serverTimezone",
        "characterEncoding",
        "encrypt",
        "databaseName",
        "trustServerCertificate",
        "user",
        "password",
        "tcpKeepAlive",
        "access_mode"
      })
  void leavesOrdinaryParametersAlone(String key) {
    Properties given = properties("user", "a");
    given.setProperty(key, "x");
    assertThat(SettingsReader.read(URL, given).backendProperties()).containsEntry(key, "x");
    assertThat(
            SettingsReader.read(
                    "jdbc:dp:postgresql://db/c?" + key + "=x&dp.policy=p", properties("user", "a"))
                .backendUrl())
        .isEqualTo("jdbc:postgresql://db/c?" + key + "=x");
  }

  /** What H2, and any driver, may read as another name than the one that is seen. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "h2:mem:c;I\\NIT=x",
        "h2:mem:c;\\INIT=x",
        "h2:mem:c;A\\;INIT=x",
        "h2:mem:c;MODE=MySQL\\",
        "h2:mem:c;\u0131n\u0131t=x",
        "h2:mem:c;\u0130NIT=x",
        "h2:mem:c;DATABASE_EVENT_LI\u017fTENER=x",
        "h2:mem:c;IN\u200bIT=x",
        "h2:mem:c;IN\tIT=x",
        "h2:mem:c;INIT\u00a0=x",
        "h2:mem:c; INIT=x",
        "h2:mem:c;;INIT=x",
        "h2:mem:c;MODE=MySQL;INIT=x;MODE=MySQL",
        "h2:mem:c;TRACE_MAX_FILE_SIZE=1",
        "h2:mem:c;REFERENTIAL_INTEGRITY=FALSE",
        "h2:mem:c;NEW_SETTING_OF_TOMORROW=1",
        "postgresql://db/c?socket%2546actory=x",
        "postgresql://db/c?soc\u212aetFactory=x",
        "postgresql://db/c?socketFactor%C3%BF=x",
        "postgresql://db/c?options=-c%20local_preload_libraries=x",
        "postgresql://db/c?options=-c%20local_preload_libraries%3Dx",
        "mariadb://db/c?a=b&%73essionVariables=x",
        "mariadb://db/c?SESSIONVARIABLES=x",
        "trino://db/c?extraHeaders=X-Trino-Session:a",
        "trino://db/c?sessionProperties=a:b",
        "trino://db/c?sessionProperties=",
        "trino://db/c?sessionProperties=spill_enabled:true;a:b",
        "trino://db/c?SSL=true&sessionProperties=spill_enabled:true;pg.decimal_mapping:STRICT",
        "trino://db/c?sessionProperties=spill_enabled:true;query_max_run_time:1ms",
        "trino://db/c?sessionProperties=spill_enabled:true%3Bquery_max_run_time:1ms",
        "trino://db/c?session%50roperties=a%3Ab",
        "trino://db/c?a=b;sessionProperties=a:b",
        "hive2://db/c;a=b?hive.exec.pre.hooks=x",
        "hive2://db/c#a=b",
        "duckdb:c;custom_extension_repository=x",
        "duckdb:c;log_query_path=x",
        "duckdb:c;profiling_output=x",
      })
  void refusesSettingsThatHide(String rest) {
    Properties user = properties("user", "a", "dp.policy", "p");
    assertThatThrownBy(() -> SettingsReader.read("jdbc:dp:" + rest, user))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("refused");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "I\\NIT",
        "\u0131n\u0131t",
        "soc\u212aetFactory",
        "IN\u200bIT",
        "socket%2546actory",
        "referential_integrity",
        "log_query_path"
      })
  void refusesPropertiesThatHide(String key) {
    assertThatThrownBy(() -> SettingsReader.read(URL, properties("user", "a", key, "x")))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("refused");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "h2:mem:c;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH",
        "h2:C:\\data\\clinic;IFEXISTS=TRUE;TIME ZONE=UTC",
        "sqlserver://host\\instance;databaseName=c;encrypt=true",
        "postgresql://db/c?sslrootcert=C:/certs/root.crt&options=-c%20jit=off",
        "mariadb://db/c?connectionCollation=utf8mb4_bin",
        "trino://db/c?sessionProperties=spill_enabled:true",
        "trino://db/c?SSL=true&sessionProperties=spill_enabled:true;query_priority:2",
        "trino://db/c?sessionProperties=join_distribution_type%3ABROADCAST&SSL=true",
        "hive2://db/c;transportMode=http;httpPath=a"
      })
  void leavesOrdinaryUrlsAlone(String rest) {
    Properties user = properties("user", "a", "dp.policy", "p");
    assertThat(SettingsReader.read("jdbc:dp:" + rest, user).backendUrl()).isEqualTo("jdbc:" + rest);
  }

  @Test
  void keepsTheNamedDriver() {
    assertThat(SettingsReader.read(URL + ";dp.driver=org.h2.Driver", properties("user", "a")))
        .extracting(Settings::backendDriver)
        .isEqualTo(Optional.of("org.h2.Driver"));
  }
}
