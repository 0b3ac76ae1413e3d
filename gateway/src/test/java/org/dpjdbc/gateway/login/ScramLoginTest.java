package org.dpjdbc.gateway.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ongres.scram.client.ScramClient;
import com.ongres.scram.common.exception.ScramException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.dpjdbc.gateway.KnownPassword;
import org.junit.jupiter.api.Test;

class ScramLoginTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final byte[] CHANNEL =
      "a certificate's digest, 32 bytes".getBytes(StandardCharsets.US_ASCII);
  private static final Verifier VERIFIER = Verifier.of("pencil".toCharArray(), RANDOM);

  private static boolean logsIn(String password, Optional<byte[]> server, Optional<byte[]> client)
      throws LoginException, ScramException {
    ScramLogin login = new ScramLogin(Verifier.parse(VERIFIER.text()), server, RANDOM);
    var setup =
        ScramClient.builder()
            .advertisedMechanisms(login.mechanisms())
            .username("*")
            .password(password.toCharArray());
    client.ifPresent(data -> setup.channelBinding("tls-server-end-point", data));
    ScramClient begun = setup.build();
    String first =
        login.begin(begun.getScramMechanism().getName(), begun.clientFirstMessage().toString());
    begun.serverFirstMessage(first);
    Optional<String> last = login.end(begun.clientFinalMessage().toString());
    if (last.isPresent()) {
      begun.serverFinalMessage(last.get());
    }
    return last.isPresent();
  }

  @Test
  void letsInWhoKnowsThePassword() throws LoginException, ScramException {
    assertThat(logsIn("pencil", Optional.empty(), Optional.empty())).isTrue();
    assertThat(logsIn("pencil", Optional.of(CHANNEL), Optional.of(CHANNEL))).isTrue();
    assertThat(logsIn("pencils", Optional.empty(), Optional.empty())).isFalse();
    assertThat(logsIn("pencils", Optional.of(CHANNEL), Optional.of(CHANNEL))).isFalse();
  }

  @Test
  void comparesPasswordsAsAWhole() {
    Verifier verifier = Verifier.parse(KnownPassword.VERIFIER);
    assertThat(verifier.fits(KnownPassword.TEXT.toCharArray())).isTrue();
    for (String other : new String[] {"", "c", "correct hors", "correct horses", "Correct horse"}) {
      assertThat(verifier.fits(other.toCharArray())).as(other).isFalse();
    }
  }

  @Test
  void refusesAnotherChannel() throws LoginException, ScramException {
    byte[] other = CHANNEL.clone();
    other[0]++;
    assertThat(logsIn("pencil", Optional.of(CHANNEL), Optional.of(other))).isFalse();
  }

  @Test
  void refusesAClientThatWasNotOfferedTheChannel() {
    ScramLogin login = new ScramLogin(VERIFIER, Optional.of(CHANNEL), RANDOM);
    assertThatThrownBy(() -> login.begin("SCRAM-SHA-256", "y,,n=,r=abc"))
        .isInstanceOf(LoginException.class)
        .hasMessageContaining("channel binding");
    assertThatThrownBy(() -> login.begin("SCRAM-SHA-256-PLUS", "p=tls-unique,,n=,r=abc"))
        .isInstanceOf(LoginException.class);
    assertThatThrownBy(() -> login.begin("SCRAM-SHA-1", "n,,n=,r=abc"))
        .isInstanceOf(LoginException.class);
  }

  @Test
  void refusesMessagesThatAreNone() throws LoginException {
    for (String message : new String[] {"", "n,,", "n,,n=a", "n,a=b,n=,r=abc", "n,,m=x,n=,r=abc"}) {
      ScramLogin login = new ScramLogin(VERIFIER, Optional.empty(), RANDOM);
      assertThatThrownBy(() -> login.begin("SCRAM-SHA-256", message))
          .as(message)
          .isInstanceOf(LoginException.class);
    }
    ScramLogin login = new ScramLogin(VERIFIER, Optional.empty(), RANDOM);
    assertThatThrownBy(() -> login.end("c=biws,r=abc,p=AAAA")).isInstanceOf(LoginException.class);
    login.begin("SCRAM-SHA-256", "n,,n=,r=abc");
    assertThatThrownBy(() -> login.end("c=biws,r=abc")).isInstanceOf(LoginException.class);
    assertThat(login.end("c=biws,r=abc,p=AAAA")).isEmpty();
  }

  @Test
  void keepsOfAPasswordWhatCannotLogIn() {
    assertThat(VERIFIER.text()).startsWith("SCRAM-SHA-256$100000:").doesNotContain("pencil");
    assertThat(VERIFIER.toString()).isEqualTo("Verifier");
    for (String text :
        new String[] {"md5abc", "SCRAM-SHA-256$1:AAAA$AAAA:AAAA", VERIFIER.text() + "A", ""}) {
      assertThatThrownBy(() -> Verifier.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void decoysAreAlwaysTheSame() {
    DecoyVerifiers decoy = DecoyVerifiers.of(DecoyVerifiers.secret(RANDOM), List.of());
    assertThat(decoy.verifier("eve"))
        .isEqualTo(decoy.verifier("eve"))
        .isNotEqualTo(decoy.verifier("mallory"));
    assertThat(decoy.verifier("eve").iterations()).isEqualTo(VERIFIER.iterations());
    assertThat(decoy.verifier("eve").salt()).hasSameSizeAs(VERIFIER.salt());
  }

  /** All of 400 names get the same of two counts with a probability of 2^-399. */
  @Test
  void decoysHaveTheIterationsOfUsers() {
    Verifier old = new Verifier(4096, VERIFIER.salt(), VERIFIER.storedKey(), VERIFIER.serverKey());
    String secret = DecoyVerifiers.secret(RANDOM);
    DecoyVerifiers both = DecoyVerifiers.of(secret, List.of(VERIFIER, old, old));
    DecoyVerifiers one = DecoyVerifiers.of(secret, List.of(old));
    List<Integer> counts = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      counts.add(both.verifier("name" + i).iterations());
      assertThat(one.verifier("name" + i).iterations()).isEqualTo(4096);
    }
    assertThat(counts).containsOnly(4096, VERIFIER.iterations());
  }

  @Test
  void guessesBecomeSlow() {
    AtomicLong clock = new AtomicLong();
    LoginFailures failures = new LoginFailures(clock::get);
    for (int i = 0; i < 3; i++) {
      assertThat(failures.attempt("ann", "1.2.3.4", false)).isZero();
    }
    Duration first = failures.attempt("ann", "1.2.3.4", false);
    assertThat(first).isPositive();
    assertThat(failures.attempt("ann", "1.2.3.4", false)).isEqualTo(first.multipliedBy(2));
    for (int i = 0; i < 50; i++) {
      failures.attempt("ann", "1.2.3.4", false);
    }
    assertThat(failures.attempt("ann", "1.2.3.4", false)).isEqualTo(Duration.ofSeconds(16));
    // A colleague behind the same address who mistypes waits a moment, and elsewhere not at all.
    assertThat(failures.attempt("bob", "1.2.3.4", false)).isEqualTo(Duration.ofSeconds(1));
    assertThat(failures.attempt("ann", "5.6.7.8", false)).isZero();
    clock.addAndGet(Duration.ofMinutes(11).toNanos());
    assertThat(failures.attempt("ann", "1.2.3.4", false)).isZero();
  }

  /** Else whoever guesses a user's password would keep the user out. */
  @Test
  void theRightPasswordWaitsForNobody() {
    AtomicLong clock = new AtomicLong();
    LoginFailures failures = new LoginFailures(clock::get);
    for (int i = 0; i < 1000; i++) {
      failures.attempt("ann", "1.2.3.4", false);
    }
    assertThat(failures.attempt("ann", "5.6.7.8", true)).isZero();
    assertThat(failures.attempt("bob", "1.2.3.4", true)).isZero();
    // One by one, from the same address, too: each guess has waited for its answer.
    for (int i = 0; i < 100; i++) {
      clock.addAndGet(failures.attempt("bob", "1.2.3.4", false).toNanos());
      assertThat(failures.attempt("bob", "1.2.3.4", true)).isZero();
    }
  }

  /** No answer would be an answer, and guesses as fast as the network is. */
  @Test
  void theRightPasswordWaitsAfterABurstOfGuessesFromItsAddress() {
    AtomicLong clock = new AtomicLong();
    LoginFailures failures = new LoginFailures(clock::get);
    for (int i = 0; i < 63; i++) {
      failures.attempt("ann", "1.2.3.4", false);
    }
    assertThat(failures.attempt("ann", "1.2.3.4", true)).isZero();
    for (int i = 0; i < 64; i++) {
      failures.attempt("ann", "1.2.3.4", false);
    }
    assertThat(failures.attempt("ann", "1.2.3.4", true)).isEqualTo(Duration.ofSeconds(16));
    clock.addAndGet(Duration.ofSeconds(32).toNanos());
    assertThat(failures.attempt("ann", "1.2.3.4", true)).isZero();
  }
}
