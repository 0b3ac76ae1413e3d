package org.dpjdbc.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.gateway.TestCertificate;
import org.dpjdbc.gateway.answer.RefusalCounts;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.SettingsReader;
import org.dpjdbc.gateway.login.LoginFailures;
import org.dpjdbc.gateway.login.Verifier;
import org.dpjdbc.gateway.operate.AuditLog;
import org.dpjdbc.gateway.operate.Metrics;
import org.dpjdbc.gateway.resource.Resources;
import org.dpjdbc.gateway.text.Command;
import org.dpjdbc.gateway.text.Commands;
import org.dpjdbc.gateway.text.Literals;
import org.dpjdbc.gateway.text.Placeholders;
import org.dpjdbc.gateway.value.ParameterValues;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.FrameDecoder;
import org.dpjdbc.gateway.wire.Message;
import org.dpjdbc.gateway.wire.ProtocolException;
import org.dpjdbc.gateway.wire.Request;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sessions whose bytes are changed, cut, doubled and interleaved, in any pieces: what is no message
 * is a clean error, and nobody is let in. Without a network and without a catalog, so that there
 * can be many; those through both are in the test of hostile clients.
 */
@Tag("more")
class MutatedSessionsTest {
  private static final int SESSIONS = SuiteCases.MUTATED_SESSIONS.number("gateway.mutations");

  private static final long SEED = 20261128;
  private static final int LARGEST = 1 << 20;

  private static final int[] TYPES = {
    0, 16, 17, 20, 21, 23, 25, 26, 700, 701, 1043, 1082, 1083, 1114, 1184, 1700, 2950, 1007, 1009,
    1016, 1182, 1231, 114, 600
  };

  private static final List<Frame> MESSAGES =
      List.of(
          Message.query("SELECT COUNT(*) FROM patients WHERE age > 7"),
          Message.parse(
              "s", "SELECT region, COUNT(*) FROM patients WHERE age > $1 GROUP BY 1", List.of(23)),
          new Frame(
              (byte) 'B',
              "\0s\0\0\1\0\1\0\1\0\0\0\4\0\0\0\7\0\1\0\1".getBytes(StandardCharsets.ISO_8859_1)),
          bind("2024-02-29 12:30:00.5+02", 0),
          bind("{1,\"a\\\"b\",NULL}", 0),
          bind("\0\3\0\0\0\0\0\2\0\1\11\51\11\51", 1),
          bind("\0\0\0\1\0\0\0\0\0\0\0\27\0\0\0\2\0\0\0\1\0\0\0\4\0\0\0\1\377\377\377\377", 1),
          Message.describe(true, ""),
          new Frame((byte) 'E', new byte[] {0, 0, 0, 0, 2}),
          Message.close(false, "s"),
          Message.query(
              "DECLARE c BINARY CURSOR WITH HOLD FOR SELECT COUNT(*) FROM visits; FETCH 1 FROM c"),
          Message.query("COPY (SELECT '\\'';') TO STDOUT (FORMAT csv, DELIMITER ';')"),
          Message.query(
              "SET dp.epsilon = 0.1; /* a /* b */ */ SELECT $a$;$a$, E'\\'', U&\"x\" -- c"),
          Message.flush(),
          Message.sync(),
          Message.terminate());

  @TempDir static Path folder;

  private static Frame bind(String value, int format) {
    byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);
    return new Frame(
        (byte) 'B',
        ByteBuffer.allocate(2 + 2 + 2 + 2 + 4 + bytes.length + 2)
            .putShort((short) 0)
            .putShort((short) 1)
            .putShort((short) format)
            .putShort((short) 1)
            .putInt(bytes.length)
            .put(bytes)
            .putShort((short) 0)
            .array());
  }

  private static byte[] bytes(Frame frame) {
    ByteBuffer bytes = ByteBuffer.allocate(5 + frame.body().length);
    if (frame.type() != 0) {
      bytes.put(frame.type());
    }
    bytes.putInt(4 + frame.body().length).put(frame.body());
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  private static byte[] mutated(List<byte[]> messages, SplittableRandom random) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] message : messages) {
      byte[] changed = message.clone();
      switch (random.nextInt(8)) {
        case 0 -> changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
        case 1 -> all.write(changed, 0, random.nextInt(changed.length));
        case 2 -> all.writeBytes(changed);
        case 3 -> {
          int at = random.nextInt(changed.length);
          changed[at] ^= (byte) (1 << random.nextInt(8));
        }
        default -> {} // as it is
      }
      all.writeBytes(changed);
    }
    byte[] bytes = all.toByteArray();
    return random.nextInt(8) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
  }

  /** Sends bytes in pieces, until the channel is closed. */
  private static void send(EmbeddedChannel channel, byte[] bytes, SplittableRandom random) {
    int at = 0;
    while (at < bytes.length && channel.isOpen()) {
      int length = 1 + random.nextInt(Math.min(bytes.length - at, 200));
      channel.writeInbound(Unpooled.copiedBuffer(bytes, at, length));
      at += length;
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the channel is closed at once
  private static final class Reader extends ChannelInboundHandlerAdapter {
    private final SplittableRandom random;
    private int read;

    Reader(SplittableRandom random) {
      this.random = random;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      Request request = Request.of((Frame) message);
      read++;
      if (request instanceof Request.Query query) {
        parse(query.text());
      } else if (request instanceof Request.Parse parse) {
        parse(parse.text());
      } else if (request instanceof Request.Bind bind) {
        bind(bind);
      }
    }

    private void parse(String text) {
      try {
        for (Command command : Commands.of(text, random.nextBoolean())) {
          assertThat(text).contains(command.text().strip());
          Placeholders.of(command.text(), random.nextBoolean());
        }
      } catch (ServerError e) {
        assertThat(e.state()).isEqualTo("54000");
      }
    }

    private void bind(Request.Bind bind) {
      ParameterValues values = new ParameterValues(ZoneOffset.UTC);
      for (byte[] each : bind.parameters()) {
        if (each != null) {
          int type = TYPES[random.nextInt(TYPES.length)];
          try {
            Object value = values.compared(values.read(each, type, random.nextBoolean()));
            Literals.in(Placeholders.of("SELECT $1", true), List.of(value));
          } catch (ServerError e) {
            assertThat(e.state()).isIn("22P02", "22P03", "22021", "0A000", "22003", "22008");
          }
        }
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      boolean isClean =
          cause instanceof ProtocolException
              || (cause instanceof DecoderException
                  && cause.getCause() instanceof ProtocolException);
      if (isClean) {
        context.close();
      } else {
        context.fireExceptionCaught(cause);
      }
    }
  }

  @Test
  void everyMessageIsReadOrRefused() {
    byte[] begin = bytes(Message.begin(Map.of("user", "ann")));
    AtomicInteger read = new AtomicInteger();
    IntStream.range(0, SESSIONS / 2)
        .parallel()
        .forEach(
            session -> {
              SplittableRandom random = new SplittableRandom(SEED + session);
              List<byte[]> messages = new ArrayList<>();
              for (int i = 0; i < 12; i++) {
                messages.add(bytes(MESSAGES.get(random.nextInt(MESSAGES.size()))));
              }
              FrameDecoder decoder = new FrameDecoder(LARGEST, LARGEST);
              Reader reader = new Reader(random);
              EmbeddedChannel channel = new EmbeddedChannel(decoder, reader);
              try {
                channel.writeInbound(Unpooled.wrappedBuffer(begin));
                decoder.loggedIn(length -> () -> {});
                send(channel, mutated(messages, random), random);
                channel.finishAndReleaseAll();
                channel.checkException();
              } catch (Throwable e) {
                throw new AssertionError("session " + session + ": " + e, e);
              }
              read.addAndGet(reader.read);
            });
    // The test would be of no use if all ended at the first message.
    assertThat(read.get()).isGreaterThan(SESSIONS);
  }

  @Test
  void nobodyIsLetInWithoutThePassword() throws IOException, ConfigException {
    ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
    try (AuditLog audit = AuditLog.open(folder.resolve("audit.jsonl"), Clock.systemUTC())) {
      Settings settings = settings();
      Encryption encryption = Encryption.of(settings.certificate(), settings.key());
      SecureRandom random = new SecureRandom();
      Gateway gateway =
          new Gateway(
              () -> settings,
              Map.of(),
              new Resources(
                  () -> settings.limits().resources(settings.limits().connections()),
                  System::nanoTime),
              new Clients(random),
              new PendingLogins(settings.limits().connections()),
              new LoginFailures(System::nanoTime),
              random,
              Runnable::run,
              Runnable::run,
              clock,
              audit,
              new Metrics(),
              new RefusalCounts());
      AtomicInteger refused = new AtomicInteger();
      IntStream.range(0, SESSIONS / 2)
          .parallel()
          .forEach(session -> refused.addAndGet(login(gateway, encryption, session)));
      assertThat(refused.get()).isGreaterThan(SESSIONS / 8);
    } finally {
      clock.shutdownNow();
    }
  }

  private static Settings settings() throws IOException, ConfigException {
    Files.writeString(folder.resolve("clinic.yaml"), "version: 1\n");
    Files.writeString(
        folder.resolve("gateway.yaml"),
        """
        version: 1
        listen: {port: 0}
        tls: {required: false}
        databases:
          clinic: {url: "jdbc:h2:mem:", policy: clinic.yaml}
        """);
    String verifier = Verifier.of("secret".toCharArray(), new SecureRandom()).text();
    Files.writeString(
        folder.resolve("users.yaml"),
        "users:\n  ann: {password: \"%s\", databases: [clinic]}\n".formatted(verifier));
    Settings settings = SettingsReader.read(folder.resolve("gateway.yaml"), Map.of());
    TestCertificate.writeTo(settings);
    return settings;
  }

  /**
   * One login.
   *
   * @return how many errors it was told
   */
  private static int login(Gateway gateway, Encryption encryption, int session) {
    SplittableRandom random = new SplittableRandom(-SEED - session);
    List<byte[]> messages = new ArrayList<>();
    switch (random.nextInt(16)) {
      case 0 -> messages.add(new byte[] {0, 0, 0, 8, 4, (byte) 210, 22, 47}); // encryption
      case 1, 2 -> messages.add(new byte[] {0, 0, 0, 8, 4, (byte) 210, 22, 48}); // by GSS
      case 3 ->
          messages.add(new byte[] {0, 0, 0, 16, 4, (byte) 210, 22, 46, 0, 0, 0, 1, 1, 2, 3, 4});
      default -> {} // at once
    }
    messages.add(
        bytes(
            Message.begin(
                Map.of("user", random.nextInt(3) == 0 ? "nob" : "ann", "database", "clinic"))));
    messages.add(
        bytes(Message.saslInitial("SCRAM-SHA-256", "n,,n=,r=abcdefghijklmnopqrst" + session)));
    messages.add(
        bytes(
            Message.saslResponse(
                "c=biws,r=abcdefghijklmnopqrst" + session + ",p=" + "A".repeat(43) + "=")));
    messages.add(bytes(Message.query("SELECT 1")));
    FrameDecoder decoder = new FrameDecoder(1 << 16, LARGEST);
    EmbeddedChannel channel = new EmbeddedChannel();
    channel
        .pipeline()
        .addLast(decoder)
        .addLast(new ClientHandler(gateway, encryption, decoder, new ChannelOutput(channel)));
    try {
      send(channel, mutated(messages, random), random);
      channel.advanceTimeBy(20, TimeUnit.SECONDS);
      channel.runPendingTasks();
      channel.checkException();
      return errors(channel, messages.size() > 4);
    } catch (Throwable e) {
      throw new AssertionError("session " + session + ": " + e, e);
    } finally {
      channel.finishAndReleaseAll();
    }
  }

  private static int errors(EmbeddedChannel channel, boolean asks) throws ServerError {
    ByteBuf all = Unpooled.buffer();
    for (ByteBuf each = channel.readOutbound(); each != null; each = channel.readOutbound()) {
      all.writeBytes(each);
      each.release();
    }
    int errors = 0;
    while (all.isReadable()) {
      byte type = all.readByte();
      boolean isAnswer = asks && (type == 'N' || type == 'S') && errors == 0;
      if (isAnswer && (!all.isReadable() || all.getByte(all.readerIndex()) != 0)) {
        if (type == 'S') {
          return errors; // what follows is TLS's
        }
        continue;
      }
      byte[] body = new byte[all.readInt() - 4];
      all.readBytes(body);
      assertThat("REv").contains(String.valueOf((char) type));
      if (type == 'R') {
        assertThat(ByteBuffer.wrap(body).getInt()).isIn(10, 11); // mechanisms, and a challenge
      } else if (type == 'E') {
        assertThat(ServerError.read(new Frame(type, body)).state())
            .isIn("08P01", "28000", "28P01", "0A000");
        errors++;
      }
    }
    assertThat(errors).isLessThan(2);
    return errors;
  }
}
