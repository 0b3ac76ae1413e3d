package org.dpjdbc.gateway.shadow;

import com.ongres.scram.client.ScramClient;
import com.ongres.scram.common.exception.ScramException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dpjdbc.gateway.resource.ResourceLease;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.wire.Fields;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Message;
import org.dpjdbc.gateway.wire.Reply;
import org.dpjdbc.gateway.wire.ServerError;
import org.dpjdbc.gateway.wire.SessionEnd;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session with a PostgreSQL server, message by message. Blocks. Confined to one thread at a time,
 * but for {@link #cancelAndAwait}, {@link #terminate} and {@link #close}.
 */
public final class ShadowWire implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(ShadowWire.class);
  private static final int CONNECT_MILLIS = 5000;
  private static final int END_MILLIS = 4000;
  private static final int LOGIN_MILLIS = 30_000;
  private static final int READY_MILLIS = 1000;

  /** The longest message: a row of a catalog is shorter. */
  private static final int MAX_FRAME = 16 << 20;

  /** Longer ones count among what the user holds. */
  private static final int LONG_FRAME = 1 << 16;

  /** For others of the user's sessions to send theirs. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final int BUFFER = 1 << 16;

  /** The database that every server has. */
  private static final String OWNERS = "postgres";

  private static final int AUTHENTICATED = 0;
  private static final int SASL = 10;
  private static final int SASL_CONTINUE = 11;
  private static final int SASL_FINAL = 12;

  /** How many iterations a server may ask for, which has not proven anything by then. */
  private static final Pattern ITERATIONS =
      Pattern.compile("[^,]*,[^,]*,i=([1-9][0-9]{0,5})(,.*)?");

  private static final int MOST_ITERATIONS = 100_000;

  /** Of a login, with a message for each of twenty settings. */
  private static final int MOST_MESSAGES = 1000;

  /** Of the value of a setting that the server tells: each session keeps it. */
  public static final int LONGEST_SETTING = 10_000;

  private static final String UNPROVEN = "the shadow does not prove that it knows the password";

  private final ShadowAddress address;
  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;
  private final Map<String, String> parameters = Collections.synchronizedMap(new LinkedHashMap<>());
  private volatile UserResources.@Nullable Share share;

  /** Whether what runs is to end. */
  private volatile boolean cancelled;

  private ResourceLease received = ResourceLease.NOTHING;
  private boolean proven;
  private volatile int id;
  private volatile byte[] key = new byte[0];
  private volatile Reply.Transaction transaction = Reply.Transaction.NONE;

  /** What a login proves to know. */
  private interface Secret {
    ScramClient.FinalBuildStage in(ScramClient.PasswordBuildStage scram);
  }

  private ShadowWire(ShadowAddress address, Socket socket) throws IOException {
    this.address = address;
    this.socket = socket;
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER));
    this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER));
  }

  /**
   * Logs in by SCRAM, by which the server proves that it knows the password, too: another one that
   * listens there in its place learns nothing.
   *
   * @param options of the session: user, database and settings
   * @throws ServerError if the server refuses
   * @throws IOException if it does not answer
   */
  public static ShadowWire open(ShadowAddress address, Map<String, String> options, String password)
      throws IOException, ServerError {
    return open(address, options, scram -> scram.password(password.toCharArray()));
  }

  /** The same with keys in place of a password. */
  static ShadowWire open(ShadowAddress address, Map<String, String> options, RoleKeys keys)
      throws IOException, ServerError {
    return open(address, options, scram -> scram.clientAndServerKey(keys.client(), keys.server()));
  }

  private static ShadowWire open(ShadowAddress address, Map<String, String> options, Secret secret)
      throws IOException, ServerError {
    ShadowWire wire = new ShadowWire(address, connect(address));
    try {
      // Settings may have the server wait before it answers.
      wire.socket.setSoTimeout(LOGIN_MILLIS);
      wire.logIn(options, secret);
      wire.socket.setSoTimeout(0);
      return wire;
    } catch (IOException | ServerError | RuntimeException e) {
      wire.close();
      throw e;
    }
  }

  private static Socket connect(ShadowAddress address) throws IOException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(address.host(), address.port()), CONNECT_MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private void logIn(Map<String, String> options, Secret secret) throws IOException, ServerError {
    send(Message.begin(options));
    @Nullable ScramClient scram = null;
    int left = MOST_MESSAGES;
    for (Frame frame = ask(); !frame.is('Z'); frame = receive()) {
      if (--left < 0) {
        throw new IOException("the shadow's login does not end");
      }
      switch ((char) frame.type()) {
        case 'E' -> throw ServerError.read(frame);
        case 'K' -> keep(frame);
        case 'R' -> scram = authenticate(new Fields(frame), secret, scram);
        default -> {} // notices, settings and the version
      }
    }
  }

  private void keep(Frame frame) {
    Fields fields = new Fields(frame);
    id = fields.int32();
    key = fields.rest();
  }

  private @Nullable ScramClient authenticate(
      Fields fields, Secret secret, @Nullable ScramClient scram) throws IOException {
    int step = fields.int32();
    switch (step) {
      case AUTHENTICATED -> {
        if (!proven) {
          throw new IOException(UNPROVEN);
        }
      }
      case SASL -> {
        List<String> offered = new ArrayList<>();
        for (String name = fields.text(); !name.isEmpty(); name = fields.text()) {
          offered.add(name);
        }
        ScramClient begun =
            secret.in(ScramClient.builder().advertisedMechanisms(offered).username("*")).build();
        sendNow(
            Message.saslInitial(
                begun.getScramMechanism().getName(), begun.clientFirstMessage().toString()));
        return begun;
      }
      case SASL_CONTINUE, SASL_FINAL -> {
        String message = new String(fields.rest(), StandardCharsets.UTF_8);
        if (scram == null) {
          throw new IOException("the shadow goes on with a login that was not begun");
        }
        try {
          if (step == SASL_CONTINUE) {
            checkIterations(message);
            scram.serverFirstMessage(message);
            sendNow(Message.saslResponse(scram.clientFinalMessage().toString()));
          } else {
            scram.serverFinalMessage(message);
            proven = true;
          }
        } catch (ScramException e) {
          throw new IOException(UNPROVEN, e);
        }
      }
      default ->
          throw new IOException("the shadow asks for a login other than scram-sha-256: " + step);
    }
    return scram;
  }

  private static void checkIterations(String message) throws IOException {
    Matcher asked = ITERATIONS.matcher(message);
    if (!asked.matches() || Integer.parseInt(asked.group(1)) > MOST_ITERATIONS) {
      throw new IOException(UNPROVEN + " within " + MOST_ITERATIONS + " iterations");
    }
  }

  /** Has long messages count among what a user holds, each until the next one is received. */
  public void charge(UserResources.Share user) {
    share = user;
  }

  /** Puts a message into the buffer. */
  public void send(Frame frame) throws IOException {
    if (frame.type() != 0) {
      out.writeByte(frame.type());
    }
    out.writeInt(Integer.BYTES + frame.body().length);
    out.write(frame.body());
  }

  private void sendNow(Frame frame) throws IOException {
    send(frame);
    out.flush();
  }

  /** Sends what is in the buffer. */
  public void flush() throws IOException {
    out.flush();
  }

  /** Sends what is in the buffer, and waits for a message. */
  public Frame ask() throws IOException {
    out.flush();
    return receive();
  }

  /** Waits for a message; keeps the settings and the transaction state that it reports. */
  public Frame receive() throws IOException {
    byte type = in.readByte();
    int length = in.readInt() - Integer.BYTES;
    if (length < 0) {
      throw new IOException("the shadow sent a message of " + length + " bytes");
    }
    if (length > MAX_FRAME) {
      throw new SessionEnd(
          ServerError.fatal("54000", "a row may have up to " + MAX_FRAME + " bytes"));
    }
    received.close();
    received = ResourceLease.NOTHING;
    UserResources.Share user = share;
    if (user != null && length > LONG_FRAME) {
      boolean isRow = type == 'D' || type == 'd';
      Optional<ResourceLease> room =
          user.pass(length, PATIENCE, () -> socket.isClosed() || (isRow && cancelled));
      if (room.isEmpty()) {
        return skipRows(length);
      }
      received = room.get();
    }
    return read(type, length);
  }

  /** Reads a statement's rows and drops them, so that the server notices that it is cancelled. */
  private Frame skipRows(int length) throws IOException {
    in.skipNBytes(length);
    while (true) {
      byte type = in.readByte();
      int next = in.readInt() - Integer.BYTES;
      if (type == 'D' || type == 'd') {
        in.skipNBytes(next);
        continue;
      }
      if (next < 0 || next > MAX_FRAME) {
        throw new IOException("the shadow sent a message of " + next + " bytes");
      }
      Frame frame = read(type, next);
      if (frame.is('E')) {
        return frame;
      }
      if (frame.is('C') || frame.is('s')) { // it was done before it noticed
        return ServerError.of("57014", "canceling statement due to user request").frame();
      }
    }
  }

  private Frame read(byte type, int length) throws IOException {
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the shadow closed the session");
    }
    Frame frame = new Frame(type, body);
    if (frame.is('S')) {
      keepSetting(new Fields(frame));
    } else if (frame.is('Z')) {
      transaction = Reply.Transaction.of((char) body[0]);
      cancelled = false;
    }
    return frame;
  }

  private void keepSetting(Fields fields) throws SessionEnd {
    String name = fields.text();
    String value = fields.text();
    if (value.length() > LONGEST_SETTING) {
      throw new SessionEnd(
          ServerError.fatal(
              "54000", "a setting may have up to " + LONGEST_SETTING + " characters: " + name));
    }
    parameters.put(name, value);
  }

  /**
   * Whether the server answers at once, and no transaction is open. Reads what it has sent
   * meanwhile.
   */
  boolean isReady() {
    try {
      socket.setSoTimeout(READY_MILLIS);
      send(Message.sync());
      for (Frame frame = ask(); !frame.is('Z'); frame = receive()) {
        // settings that have changed
      }
      socket.setSoTimeout(0);
      return transaction == Reply.Transaction.NONE;
    } catch (IOException e) {
      return false;
    }
  }

  /** A setting that the server reports by itself, such as {@code TimeZone}. */
  public String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }

  /** All of them. */
  public Map<String, String> parameters() {
    synchronized (parameters) {
      return new LinkedHashMap<>(parameters);
    }
  }

  /** The state of its transaction when it was ready last. */
  public Reply.Transaction transaction() {
    return transaction;
  }

  /**
   * Asks the server to end what runs in this session, and waits until the session has received
   * that, so that nothing after it is cancelled. Any thread may.
   */
  public void cancelAndAwait() throws IOException {
    cancelled = true;
    wake();
    try (Socket other = connect(address)) {
      other.setSoTimeout(CONNECT_MILLIS);
      DataOutputStream to = new DataOutputStream(other.getOutputStream());
      Frame frame = Message.cancel(id, key);
      to.writeInt(Integer.BYTES + frame.body().length);
      to.write(frame.body());
      to.flush();
      awaitEnd(other);
    }
  }

  /** Ends a wait for other sessions of the user. */
  private void wake() {
    UserResources.Share user = share;
    if (user != null) {
      user.cancel();
    }
  }

  /** The server closes the connection after it has notified the session. */
  private static void awaitEnd(Socket other) {
    try {
      while (other.getInputStream().read() >= 0) {
        // it says nothing
      }
    } catch (IOException e) {
      // it takes long, and will notify it all the same
    }
  }

  /**
   * Has the server end the process of this session, which notices that the session is closed only
   * when it is done, and waits a while for its end. Any thread may.
   */
  void terminate() {
    try (ShadowWire other = owner(address, "terminator")) {
      other.send(
          Message.query("SELECT pg_catalog.pg_terminate_backend(" + id + ", " + END_MILLIS + ")"));
      other.flush();
      while (!other.receive().is('Z')) {
        // what comes before
      }
    } catch (IOException | ServerError e) {
      LOGGER.info("A session of the catalog server cannot be terminated: {}", e.toString());
    }
  }

  /** A session of the owner's, which does not wait for long. */
  static ShadowWire owner(ShadowAddress address, String name) throws IOException, ServerError {
    ShadowWire wire =
        open(
            address,
            Map.of("user", address.owner(), "database", OWNERS, "application_name", name),
            address.password());
    wire.socket.setSoTimeout(CONNECT_MILLIS);
    return wire;
  }

  /** Ends the session, and with it a wait for a message. Any thread may. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // it is closed all the same
    }
    wake();
  }
}
