package org.dpjdbc.gateway.web;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.config.UserNames;
import org.dpjdbc.gateway.login.Verifier;
import org.dpjdbc.gateway.web.page.LoginPage;
import org.dpjdbc.gateway.web.session.LoginTokens;
import org.dpjdbc.gateway.web.session.RateLimit;
import org.dpjdbc.gateway.web.session.WebSessions;

/**
 * Lets users in. A user without an account learns no more, and no sooner, than one with a wrong
 * password. Failures are counted together with those over PostgreSQL's protocol. Thread-safe.
 */
final class WebLogins {
  private static final double AT_ONCE = 20;
  private static final double PER_SECOND = 0.5;
  private static final int COMPUTED = 2;
  private static final int MOST_WAITING = 16;
  private static final int PATIENCE_SECONDS = 10;
  private static final int LONGEST = 1000;

  private final WebParts parts;
  private final WebSessions sessions;
  private final LoginTokens tokens;
  private final RateLimit rate;
  private final Semaphore computed = new Semaphore(COMPUTED);

  WebLogins(WebParts parts, WebSessions sessions) {
    this.parts = parts;
    this.sessions = sessions;
    this.tokens = new LoginTokens(parts.random());
    this.rate = new RateLimit(AT_ONCE, PER_SECOND, parts.nanos());
  }

  /** The form. */
  WebReply form(PageRequest request) {
    return form(request, WebReply.OK, Optional.empty());
  }

  private WebReply form(PageRequest request, int status, Optional<String> problem) {
    String cookie =
        request.cookie(WebCookies.LOGIN).filter(LoginTokens::isCookie).orElseGet(tokens::cookie);
    return WebCookies.set(
        WebReply.page(status, LoginPage.of(tokens.of(cookie), problem)), WebCookies.LOGIN, cookie);
  }

  /** Takes a form that was filled. */
  WebReply logIn(PageRequest request) {
    boolean isOurs =
        request
            .cookie(WebCookies.LOGIN)
            .filter(cookie -> tokens.fits(cookie, request.field("token")))
            .isPresent();
    if (!isOurs) {
      return form(request, WebReply.FORBIDDEN, Optional.of("The form was out of date. Try again."));
    }
    if (!rate.allows(request.address())) {
      return form(
          request, WebReply.TOO_MANY, Optional.of("Too many attempts. Try again in a minute."));
    }
    String name = request.field("user");
    String password = request.field("password");
    if (!UserNames.fits(name) || password.length() > LONGEST) {
      return wrong(request);
    }
    Optional<User> user = parts.user(name);
    Verifier decoy = parts.settings().get().decoy().verifier(name); // so that both take as long
    Verifier verifier = user.map(User::verifier).orElse(decoy);
    Optional<Boolean> fits = fits(verifier, password);
    if (fits.isEmpty()) {
      return form(request, WebReply.UNAVAILABLE, Optional.of("The server is busy. Try again."));
    }
    boolean right = fits.get() && user.isPresent();
    Duration delay = parts.failures().attempt(name, request.address(), right);
    if (!right) {
      parts.witness().login(name, request.address(), false);
      return wrong(request).after(delay);
    }
    parts.witness().login(name, request.address(), true);
    request.cookie(WebCookies.SESSION).ifPresent(sessions::end);
    WebReply reply =
        WebCookies.set(
            WebReply.redirect("/budget"), WebCookies.SESSION, sessions.begin(user.get()));
    return WebCookies.remove(reply, WebCookies.LOGIN).after(delay);
  }

  private WebReply wrong(PageRequest request) {
    return form(request, WebReply.FORBIDDEN, Optional.of("The name or the password is not right."));
  }

  /** Empty if too many passwords are being checked: each takes the time of many digests. */
  private Optional<Boolean> fits(Verifier verifier, String password) {
    try {
      if (computed.getQueueLength() >= MOST_WAITING) {
        return Optional.empty(); // those who are logged in need threads, too
      }
      if (!computed.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        return Optional.empty();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
    try {
      return Optional.of(verifier.fits(password.toCharArray()));
    } finally {
      computed.release();
    }
  }

  /** Ends a session, and has the browser forget all of it. */
  WebReply logOut(PageRequest request) {
    request.cookie(WebCookies.SESSION).ifPresent(sessions::end);
    return WebCookies.remove(WebReply.redirect("/login"), WebCookies.SESSION)
        .with("Clear-Site-Data", "\"cache\", \"cookies\", \"storage\"");
  }
}
