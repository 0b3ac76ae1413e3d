package org.dpjdbc.gateway.web;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.gateway.web.html.Html;
import org.dpjdbc.gateway.web.html.Tag;

/**
 * An answer to a request.
 *
 * @param headers beside those that all answers have
 * @param delay before it is sent
 * @param end is called when it has been sent, or cannot be
 */
@SuppressWarnings("ArrayRecordComponent") // is not compared
record WebReply(int status, byte[] body, List<Header> headers, Duration delay, Runnable end) {
  static final int OK = 200;
  static final int SEE_OTHER = 303;
  static final int BAD = 400;
  static final int FORBIDDEN = 403;
  static final int NOT_FOUND = 404;
  static final int NOT_ALLOWED = 405;
  static final int CONFLICT = 409;
  static final int TOO_LARGE = 413;
  static final int WRONG_TYPE = 415;
  static final int TOO_MANY = 429;
  static final int FAILED = 500;
  static final int UNAVAILABLE = 503;

  /** A header of it. */
  record Header(String name, String value) {}

  /** A page, which no cache may keep. */
  static WebReply page(int status, Tag page) {
    return of(status, "text/html; charset=utf-8", Html.document(page))
        .with("Cache-Control", "no-store");
  }

  static WebReply of(int status, String type, String body) {
    return withBody(status, body.getBytes(StandardCharsets.UTF_8)).with("Content-Type", type);
  }

  /** Sends the browser to another page of this site. */
  static WebReply redirect(String to) {
    return withBody(SEE_OTHER, new byte[0]).with("Location", to).with("Cache-Control", "no-store");
  }

  private static WebReply withBody(int status, byte[] body) {
    return new WebReply(status, body, List.of(), Duration.ZERO, () -> {});
  }

  WebReply with(String name, String value) {
    List<Header> more = new ArrayList<>(headers);
    more.add(new Header(name, value));
    return new WebReply(status, body, List.copyOf(more), delay, end);
  }

  WebReply after(Duration wait) {
    return new WebReply(status, body, headers, wait, end);
  }

  WebReply atEnd(Runnable task) {
    return new WebReply(status, body, headers, delay, task);
  }
}
