package org.dpjdbc.gateway.web.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.login.Verifier;
import org.junit.jupiter.api.Test;

class WebSessionsTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final User ANN = user("ann", "one");

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - Duration.ofHours(1).toNanos());
  private final WebSessions sessions = new WebSessions(RANDOM, now::get);

  private static User user(String name, String password) {
    Verifier verifier = Verifier.of(password.toCharArray(), RANDOM);
    return new User(name, verifier, name, Set.of("clinic"), false);
  }

  private boolean isIn(String cookie) {
    return sessions.find(cookie, name -> Optional.of(ANN)).isPresent();
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  @Test
  void endsWhatIsNotUsed() {
    String cookie = sessions.begin(ANN);
    pass(Duration.ofMinutes(29));
    assertThat(isIn(cookie)).isTrue();
    pass(Duration.ofMinutes(29));
    assertThat(isIn(cookie)).isTrue();
    pass(Duration.ofMinutes(31));
    assertThat(isIn(cookie)).isFalse();
    assertThat(sessions.size()).isZero();
  }

  @Test
  void endsWhatIsUsedTooLong() {
    String cookie = sessions.begin(ANN);
    for (int i = 0; i < 24; i++) {
      pass(Duration.ofMinutes(20));
      assertThat(isIn(cookie)).isTrue();
    }
    pass(Duration.ofMinutes(1));
    assertThat(isIn(cookie)).isFalse();
  }

  @Test
  void endsWithTheUserAndTheUsersPassword() {
    String removed = sessions.begin(ANN);
    assertThat(sessions.find(removed, name -> Optional.empty())).isEmpty();
    assertThat(isIn(removed)).isFalse();
    String changed = sessions.begin(ANN);
    assertThat(sessions.find(changed, name -> Optional.of(user("ann", "two")))).isEmpty();
    assertThat(isIn(changed)).isFalse();
  }

  @Test
  void keepsTheNewestOfAUser() {
    List<String> cookies = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      cookies.add(sessions.begin(ANN));
      pass(Duration.ofSeconds(1));
    }
    assertThat(isIn(cookies.get(0))).isFalse();
    assertThat(cookies.subList(1, 9)).allMatch(this::isIn);
    assertThat(isIn("")).isFalse();
    assertThat(isIn(cookies.get(1).toLowerCase(java.util.Locale.ROOT) + "x")).isFalse();
  }

  @Test
  void limitsRates() {
    RateLimit rate = new RateLimit(3, 0.5, now::get);
    for (int i = 0; i < 3; i++) {
      assertThat(rate.allows("ann")).isTrue();
    }
    assertThat(rate.allows("ann")).isFalse();
    assertThat(rate.allows("bob")).isTrue();
    pass(Duration.ofSeconds(1));
    assertThat(rate.allows("ann")).isFalse();
    pass(Duration.ofSeconds(1));
    assertThat(rate.allows("ann")).isTrue();
    assertThat(rate.allows("ann")).isFalse();
  }

  @Test
  void bindsLoginsToTheBrowser() {
    LoginTokens tokens = new LoginTokens(RANDOM);
    String cookie = tokens.cookie();
    assertThat(tokens.fits(cookie, tokens.of(cookie))).isTrue();
    assertThat(tokens.fits(tokens.cookie(), tokens.of(cookie))).isFalse();
    assertThat(tokens.fits(cookie, new LoginTokens(RANDOM).of(cookie))).isFalse();
    assertThat(tokens.fits(cookie, "")).isFalse();
  }

  @Test
  void asksOnceWhatAFormSends() {
    WebSession session = new WebSession("ann", ANN.verifier(), "token", 0);
    assertThat(session.begin("one", "clinic")).isTrue();
    for (int i = 0; i < 9; i++) {
      assertThat(session.begin("other" + i, "clinic")).isTrue();
    }
    assertThat(session.isRunning("one")).isTrue();
    assertThat(session.begin("one", "clinic")).isFalse();
    session.forget("one");
    assertThat(session.begin("one", "clinic")).isTrue();
  }
}
