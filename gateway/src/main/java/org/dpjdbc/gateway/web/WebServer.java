package org.dpjdbc.gateway.web;

import java.io.IOException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.dpjdbc.gateway.config.Settings;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the web page until it is closed. */
public final class WebServer implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(WebServer.class);
  private static final int THREADS = 48;
  private static final int LONGEST_HEADER = 8 << 10;
  private static final Duration IDLE = Duration.ofSeconds(30);

  /** How long a request may take to arrive, if it does so byte by byte. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Server server;
  private final ServerConnector connector;

  private WebServer(Server server, ServerConnector connector) {
    this.server = server;
    this.connector = connector;
  }

  /**
   * Starts it.
   *
   * @param parts what it shares with the gateway
   * @param place where it listens
   * @param encryption with the gateway's certificate
   * @throws IOException if the address is taken
   */
  public static WebServer start(WebParts parts, Settings.Web place, SSLContext encryption)
      throws IOException {
    return start(parts, place, encryption, PATIENCE);
  }

  /**
   * The same.
   *
   * @param patience for what a client sends
   */
  static WebServer start(
      WebParts parts, Settings.Web place, SSLContext encryption, Duration patience)
      throws IOException {
    QueuedThreadPool threads = new QueuedThreadPool(THREADS);
    threads.setName("web");
    threads.setDaemon(true);
    Server server = new Server(threads);
    ServerConnector connector =
        new ServerConnector(
            server,
            new SslConnectionFactory(certificate(encryption), "http/1.1"),
            new HttpConnectionFactory(limits()));
    connector.setHost(place.address());
    connector.setPort(place.port());
    connector.setIdleTimeout(IDLE.toMillis());
    connector.addBean(new SlowRequestTimeout(connector.getScheduler(), patience));
    ConnectionLimiter limiter =
        new ConnectionLimiter(parts.settings().get().limits().connections());
    connector.addBean(limiter);
    server.addConnector(connector);
    server.setHandler(new RequestHandler(new Site(parts), parts.nanos(), patience, limiter));
    server.setErrorHandler(WebServer::refuse);
    try {
      server.start();
    } catch (Exception e) { // Jetty declares no less
      stop(server);
      throw new IOException(
          "cannot listen at %s:%d for the web page".formatted(place.address(), place.port()), e);
    }
    return new WebServer(server, connector);
  }

  private static SslContextFactory.Server certificate(SSLContext encryption) {
    SslContextFactory.Server factory = new SslContextFactory.Server();
    factory.setSslContext(encryption);
    factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
    factory.setRenegotiationAllowed(false);
    return factory;
  }

  private static HttpConfiguration limits() {
    HttpConfiguration limits = new HttpConfiguration();
    limits.setSendServerVersion(false);
    limits.setSendDateHeader(false);
    limits.setRequestHeaderSize(LONGEST_HEADER);
    limits.setIdleTimeout(IDLE.toMillis());
    limits.addCustomizer(new SecureRequestCustomizer(false)); // the owner may use any host's name
    return limits;
  }

  /** Answers what Jetty itself refuses, and says no more than its number. */
  private static boolean refuse(Request request, Response response, Callback callback) {
    int status = response.getStatus();
    RequestHandler.write(
        RequestHandler.plain(status, HttpStatus.getMessage(status)), response, callback);
    return true;
  }

  /** Where it listens. */
  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    stop(server);
  }

  private static void stop(Server server) {
    try {
      server.stop();
    } catch (Exception e) { // Jetty declares no less; the process goes on without it
      LOGGER.warn("The web page does not stop", e);
    }
  }
}
