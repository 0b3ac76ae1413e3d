package org.dpjdbc.gateway.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.ongres.scram.client.ScramClient;
import com.ongres.scram.common.exception.ScramException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.gateway.KnownPassword;
import org.dpjdbc.gateway.TestCertificate;
import org.dpjdbc.gateway.answer.RefusalCounts;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.SettingsReader;
import org.dpjdbc.gateway.login.LoginFailures;
import org.dpjdbc.gateway.operate.AuditLog;
import org.dpjdbc.gateway.operate.Metrics;
import org.dpjdbc.gateway.resource.Resources;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.FrameDecoder;
import org.dpjdbc.gateway.wire.Message;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A login, message by message, without a network and by a clock that the test moves. */
class LoginTest {
  private static final int LARGEST = 1 << 20;

  @TempDir private static Path folder;
  private static Settings settings;
  private static Encryption encryption;

  @BeforeAll
  static void write() throws IOException, ConfigException {
    Files.writeString(folder.resolve("clinic.yaml"), "version: 1\n");
    Files.writeString(
        folder.resolve("gateway.yaml"),
        """
        version: 1
        tls: {required: false}
        databases:
          clinic: {url: "jdbc:h2:mem:", policy: clinic.yaml}
        """);
    Files.writeString(
        folder.resolve("users.yaml"),
        "users:\n  ann: {password: \"%s\", databases: [clinic]}\n"
            .formatted(KnownPassword.VERIFIER));
    settings = SettingsReader.read(folder.resolve("gateway.yaml"), Map.of());
    TestCertificate.writeTo(settings);
    encryption = Encryption.of(settings.certificate(), settings.key());
  }

  private static void send(EmbeddedChannel channel, Frame frame) {
    ByteBuf bytes = Unpooled.buffer();
    write(bytes, frame);
    channel.writeInbound(bytes);
  }

  private static void write(ByteBuf bytes, Frame frame) {
    if (frame.type() != 0) {
      bytes.writeByte(frame.type());
    }
    bytes.writeInt(Integer.BYTES + frame.body().length).writeBytes(frame.body());
  }

  private static Frame receive(EmbeddedChannel channel) {
    ByteBuf bytes = channel.readOutbound();
    byte type = bytes.readByte();
    byte[] body = new byte[bytes.readInt() - Integer.BYTES];
    bytes.readBytes(body).release();
    return new Frame(type, body);
  }

  /** A gateway without a database, and a client that is connected to it. */
  private static final class Connected implements AutoCloseable {
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final SecureRandom random = new SecureRandom();
    private final Resources resources =
        new Resources(
            () -> settings.limits().resources(settings.limits().connections()), System::nanoTime);
    private final Path written = folder.resolve("audit.jsonl");
    private final AuditLog audit;
    private final PendingLogins waiting = new PendingLogins(settings.limits().connections());
    private ScramClient scram;

    Connected(LoginFailures failures) throws IOException {
      Files.deleteIfExists(written);
      audit = AuditLog.open(written, Clock.systemUTC());
      channel.freezeTime();
      Gateway gateway =
          new Gateway(
              () -> settings,
              Map.of(),
              resources,
              new Clients(random),
              waiting,
              failures,
              random,
              Runnable::run,
              Runnable::run,
              clock,
              audit,
              new Metrics(),
              new RefusalCounts());
      FrameDecoder decoder = new FrameDecoder(GatewayServer.BEFORE_LOGIN, LARGEST);
      channel
          .pipeline()
          .addLast(decoder)
          .addLast(new ClientHandler(gateway, encryption, decoder, new ChannelOutput(channel)));
      channel.pipeline().fireChannelActive();
    }

    /** Everything up to the proof of a password, which is the answer. */
    Frame proof(String password) throws ScramException {
      scram =
          ScramClient.builder()
              .advertisedMechanisms(List.of("SCRAM-SHA-256"))
              .username("*")
              .password(password.toCharArray())
              .build();
      send(channel, Message.begin(Map.of("user", "ann", "database", "clinic")));
      assertThat(receive(channel).is('R')).isTrue();
      send(channel, Message.saslInitial("SCRAM-SHA-256", scram.clientFirstMessage().toString()));
      byte[] first = receive(channel).body();
      scram.serverFirstMessage(
          new String(first, Integer.BYTES, first.length - Integer.BYTES, UTF_8));
      return Message.saslResponse(scram.clientFinalMessage().toString());
    }

    void wait(int millis) {
      channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
      channel.runScheduledPendingTasks();
    }

    @Override
    public void close() throws IOException {
      channel.finishAndReleaseAll();
      clock.shutdownNow();
      audit.close();
    }
  }

  private static LoginFailures failures(int count) {
    LoginFailures failures = new LoginFailures(() -> 0);
    for (int i = 0; i < count; i++) {
      failures.attempt("ann", "", false);
    }
    return failures;
  }

  /** The right password is not kept out by wrong ones, up to a burst of them. */
  @ParameterizedTest
  @CsvSource({
    KnownPassword.TEXT + ", 3, R, 0",
    "wrong horse, 3, E, 250",
    KnownPassword.TEXT + ", 100, R, 16000",
    "wrong horse, 100, E, 16000"
  })
  void waitsAfterFailures(String password, int before, char answer, int millis)
      throws IOException, ScramException {
    try (Connected client = new Connected(failures(before))) {
      send(client.channel, client.proof(password));
      if (millis > 0) {
        client.wait(millis - 1);
        assertThat(client.channel.outboundMessages()).isEmpty();
      }
      client.wait(1);
      assertThat((char) receive(client.channel).type()).isEqualTo(answer);
    }
  }

  /** Who guesses and does not wait leaves nothing behind but a line in the log. */
  @Test
  void forgetsARefusalThatNobodyWaitsFor() throws IOException, ScramException {
    try (Connected client = new Connected(failures(100))) {
      send(client.channel, client.proof("wrong horse"));
      assertThat(client.waiting.size()).isOne();
      assertThat(client.channel.runScheduledPendingTasks()).isPositive();
      for (int i = 0; i < settings.limits().connections(); i++) {
        client.waiting.add(new EmbeddedChannel(), "");
      }
      client.channel.runPendingTasks();
      assertThat(client.channel.isOpen()).isFalse();
      assertThat(client.channel.runScheduledPendingTasks()).as("no timer is left").isNegative();
      assertThat(Files.readAllLines(client.written)).hasSize(1);
    }
  }

  /** A network that nobody reads from. */
  private static final class Unread extends ChannelOutboundHandlerAdapter {
    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise sent) {}
  }

  /** Until it has read why, or has not for long enough. */
  @Test
  void countsWhoIsRefusedWhoeverItIs() throws IOException, ScramException {
    for (String password : List.of(KnownPassword.TEXT, "wrong horse")) {
      try (Connected client = new Connected(failures(0))) {
        Frame proof = client.proof(password); // and there is no such database
        client.channel.pipeline().addFirst(new Unread());
        send(client.channel, proof);
        client.wait(1);
        assertThat(client.channel.isOpen()).isTrue();
        assertThat(client.resources.connections()).isZero();
        assertThat(client.waiting.size()).isOne();
        client.wait(5_000);
        assertThat(client.channel.isOpen()).isFalse();
        assertThat(client.waiting.size()).isZero();
      }
    }
  }

  @Test
  void takesNoLongMessageBeforeTheLogin() throws IOException {
    for (int length : new int[] {500, 2000}) {
      try (Connected client = new Connected(failures(0))) {
        send(client.channel, Message.begin(Map.of("user", "ann", "database", "clinic")));
        assertThat(receive(client.channel).is('R')).isTrue();
        String first = "n,,n=,r=" + "a".repeat(length);
        send(client.channel, Message.saslInitial("SCRAM-SHA-256", first));
        assertThat(receive(client.channel).is(length > 1000 ? 'E' : 'R')).isTrue();
      }
    }
  }

  /** Messages that come together are read together, whatever the gateway is doing. */
  @ParameterizedTest
  @ValueSource(strings = {"p", "S", "startup", "encrypt"})
  void oneConnectionIsOneSession(String second) throws IOException, ScramException {
    for (int failed : new int[] {0, 100}) {
      try (Connected client = new Connected(failures(failed))) {
        Frame proof = client.proof(KnownPassword.TEXT);
        ByteBuf both = Unpooled.buffer();
        write(both, proof);
        for (int i = 0; i < 3; i++) {
          switch (second) {
            case "p" -> write(both, proof);
            case "S" -> write(both, new Frame((byte) 'S', new byte[0]));
            case "startup" -> write(both, Message.begin(Map.of("user", "ann")));
            default -> both.writeInt(8).writeInt(80877103);
          }
        }
        client.channel.writeInbound(both);
        client.wait(16_000);
        client.channel.finish();
        client.wait(1);
        assertThat(client.resources.connections()).as("places that nobody has").isZero();
        assertThat(Files.readAllLines(client.written)).hasSizeLessThanOrEqualTo(1);
      }
    }
  }

  @Test
  void keepsNothingOfANameThatIsNobodys() throws IOException {
    try (Connected client = new Connected(failures(0))) {
      send(client.channel, Message.begin(Map.of("user", "a".repeat(64), "database", "clinic")));
      Frame answer = receive(client.channel);
      assertThat(answer.is('E')).isTrue();
      assertThat(new String(answer.body(), UTF_8))
          .contains("a name exceeds 63 bytes")
          .doesNotContain("aaa");
      assertThat(client.written).isEmptyFile();
    }
    try (Connected client = new Connected(failures(0))) {
      send(client.channel, Message.begin(Map.of("user", "a".repeat(63), "database", "clinic")));
      assertThat(receive(client.channel).is('R')).isTrue();
    }
  }
}
