package org.dpjdbc.gateway.operate;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts for Prometheus, at {@code /metrics}; {@code /-/healthy} reports that the gateway is alive.
 * Counts are by verdict and by code, never by user, table or text. Thread-safe.
 */
public final class Metrics implements AutoCloseable {
  private static final double NANOS = 1e9;

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Counter statements =
      Counter.builder()
          .name("dpjdbc_gateway_statements_total")
          .help("Statements that the driver got, by verdict: answered, or the code of the refusal.")
          .labelNames("verdict")
          .register(registry);
  private final Counter logins =
      Counter.builder()
          .name("dpjdbc_gateway_logins_total")
          .help("Logins, by result.")
          .labelNames("result")
          .register(registry);
  private final Counter rejections =
      Counter.builder()
          .name("dpjdbc_gateway_rejections_total")
          .help("What the gateway did not begin for lack of something.")
          .labelNames("lack")
          .register(registry);
  private final Histogram seconds =
      Histogram.builder()
          .name("dpjdbc_gateway_statement_seconds")
          .help("Time of statements that the driver answered.")
          .classicOnly()
          .register(registry);
  private @Nullable HTTPServer server;

  /** Counts sessions, too. */
  public void sessions(IntSupplier count) {
    GaugeWithCallback.builder()
        .name("dpjdbc_gateway_sessions")
        .help("Sessions that are open.")
        .callback(callback -> callback.call(count.getAsInt()))
        .register(registry);
  }

  /**
   * Offers the counts over HTTP.
   *
   * @throws IOException if the address is taken
   */
  public void listen(String address, int port) throws IOException {
    server =
        HTTPServer.builder()
            .inetAddress(InetAddress.getByName(address))
            .port(port)
            .registry(registry)
            .buildAndStart();
  }

  /** A statement was answered. */
  public void answered(Duration time) {
    statements.labelValues("answered").inc();
    seconds.observe(time.toNanos() / NANOS);
  }

  /** A statement was refused, or failed. */
  public void refused(String code) {
    statements.labelValues(code).inc();
  }

  /** A login succeeded or failed. */
  public void login(boolean success) {
    logins.labelValues(success ? "success" : "failure").inc();
  }

  /**
   * A task, a session or a connection was rejected.
   *
   * @param lack what was missing, of which there are few
   */
  public void rejected(String lack) {
    rejections.labelValues(lack).inc();
  }

  /** The port that it listens at; 0 if it does not. */
  public int port() {
    HTTPServer listening = server;
    return listening == null ? 0 : listening.getPort();
  }

  @Override
  public void close() {
    HTTPServer listening = server;
    if (listening != null) {
      listening.close();
    }
  }
}
