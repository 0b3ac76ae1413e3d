package org.dpjdbc.gateway;

import com.ongres.scram.client.ScramClient;
import com.ongres.scram.common.exception.ScramException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.dpjdbc.backends.PostgresServer;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.login.Verifier;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Message;

/**
 * What it takes to connect: to PostgreSQL itself and to a gateway in a process of its own, by turns
 * in one run, over TLS with the same certificate and by SCRAM with the same verifiers. Then where
 * the time goes, step by step.
 */
final class ConnectBenchmark {
  private static final int ATTEMPTS = Integer.getInteger("benchmark.turns", 1000) / 2;
  private static final double MILLION = 1e6;
  private static final int SSL_REQUEST = 80877103;
  private static final int SASL_CONTINUE = 11;

  /** A user whose verifier is of PostgreSQL's default, and one of {@code user add}. */
  private static final String FEW = "few";

  private static final String MANY = "many";

  /** Answered by the driver, anew at first and then for free. */
  private static final String COUNT = "SELECT COUNT(*) FROM patients WHERE age > 60";

  /** Writes a line. */
  private final BiConsumer<String, Object[]> lines;

  private final Map<String, List<Long>> times = new LinkedHashMap<>();

  ConnectBenchmark(BiConsumer<String, Object[]> lines) {
    this.lines = lines;
  }

  private void line(String format, Object... values) {
    lines.accept(format, values);
  }

  void measure(Path folder) throws IOException, SQLException, ConfigException {
    Path own = Files.createDirectories(folder.resolve("connect"));
    try (PostgresServer backend = Clinic.fill()) {
      Clinic.write(own, backend.url());
      Map<String, String> verifiers =
          Map.of(
              FEW,
              KnownPassword.VERIFIER,
              MANY,
              Verifier.of(KnownPassword.TEXT.toCharArray(), new SecureRandom()).text());
      StringBuilder users = new StringBuilder("users:\n");
      verifiers.forEach(
          (name, verifier) ->
              users.append(
                  "  %s: {password: \"%s\", databases: [clinic]}%n".formatted(name, verifier)));
      Files.writeString(own.resolve("users.yaml"), users);
      String direct = encrypt(backend, own, verifiers);
      try (GatewayProcess gateway = GatewayProcess.startAsUsual(own.resolve("gateway.yaml"))) {
        Map<String, String> ways = new LinkedHashMap<>();
        ways.put("PostgreSQL", direct);
        ways.put("gateway", "jdbc:postgresql://localhost:" + gateway.port() + "/clinic");
        connect(ways, FEW, COUNT); // classes are loaded and compiled
        times.clear();
        for (String user : List.of(FEW, MANY)) {
          connect(ways, user, "");
        }
        connect(ways, FEW, "SELECT 1");
        connect(ways, FEW, COUNT);
        line("| connecting with pgJDBC | way | p50 ms | p95 ms |%n|---|---|---|---|");
        report();
        steps(ways);
        line("%n| step, with 4,096 iterations | way | p50 ms | p95 ms |%n|---|---|---|---|");
        report();
      }
    }
  }

  /**
   * Has PostgreSQL take connections as the gateway does.
   *
   * @return the URL of its database
   */
  private static String encrypt(PostgresServer server, Path folder, Map<String, String> verifiers)
      throws IOException, SQLException {
    try (Connection owner = DriverManager.getConnection(server.url());
        Statement statement = owner.createStatement()) {
      Path data = Path.of(text(statement, "SHOW data_directory"));
      Path key = data.resolve("server.key");
      Files.createFile(
          key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.write(key, Files.readAllBytes(folder.resolve("gateway.key")));
      Files.copy(folder.resolve("gateway.crt"), data.resolve("server.crt"));
      Path rules = Path.of(text(statement, "SHOW hba_file"));
      StringBuilder first = new StringBuilder();
      for (Map.Entry<String, String> each : verifiers.entrySet()) {
        statement.execute(
            "CREATE ROLE %s LOGIN PASSWORD '%s'".formatted(each.getKey(), each.getValue()));
        statement.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + each.getKey());
        first.append("hostssl all %s all scram-sha-256%n".formatted(each.getKey()));
      }
      Files.writeString(rules, first + Files.readString(rules));
      statement.execute("ALTER SYSTEM SET ssl = on");
      statement.execute("SELECT pg_reload_conf()");
      while (!text(statement, "SHOW ssl").equals("on")) {
        Thread.onSpinWait();
      }
      return "jdbc:postgresql://localhost:" + text(statement, "SHOW port") + "/postgres";
    }
  }

  private static String text(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getString(1) : "";
    }
  }

  /** Connects in each way by turns; the first turns are left out. */
  private void connect(Map<String, String> ways, String user, String sql) throws SQLException {
    String what =
        sql.isEmpty()
            ? user.equals(FEW) ? "4,096 iterations" : "100,000 iterations"
            : "and `" + sql + "`";
    for (int i = 0; i < ATTEMPTS + ATTEMPTS / 4; i++) {
      for (Map.Entry<String, String> way : ways.entrySet()) {
        long start = System.nanoTime();
        try (Connection connection = Clinic.connectAt(way.getValue(), user)) {
          if (!sql.isEmpty()) {
            try (Statement statement = connection.createStatement()) {
              text(statement, sql);
            }
          }
          note(i, what + " | " + way.getKey(), System.nanoTime() - start);
        }
      }
    }
  }

  private void note(int attempt, String what, long time) {
    if (attempt >= ATTEMPTS / 4) {
      times.computeIfAbsent(what, key -> new ArrayList<>()).add(time);
    }
  }

  private void report() {
    times.forEach(
        (what, each) -> {
          Collections.sort(each);
          line(
              "| %s | %.2f | %.2f |",
              what,
              each.get(each.size() / 2) / MILLION,
              each.get(each.size() * 95 / 100) / MILLION);
        });
    times.clear();
  }

  private void steps(Map<String, String> ways) throws IOException {
    SSLContext trusting = trusting();
    for (int i = 0; i < ATTEMPTS + ATTEMPTS / 4; i++) {
      for (Map.Entry<String, String> way : ways.entrySet()) {
        String[] parts = way.getValue().split("[:/]+");
        new Steps(i, way.getKey())
            .take(trusting, Integer.parseInt(parts[parts.length - 2]), parts[parts.length - 1]);
      }
    }
  }

  private static SSLContext trusting() throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Trusting()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** Takes any certificate, as {@code sslmode=require} does. */
  private static final class Trusting implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  /** One login, message by message. */
  private final class Steps {
    private final int attempt;
    private final String way;
    private long last = System.nanoTime();

    Steps(int attempt, String way) {
      this.attempt = attempt;
      this.way = way;
    }

    private void step(String what) {
      long now = System.nanoTime();
      note(attempt, what + " | " + way, now - last);
      last = System.nanoTime();
    }

    void take(SSLContext trusting, int port, String database) throws IOException {
      try (Socket plain = new Socket("localhost", port)) {
        plain.setTcpNoDelay(true);
        plain.getOutputStream().write(ByteBuffer.allocate(8).putInt(8).putInt(SSL_REQUEST).array());
        if (plain.getInputStream().read() != 'S') {
          throw new IOException("TLS is not offered");
        }
        step("1 request for TLS");
        SSLSocket socket =
            (SSLSocket) trusting.getSocketFactory().createSocket(plain, "localhost", port, true);
        socket.startHandshake();
        step("2 TLS");
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        logIn(in, out, database);
        send(out, Message.query("SET extra_float_digits = 3"));
        await(in, 'Z');
        step("8 first SET");
        send(out, Message.query("SET application_name = 'benchmark'"));
        await(in, 'Z');
        step("9 second SET");
        send(out, Message.terminate());
      }
    }

    private void logIn(DataInputStream in, DataOutputStream out, String database)
        throws IOException {
      send(out, Message.begin(Map.of("user", FEW, "database", database)));
      await(in, 'R');
      step("3 start of the login");
      ScramClient scram =
          ScramClient.builder()
              .advertisedMechanisms(List.of("SCRAM-SHA-256"))
              .username("*")
              .password(KnownPassword.TEXT.toCharArray())
              .build();
      send(out, Message.saslInitial("SCRAM-SHA-256", scram.clientFirstMessage().toString()));
      ByteBuffer first = ByteBuffer.wrap(await(in, 'R'));
      if (first.getInt() != SASL_CONTINUE) {
        throw new IOException("the login does not go on");
      }
      step("4 first message of SCRAM");
      try {
        scram.serverFirstMessage(StandardCharsets.UTF_8.decode(first).toString());
        String proof = scram.clientFinalMessage().toString();
        step("5 the client's own iterations");
        send(out, Message.saslResponse(proof));
      } catch (ScramException e) {
        throw new IOException(e);
      }
      await(in, 'R');
      step("6 second message of SCRAM");
      await(in, 'Z');
      step("7 session");
    }

    private static void send(DataOutputStream out, Frame frame) throws IOException {
      ByteBuffer bytes = ByteBuffer.allocate(5 + frame.body().length);
      if (frame.type() != 0) {
        bytes.put(frame.type());
      }
      bytes.putInt(Integer.BYTES + frame.body().length).put(frame.body());
      out.write(bytes.array(), 0, bytes.position());
      out.flush();
    }

    /** Reads up to a message of a type. */
    private static byte[] await(DataInputStream in, char type) throws IOException {
      while (true) {
        byte next = in.readByte();
        byte[] body = in.readNBytes(in.readInt() - Integer.BYTES);
        if (next == type) {
          return body;
        }
        if (next == 'E') {
          throw new IOException(new String(body, StandardCharsets.UTF_8));
        }
      }
    }
  }
}
