package org.dpjdbc.gateway.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.config.UserNames;
import org.dpjdbc.gateway.login.LoginException;
import org.dpjdbc.gateway.login.ScramLogin;
import org.dpjdbc.gateway.login.Verifier;
import org.dpjdbc.gateway.resource.ResourceLease;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.session.Session;
import org.dpjdbc.gateway.session.SessionOutput;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.wire.Fields;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Reply;
import org.dpjdbc.gateway.wire.Request;
import org.dpjdbc.gateway.wire.ServerError;
import org.jspecify.annotations.Nullable;

/**
 * A client's login. Who has no account, and who has no right to the database, learns no more than
 * who has a wrong password. Confined to the thread of the connection.
 */
final class Login {
  /** For other sessions of the user that are opened. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Which message comes next. */
  private enum Step {
    FIRST,
    LAST,
    NONE
  }

  /** Runs something after a time. */
  interface Later {
    void run(Duration delay, Runnable task);
  }

  private final Gateway gateway;
  private final Request.Begin begin;
  private final String address;
  private final boolean encrypted;
  private final Verifier verifier;
  private final ScramLogin scram;
  private final String name;
  private Step step = Step.FIRST;
  private boolean done;
  private @Nullable ShadowWire wire;
  private @Nullable User user;
  private @Nullable Database database;

  Login(
      Gateway gateway,
      Request.Begin begin,
      String address,
      Encryption encryption,
      boolean encrypted) {
    this.gateway = gateway;
    this.begin = begin;
    this.address = address;
    this.encrypted = encrypted;
    this.name = begin.options().getOrDefault("user", "");
    this.verifier = gateway.verifier(isName(name) ? name : "");
    this.scram =
        new ScramLogin(
            verifier,
            encrypted ? Optional.of(encryption.endPoint()) : Optional.empty(),
            gateway.random());
  }

  boolean isDone() {
    return done;
  }

  private static boolean isName(String text) {
    return UserNames.fits(text);
  }

  /** Asks for a password, or refuses to. */
  void begin(Consumer<Frame> answer, Consumer<ServerError> refuse) {
    Settings settings = gateway.settings().get();
    if (name.isEmpty()) {
      refuse.accept(
          ServerError.fatal("28000", "no PostgreSQL user name specified in startup packet"));
      return;
    }
    if (!isName(name) || !isName(database())) {
      refuse.accept(ServerError.fatal("42622", "a name exceeds 63 bytes"));
      return;
    }
    if (!encrypted && settings.tlsRequired()) {
      refuse.accept(
          ServerError.fatal("28000", "connections must be encrypted")
              .with('H', "Set sslmode=require in the client."));
      return;
    }
    if (!begin.options().getOrDefault("replication", "false").equals("false")) {
      refuse.accept(ServerError.fatal("0A000", "replication is not supported"));
      return;
    }
    List<String> unknown =
        begin.options().keySet().stream().filter(option -> option.startsWith("_pq_.")).toList();
    if (begin.minor() > 0 || !unknown.isEmpty()) {
      answer.accept(Reply.negotiate(0, unknown));
    }
    answer.accept(Reply.mechanisms(scram.mechanisms()));
  }

  /**
   * Takes a step of the exchange, of which there are two, however many messages a client sends.
   *
   * @param loop the thread of the connection, which forgets what waits when the connection ends
   */
  void take(
      Request.Credentials credentials,
      Later loop,
      Consumer<Frame> answer,
      Consumer<ServerError> refuse,
      Runnable next) {
    Step now = step;
    step = step == Step.FIRST ? Step.LAST : Step.NONE;
    try {
      if (now == Step.NONE) {
        throw new LoginException("the login has come to its end");
      }
      if (now == Step.FIRST) {
        Fields fields = new Fields(Frame.of('p', credentials.body()));
        String mechanism = fields.text();
        int length = fields.int32();
        String message =
            new String(length < 0 ? new byte[0] : fields.bytes(length), StandardCharsets.UTF_8);
        fields.end();
        String first = scram.begin(mechanism, message);
        answer.accept(Reply.saslContinue(first));
        return;
      }
      Optional<String> last = scram.end(new String(credentials.body(), StandardCharsets.UTF_8));
      boolean right = last.isPresent() && current().isPresent();
      Duration delay = gateway.failures().attempt(name, address, right);
      if (right) {
        String proof = last.get();
        loop.run(delay, () -> end(proof, answer, refuse, next));
      } else {
        gateway.aside(
            () -> {
              gateway.login(name, address, false); // though the client may not wait
              loop.run(delay, () -> refuse.accept(wrong()));
            });
      }
    } catch (LoginException e) {
      refuse.accept(ServerError.fatal("08P01", String.valueOf(e.getMessage())));
    }
  }

  private void end(
      String proof, Consumer<Frame> answer, Consumer<ServerError> refuse, Runnable next) {
    if (current().isEmpty()) {
      gateway.aside(
          () -> {
            gateway.login(name, address, false);
            refuse.accept(wrong());
          });
      return;
    }
    done = true;
    answer.accept(Reply.saslFinal(proof));
    next.run();
  }

  private ServerError wrong() {
    return ServerError.fatal("28P01", "password authentication failed for user \"" + name + "\"");
  }

  /** Records a login. Blocks. */
  void written() {
    gateway.login(name, address, true);
  }

  /** The user, unless removed or given another password since the exchange began. */
  private Optional<User> current() {
    return gateway.user(name).filter(user -> user.verifier().equals(verifier));
  }

  User user() throws ServerError {
    return current()
        .orElseThrow(
            () -> ServerError.fatal("28000", "the user was removed, or the password was changed"));
  }

  /**
   * Looks again once the session is among those that a change of the files ends.
   *
   * @throws ServerError if they have changed while it began
   */
  void check() throws ServerError {
    User then = user;
    Database opened = database;
    if (then == null || opened == null || !gateway.isCurrent(then, database(), opened)) {
      throw Gateway.changed();
    }
  }

  /** The name of the database that the client connects to. */
  String database() {
    return begin.options().getOrDefault("database", name);
  }

  /** Begins the session. Blocks. */
  Session open(SessionOutput out, UserResources.Share share) throws IOException, ServerError {
    User current = user();
    String wanted = database();
    Database found = gateway.database(current, wanted);
    this.user = current;
    this.database = found;
    ShadowWire opened;
    try (ResourceLease turn = share.open(PATIENCE)) {
      opened = found.open(current, options());
    }
    opened.charge(share);
    wire = opened;
    boolean isKept = false;
    try {
      if (!opened.parameter("client_encoding").equals("UTF8")) {
        throw ServerError.fatal("0A000", "the client's encoding must be UTF8");
      }
      Session session =
          gateway.session(
              found,
              found.connector(current),
              gateway.observer(current, wanted, address),
              opened,
              out,
              share);
      isKept = true;
      return session;
    } finally {
      if (!isKept) {
        opened.close();
      }
    }
  }

  /** Settings that the client asks for, which the shadow takes or refuses. */
  private Map<String, String> options() {
    Map<String, String> options = new HashMap<>(begin.options());
    options
        .keySet()
        .removeIf(
            option ->
                option.equals("user")
                    || option.equals("database")
                    || option.equals("replication")
                    || option.startsWith("_pq_."));
    return options;
  }

  /** What a client receives before its first statement. */
  List<Frame> greeting(Clients.Client client) {
    List<Frame> frames = new ArrayList<>();
    frames.add(Reply.authenticated());
    ShadowWire opened = wire;
    if (opened != null) {
      Map<String, String> parameters = opened.parameters();
      parameters.replace("session_authorization", name); // the name that the client knows
      parameters.forEach((key, value) -> frames.add(Reply.parameter(key, value)));
    }
    frames.add(Reply.key(client.id(), client.key()));
    frames.add(Reply.ready(Reply.Transaction.NONE));
    return frames;
  }
}
