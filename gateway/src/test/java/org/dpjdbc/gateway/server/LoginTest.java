package org.dpjdbc.gateway.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.ongres.scram.client.ScramClient;
import com.ongres.scram.common.exception.ScramException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
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
import org.dpjdbc.gateway.answer.RefusalCounts;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.SettingsReader;
import org.dpjdbc.gateway.login.Failures;
import org.dpjdbc.gateway.operate.AuditLog;
import org.dpjdbc.gateway.operate.Metrics;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.FrameDecoder;
import org.dpjdbc.gateway.wire.FrameEncoder;
import org.dpjdbc.gateway.wire.Message;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    Certificates.makeIfMissing(settings.certificate(), settings.key());
    encryption = Encryption.of(settings.certificate(), settings.key());
  }

  private static void send(EmbeddedChannel channel, Frame frame) {
    ByteBuf bytes = Unpooled.buffer();
    if (frame.type() != 0) {
      bytes.writeByte(frame.type());
    }
    bytes.writeInt(Integer.BYTES + frame.body().length).writeBytes(frame.body());
    channel.writeInbound(bytes);
  }

  private static Frame receive(EmbeddedChannel channel) {
    ByteBuf bytes = channel.readOutbound();
    byte type = bytes.readByte();
    byte[] body = new byte[bytes.readInt() - Integer.BYTES];
    bytes.readBytes(body).release();
    return new Frame(type, body);
  }

  /** Else a guesser would not wait: no answer within the usual time would be a wrong password. */
  @ParameterizedTest
  @CsvSource({KnownPassword.TEXT + ", R", "wrong horse, E"})
  void waitsAfterFailuresWhateverThePassword(String password, char answer)
      throws IOException, ScramException {
    Failures failures = new Failures(() -> 0);
    for (int i = 0; i < 3; i++) {
      failures.attempt("ann", "192.0.2.1");
    }
    SecureRandom random = new SecureRandom();
    ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.freezeTime();
    try (AuditLog audit = AuditLog.open(folder.resolve("audit.jsonl"), Clock.systemUTC())) {
      Gateway gateway =
          new Gateway(
              () -> settings,
              Map.of(),
              Map.of(),
              new Clients(random),
              new Waiting(settings.limits().connections()),
              failures,
              random,
              Runnable::run,
              clock,
              audit,
              new Metrics(),
              new RefusalCounts());
      FrameDecoder decoder = new FrameDecoder(LARGEST, LARGEST);
      channel
          .pipeline()
          .addLast(decoder)
          .addLast(new FrameEncoder())
          .addLast(new ClientHandler(gateway, encryption, decoder, new ChannelOutput(channel)));
      ScramClient scram =
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
      send(channel, Message.saslResponse(scram.clientFinalMessage().toString()));
      channel.advanceTimeBy(249, TimeUnit.MILLISECONDS);
      channel.runScheduledPendingTasks();
      assertThat(channel.outboundMessages()).isEmpty();
      channel.advanceTimeBy(1, TimeUnit.MILLISECONDS);
      channel.runScheduledPendingTasks();
      assertThat((char) receive(channel).type()).isEqualTo(answer);
    } finally {
      channel.finishAndReleaseAll();
      clock.shutdownNow();
    }
  }
}
