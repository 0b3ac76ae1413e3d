package org.dpjdbc.gateway.login;

import com.ongres.scram.common.ScramFunctions;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The server's side of SCRAM-SHA-256 and SCRAM-SHA-256-PLUS (RFC 5802, RFC 7677), with the channel
 * bound by {@code tls-server-end-point} (RFC 5929). The name in the messages is ignored and may be
 * empty, as PostgreSQL has it: the session has named its user before. For a user that there is not,
 * the exchange goes on to its end with a verifier that no password fits. Confined to one session.
 */
public final class ScramLogin {
  private static final String PLAIN = "SCRAM-SHA-256";
  private static final String PLUS = "SCRAM-SHA-256-PLUS";
  private static final int NONCE = 24;
  private static final String BINDING = "p=tls-server-end-point";

  /** RFC 5802, section 7: the header, an identity that is not supported, a name and a nonce. */
  private static final Pattern FIRST =
      Pattern.compile("(?<flag>p=[^,]*|n|y),(?<identity>a=[^,]*)?,n=[^,]*,r=(?<nonce>[!-+\\--~]+)");

  private static final Pattern LAST =
      Pattern.compile("(?<rest>c=(?<bound>[^,]+),r=(?<nonce>[^,]+)),p=(?<proof>[^,]+)");

  private final Verifier verifier;
  private final Optional<byte[]> channel;
  private final SecureRandom random;
  private String header = "";
  private String bare = "";
  private String answer = "";
  private String nonce = "";

  /**
   * @param channel the binding data of the server's certificate; empty without TLS
   */
  public ScramLogin(Verifier verifier, Optional<byte[]> channel, SecureRandom random) {
    this.verifier = verifier;
    this.channel = channel;
    this.random = random;
  }

  /** What the client may choose from. */
  public List<String> mechanisms() {
    return channel.isPresent() ? List.of(PLUS, PLAIN) : List.of(PLAIN);
  }

  /**
   * Takes the client's first message, and gives the server's.
   *
   * @throws LoginException if it cannot be answered
   */
  public String begin(String mechanism, String message) throws LoginException {
    if (!mechanisms().contains(mechanism)) {
      throw new LoginException("client selected an invalid SASL authentication mechanism");
    }
    Matcher first = FIRST.matcher(message);
    if (!first.matches()) {
      throw malformed();
    }
    check(mechanism.equals(PLUS), first.group("flag"));
    if (first.group("identity") != null) {
      throw new LoginException("client uses authorization identity, but it is not supported");
    }
    int end = message.indexOf(',', message.indexOf(',') + 1) + 1;
    header = message.substring(0, end);
    bare = message.substring(end);
    nonce = first.group("nonce") + ScramFunctions.nonce(NONCE, random);
    answer = "r=%s,s=%s,i=%d".formatted(nonce, encoded(verifier.salt()), verifier.iterations());
    return answer;
  }

  /** A client that supports channel binding but was not offered it is under attack. */
  private void check(boolean plus, String flag) throws LoginException {
    boolean fits =
        plus ? flag.equals(BINDING) : flag.equals("n") || (flag.equals("y") && channel.isEmpty());
    if (!fits) {
      throw new LoginException("SCRAM channel binding negotiation error");
    }
  }

  /**
   * Takes the client's last message, and gives the server's, which proves that it has the verifier.
   *
   * @return empty if the password is wrong
   * @throws LoginException if the message is malformed
   */
  public Optional<String> end(String message) throws LoginException {
    Matcher last = LAST.matcher(message);
    if (answer.isEmpty() || !last.matches()) {
      throw malformed();
    }
    byte[] proof = decoded(last.group("proof"));
    String authMessage = bare + "," + answer + "," + last.group("rest");
    boolean isBound = MessageDigest.isEqual(decoded(last.group("bound")), binding());
    boolean isSame = MessageDigest.isEqual(utf8(last.group("nonce")), utf8(nonce));
    // Always computed, so that the time discloses nothing.
    boolean isProven =
        ScramFunctions.verifyClientProof(
            Verifier.MECHANISM,
            Arrays.copyOf(proof, verifier.storedKey().length),
            verifier.storedKey(),
            authMessage);
    boolean right = isProven && isBound && isSame && proof.length == verifier.storedKey().length;
    if (!right) {
      return Optional.empty();
    }
    byte[] signature =
        ScramFunctions.serverSignature(Verifier.MECHANISM, verifier.serverKey(), authMessage);
    return Optional.of("v=" + encoded(signature));
  }

  /** What the client's last message must bind: its first header, and the channel if it said so. */
  private byte[] binding() {
    byte[] head = utf8(header);
    byte[] data = header.startsWith(BINDING) ? channel.orElseThrow() : new byte[0];
    byte[] both = Arrays.copyOf(head, head.length + data.length);
    System.arraycopy(data, 0, both, head.length, data.length);
    return both;
  }

  private static LoginException malformed() {
    return new LoginException("malformed SCRAM message");
  }

  private static byte[] decoded(String text) throws LoginException {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw malformed();
    }
  }

  private static String encoded(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
