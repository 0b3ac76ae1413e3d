package org.dpjdbc.gateway.web;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.dpjdbc.gateway.web.session.RateLimit;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts requests that have the form of this site's own, and sends the answers. */
final class RequestHandler extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);
  private static final double AT_ONCE = 400;
  private static final double PER_SECOND = 20;
  private static final int MOST_FIELDS = 20;
  private static final int LONGEST_BODY = 1 << 19;

  /** Of forms without a query: what a stranger fills in is kept as long as a refusal waits. */
  private static final int SHORT_BODY = 1 << 14;

  private final Site site;
  private final WebFiles files = new WebFiles();
  private final RateLimit rate;
  private final Duration patience;
  private final ConnectionLimiter limiter;

  /**
   * @param patience how long a form may take to arrive
   * @param limiter notified when a request has arrived
   */
  RequestHandler(Site site, LongSupplier nanos, Duration patience, ConnectionLimiter limiter) {
    this.limiter = limiter;
    this.patience = patience;
    this.site = site;
    this.rate = new RateLimit(AT_ONCE, PER_SECOND, nanos);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    if (!rate.allows(Request.getRemoteAddr(request))) {
      send(plain(WebReply.TOO_MANY, "Too many requests"), request, response, callback);
      return true;
    }
    Optional<WebReply> early = early(request);
    if (early.isPresent()) {
      send(early.get(), request, response, callback);
    } else if (request.getMethod().equals(PageRequest.POST)) {
      AtomicBoolean arrived = new AtomicBoolean();
      request
          .getComponents()
          .getScheduler()
          .schedule(
              () -> {
                if (!arrived.get()) {
                  request.getConnectionMetaData().getConnection().getEndPoint().close();
                }
              },
              patience.toMillis(),
              TimeUnit.MILLISECONDS);
      FormFields.onFields(
          request,
          StandardCharsets.UTF_8,
          MOST_FIELDS,
          longest(request),
          Promise.Invocable.from(
              InvocationType.BLOCKING,
              form -> {
                arrived.set(true);
                work(request, form, response, callback);
              },
              failure -> {
                arrived.set(true);
                send(plain(WebReply.BAD, "The form cannot be read"), request, response, callback);
              }));
    } else {
      work(request, new Fields(), response, callback);
    }
    return true;
  }

  private static int longest(Request request) {
    return Request.getPathInContext(request).equals("/console") ? LONGEST_BODY : SHORT_BODY;
  }

  /** An answer that needs no more of the request than its head. */
  private Optional<WebReply> early(Request request) {
    String method = request.getMethod();
    boolean isPost = method.equals(PageRequest.POST);
    if (!isPost && !method.equals("GET") && !method.equals("HEAD")) {
      return Optional.of(
          plain(WebReply.NOT_ALLOWED, "Not allowed").with("Allow", "GET, HEAD, POST"));
    }
    if (!isPost) {
      return files.find(Request.getPathInContext(request));
    }
    if (request.getLength() > longest(request)) {
      return Optional.of(plain(WebReply.TOO_LARGE, "Too large"));
    }
    String type = String.valueOf(request.getHeaders().get(HttpHeader.CONTENT_TYPE));
    if (!type.toLowerCase(Locale.ROOT)
        .split(";", 2)[0]
        .strip()
        .equals("application/x-www-form-urlencoded")) {
      return Optional.of(plain(WebReply.WRONG_TYPE, "A form is expected"));
    }
    return isOwn(request.getHeaders())
        ? Optional.empty()
        : Optional.of(plain(WebReply.FORBIDDEN, "The form comes from another site"));
  }

  /** Whether the browser says that a form is of this site; the token decides if it says nothing. */
  private static boolean isOwn(HttpFields headers) {
    String site = headers.get("Sec-Fetch-Site");
    String origin = headers.get(HttpHeader.ORIGIN);
    boolean isSite = site == null || site.equals("same-origin") || site.equals("none");
    return isSite && (origin == null || origin.equals("https://" + headers.get(HttpHeader.HOST)));
  }

  private void work(Request request, Fields form, Response response, Callback callback) {
    request.addIdleTimeoutListener(timeout -> false); // what runs has a limit of its own
    PageRequest incoming;
    try {
      incoming = incoming(request, form);
    } catch (RuntimeException e) { // Jetty's, for a form that is not text
      send(plain(WebReply.BAD, "The request cannot be read"), request, response, callback);
      return;
    }
    WebReply reply;
    Connection connection = request.getConnectionMetaData().getConnection();
    limiter.begin(connection);
    try {
      reply = site.answer(incoming);
    } catch (RuntimeException e) {
      LOG.warn("a page of the web failed", e);
      reply =
          Site.message(
              WebReply.FAILED, Optional.empty(), "Failed", "The page cannot be shown now.");
    } finally {
      limiter.end(connection);
    }
    Runnable end = reply.end();
    Request.addCompletionListener(request, failure -> end.run());
    try {
      send(reply, request, response, callback);
    } catch (RuntimeException | Error e) { // memory may be short; what has a turn must end
      callback.failed(e);
    }
  }

  private static PageRequest incoming(Request request, Fields form) {
    Map<String, String> cookies = new HashMap<>();
    for (HttpCookie each : Request.getCookies(request)) {
      cookies.putIfAbsent(each.getName(), each.getValue());
    }
    return new PageRequest(
        request.getMethod(),
        Request.getPathInContext(request),
        first(Request.extractQueryParameters(request, StandardCharsets.UTF_8)),
        first(form),
        cookies,
        Request.getRemoteAddr(request),
        Objects.requireNonNullElse(request.getHeaders().get(HttpHeader.ACCEPT_LANGUAGE), ""));
  }

  private static Map<String, String> first(Fields fields) {
    Map<String, String> first = new HashMap<>();
    for (Fields.Field each : fields) {
      first.put(each.getName(), each.getValue());
    }
    return first;
  }

  static WebReply plain(int status, String text) {
    return WebReply.of(status, "text/plain; charset=utf-8", text + "\n")
        .with("Cache-Control", "no-store");
  }

  private static void send(WebReply reply, Request request, Response response, Callback callback) {
    if (reply.delay().isZero()) {
      write(reply, response, callback);
      return;
    }
    request.addIdleTimeoutListener(timeout -> false);
    Scheduler.Task task =
        request
            .getComponents()
            .getScheduler()
            .schedule(
                () ->
                    request
                        .getComponents()
                        .getExecutor()
                        .execute(() -> write(reply, response, callback)),
                reply.delay().toMillis(),
                TimeUnit.MILLISECONDS);
    Connection connection = request.getConnectionMetaData().getConnection();
    Connection.Listener closing = new Closing(task, callback);
    connection.addEventListener(closing);
    Request.addCompletionListener(request, failure -> connection.removeEventListener(closing));
    if (!connection.getEndPoint().isOpen()) {
      closing.onClosed(connection);
    }
  }

  /** Forgets an answer that waits when its connection is closed. */
  record Closing(Scheduler.Task task, Callback callback) implements Connection.Listener {
    @Override
    public void onClosed(Connection connection) {
      if (task.cancel()) {
        callback.failed(new EofException());
      }
    }
  }

  static void write(WebReply reply, Response response, Callback callback) {
    response.setStatus(reply.status());
    SecureHeaders.set(response.getHeaders());
    reply.headers().forEach(header -> response.getHeaders().add(header.name(), header.value()));
    response.write(true, ByteBuffer.wrap(reply.body()), callback);
  }
}
