package org.dpjdbc.gateway.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.Optional;

/**
 * The file {@code gateway.yaml}, as it is written. Paths are relative to its folder.
 *
 * @param version 1
 * @param listen where clients connect
 * @param tls how connections are encrypted
 * @param shadow a PostgreSQL server that the owner names, instead of the gateway's own
 * @param databases by the name that clients connect to
 * @param users the file that {@code user add} writes
 * @param limits of what clients may do
 * @param audit the file of the audit log; by default {@code audit.jsonl}
 * @param metrics where counts are offered to Prometheus; by default nowhere
 * @param web the web page; there is none without it
 */
public record GatewayFile(
    @JsonProperty(required = true) int version,
    Optional<Listen> listen,
    Optional<Tls> tls,
    Optional<ShadowPlace> shadow,
    @JsonProperty(required = true) Map<String, DatabaseEntry> databases,
    Optional<String> users,
    Optional<Limits> limits,
    Optional<String> audit,
    Optional<Metrics> metrics,
    Optional<Web> web) {

  /**
   * Where clients connect.
   *
   * @param address by default this machine alone
   * @param port by default 5433
   */
  public record Listen(Optional<String> address, Optional<Integer> port) {}

  /**
   * The web page.
   *
   * @param address by default this machine alone
   * @param port by default 8433
   * @param enabled whether there is one; by default there is
   */
  public record Web(Optional<String> address, Optional<Integer> port, Optional<Boolean> enabled) {}

  /**
   * How connections are encrypted.
   *
   * @param required whether those that are not are refused; by default they are
   * @param certificate in PEM form; one that the gateway makes if there is no such file
   * @param key the certificate's, in PEM form (PKCS 8)
   */
  public record Tls(
      Optional<Boolean> required, Optional<String> certificate, Optional<String> key) {}

  /**
   * Where counts are offered, without a login: an address that only the owner reaches.
   *
   * @param address by default this machine alone
   */
  public record Metrics(Optional<String> address, @JsonProperty(required = true) int port) {}

  /** A PostgreSQL server, from version 18 on, with a role that may create databases and roles. */
  public record ShadowPlace(
      @JsonProperty(required = true) String host,
      Optional<Integer> port,
      @JsonProperty(required = true) String user,
      @JsonProperty(required = true) Secret password) {}

  /**
   * A password: it stands in the environment or in a file, and never here.
   *
   * @param env name of a variable
   * @param file path of a file that holds nothing else
   */
  public record Secret(Optional<String> env, Optional<String> file) {}

  /**
   * A database.
   *
   * @param url JDBC's, without {@code dp:}
   * @param user of the database
   * @param policy path of the policy
   * @param ledger where charges are kept; by default beside the policy
   * @param connections to the database, shared by all sessions; by default 8
   * @param properties of the driver and of the database's own
   */
  public record DatabaseEntry(
      @JsonProperty(required = true) String url,
      Optional<String> user,
      Optional<Secret> password,
      @JsonProperty(required = true) String policy,
      Optional<Ledger> ledger,
      Optional<Integer> connections,
      Optional<Map<String, String>> properties) {}

  /** A ledger's database. */
  public record Ledger(
      @JsonProperty(required = true) String url,
      Optional<String> user,
      Optional<Secret> password) {}

  /**
   * What clients may do.
   *
   * @param connections of all clients; by default 200
   * @param userConnections of one user; by default 50
   * @param statementBytes of a text with its parameters; by default 4 MiB
   * @param statementSeconds of a statement; by default 60
   * @param statements prepared in one session; by default 10,000
   * @param atOnce statements of one user that the driver works on at once; by default 4
   * @param perMinute times in a minute that the driver reads or runs a statement of one user; by
   *     default 60,000
   * @param answerBytes of one user's open answers; by default 256 MiB
   * @param userBytes of memory that one user's sessions hold, answers among it; by default a
   *     quarter of the gateway's
   */
  public record Limits(
      Optional<Integer> connections,
      @JsonProperty("user_connections") Optional<Integer> userConnections,
      @JsonProperty("statement_bytes") Optional<Integer> statementBytes,
      @JsonProperty("statement_seconds") Optional<Integer> statementSeconds,
      Optional<Integer> statements,
      @JsonProperty("at_once") Optional<Integer> atOnce,
      @JsonProperty("per_minute") Optional<Integer> perMinute,
      @JsonProperty("answer_bytes") Optional<Integer> answerBytes,
      @JsonProperty("user_bytes") Optional<Integer> userBytes) {}
}
