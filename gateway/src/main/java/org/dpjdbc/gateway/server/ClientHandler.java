package org.dpjdbc.gateway.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import org.dpjdbc.gateway.resource.ResourceLease;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.session.Session;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.FrameDecoder;
import org.dpjdbc.gateway.wire.ProtocolException;
import org.dpjdbc.gateway.wire.Request;
import org.dpjdbc.gateway.wire.ServerError;
import org.dpjdbc.gateway.wire.SessionEnd;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's connection, from its first byte to its last: encryption, login, and then the messages
 * of its session, which are handled on other threads than those of the network.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails there closes the connection
final class ClientHandler extends ChannelInboundHandlerAdapter {
  private static final Logger LOGGER = LoggerFactory.getLogger(ClientHandler.class);

  /** PostgreSQL's class of states for what it has not enough of. */
  private static final String TOO_MANY = "53";

  /** For a login. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final int PROBE_SECONDS = 1;
  private static final int MANY = 128;
  private static final int FEW = 16;

  /** Bytes of messages that wait: the next one is read when there are fewer. */
  private static final int MANY_BYTES = 1 << 20;

  private final Gateway gateway;
  private final Encryption encryption;
  private final FrameDecoder decoder;
  private final SerialExecutor serial;
  private final ChannelOutput out;
  private final AtomicInteger bytes = new AtomicInteger();
  private String address = "";
  private @Nullable Channel channel;
  private @Nullable Login login;
  private volatile @Nullable Session session;
  private volatile Clients.@Nullable Client client;
  private volatile UserResources.@Nullable Share share;
  private volatile boolean closed;
  private volatile boolean ended;

  private boolean probing;

  /** Whether a session is being opened, which counts among the user's until that is over. */
  private volatile boolean opening;

  ClientHandler(Gateway gateway, Encryption encryption, FrameDecoder decoder, ChannelOutput out) {
    this.out = out;
    this.gateway = gateway;
    this.encryption = encryption;
    this.decoder = decoder;
    this.serial = new SerialExecutor(gateway.threads());
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    address = address(context);
    channel = context.channel();
    gateway.waiting().add(context.channel(), address);
    later(
        context,
        PATIENCE,
        () -> {
          Login begun = login;
          if (begun == null || !begun.isDone()) {
            context.close();
          }
        });
    context.fireChannelActive();
  }

  /** Unless the connection ends before: what waits would keep its memory. */
  private static void later(ChannelHandlerContext context, Duration delay, Runnable task) {
    Future<?> timer = context.executor().schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
    context.channel().closeFuture().addListener(closed -> timer.cancel(false));
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (ended) {
      return;
    }
    Frame frame = (Frame) message;
    SslHandler ssl = context.pipeline().get(SslHandler.class);
    if (ssl != null && !ssl.handshakeFuture().isSuccess()) {
      context.close(); // sent in plain text after encryption was asked for
      return;
    }
    Login current = login;
    if (current == null) {
      first(context, Request.of(frame), ssl != null);
    } else if (!current.isDone()) {
      login(context, current, frame);
    } else {
      int size = frame.body().length;
      bytes.addAndGet(size);
      UserResources.Share user = share;
      ResourceLease queued = user == null ? ResourceLease.NOTHING : user.keep(size);
      submit(
          context,
          () -> {
            bytes.addAndGet(-size);
            queued.close();
            handle(context, frame);
          });
      if (serial.size() > MANY || bytes.get() > MANY_BYTES) {
        context.channel().config().setAutoRead(false);
        readIfFew(context); // they may have been handled meanwhile
        probeLater(context);
      }
    }
  }

  /**
   * While nothing is read, the end of the connection is not seen behind what has not been, and a
   * client that has gone has its statements run for nobody.
   */
  private void probeLater(ChannelHandlerContext context) {
    if (!probing) {
      probing = true;
      context.executor().schedule(() -> probe(context), PROBE_SECONDS, TimeUnit.SECONDS);
    }
  }

  private void probe(ChannelHandlerContext context) {
    probing = false;
    if (!closed && !ended && !context.channel().config().isAutoRead()) {
      out.probe();
      probeLater(context);
    }
  }

  private void first(ChannelHandlerContext context, Request request, boolean encrypted) {
    if (request instanceof Request.Encrypt encrypt) {
      encrypt(context, encrypt.byGss() || encrypted);
    } else if (request instanceof Request.Cancel cancel) {
      ended = true; // nothing comes after it
      Optional<Session> other = gateway.clients().find(cancel.session(), cancel.key());
      if (other.isEmpty()) {
        context.close();
      } else {
        gateway.canceller().cancel(other.get(), context::close);
      }
    } else if (request instanceof Request.Begin begin) {
      Login begun = new Login(gateway, begin, address, encryption, encrypted);
      login = begun;
      begun.begin(out::answer, this::end);
    } else {
      throw new ProtocolException("unexpected message");
    }
  }

  private void encrypt(ChannelHandlerContext context, boolean refuse) {
    if (decoder.hasRest()) {
      context.close(); // sent in plain text after encryption was asked for
      return;
    }
    if (!refuse) {
      context.pipeline().addFirst(encryption.handler(context.alloc()));
    }
    context.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {(byte) (refuse ? 'N' : 'S')}));
  }

  private static String address(ChannelHandlerContext context) {
    return context.channel().remoteAddress() instanceof InetSocketAddress address
        ? address.getAddress().getHostAddress()
        : "";
  }

  private void login(ChannelHandlerContext context, Login current, Frame frame) {
    if (!(Request.of(frame) instanceof Request.Credentials credentials)) {
      throw new ProtocolException("expected SASL response");
    }
    current.take(
        credentials,
        (delay, task) -> later(context, delay, task),
        out::answer,
        this::end,
        () -> begin(context, current));
  }

  /** Unless the connection has come to its end meanwhile. This code never waits. */
  private void begin(ChannelHandlerContext context, Login done) {
    if (ended || closed) {
      gateway.aside(done::written);
    } else {
      submit(context, () -> open(context, done));
    }
  }

  private void open(ChannelHandlerContext context, Login done) {
    opening = true;
    try {
      done.written();
      UserResources.Share entered = gateway.resources().enter(done.user().name());
      share = entered;
      gateway.waiting().remove(context.channel());
      out.charge(entered);
      Session opened = done.open(out, entered);
      session = opened;
      Clients.Client added = gateway.clients().add(opened, done.user(), done.database(), this::end);
      client = added;
      done.check();
      decoder.loggedIn(length -> entered.take(2L * length)::close);
      for (Frame frame : done.greeting(added)) {
        out.write(frame);
      }
      out.flush();
      readIfFew(context);
    } catch (ServerError e) {
      if (e.state().startsWith(TOO_MANY)) {
        gateway.metrics().rejected("session");
      }
      end(e);
    } catch (IOException e) {
      gateway.metrics().rejected("catalog server");
      LOGGER.warn("No session can begin: {}", e.toString());
      end(ServerError.fatal("57P03", "the catalog server is not available; try again in a moment"));
    } finally {
      opening = false;
      if (closed || ended) {
        release();
      }
    }
  }

  private void submit(ChannelHandlerContext context, Runnable task) {
    try {
      serial.execute(() -> guard(task));
    } catch (RejectedExecutionException | OutOfMemoryError e) { // there is no other thread
      gateway.metrics().rejected("thread");
      LOGGER.warn("A session has no thread: {}", e.toString());
      context.close();
    }
  }

  private void guard(Runnable task) {
    try {
      task.run();
    } catch (ProtocolException e) {
      end(ServerError.fatal("08P01", String.valueOf(e.getMessage())));
    } catch (RuntimeException | Error e) { // memory may be short; the client must not wait
      LOGGER.error("A session failed", e);
      end(ServerError.fatal("XX000", "internal error; see the gateway's log"));
    }
  }

  private void handle(ChannelHandlerContext context, Frame frame) {
    Session current = session;
    if (current == null || closed || ended) {
      return;
    }
    try {
      if (!current.handle(frame)) {
        context.close();
      }
    } catch (SessionEnd e) {
      end(e.error());
    } catch (IOException e) {
      end(ServerError.fatal("57P01", "the session's catalog server is gone"));
    }
    readIfFew(context);
  }

  private void readIfFew(ChannelHandlerContext context) {
    if (!ended && serial.size() < FEW && bytes.get() < MANY_BYTES) {
      context.channel().config().setAutoRead(true);
    }
  }

  /**
   * Sends the last error; what was sent after its cause is not inspected any more. The session ends
   * before the client has read that, if it ever does.
   */
  private void end(ServerError error) {
    if (ended) {
      return;
    }
    ended = true;
    try {
      out.end(error.frame());
    } finally {
      Channel leaving = channel;
      if (leaving != null) {
        gateway.waiting().add(leaving, address);
      }
      releaseSoon();
    }
  }

  /** On another thread: this one may be the network's. What has not logged in holds nothing. */
  private void releaseSoon() {
    if (share != null) {
      gateway.tidy(this::release);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    closed = true;
    out.changed();
    releaseSoon();
    context.fireChannelInactive();
  }

  private synchronized void release() {
    if (opening) {
      return; // it is released then
    }
    Session current = session;
    Clients.Client known = client;
    UserResources.Share entered = share;
    try {
      if (current != null) {
        current.close();
      }
    } finally { // memory may be short
      if (known != null) {
        gateway.clients().remove(known);
      }
      if (entered != null) {
        entered.close();
      }
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Throwable root = cause instanceof DecoderException ? cause.getCause() : cause;
    if (root instanceof ProtocolException protocol) {
      end(ServerError.fatal("08P01", String.valueOf(protocol.getMessage())));
    } else if (root instanceof ServerError error) {
      end(ServerError.fatal(error.state(), String.valueOf(error.getMessage())));
    } else {
      fail(cause);
      context.close();
    }
  }

  /** That a client goes away is no failure. */
  private void fail(Throwable cause) {
    if (cause instanceof Error) { // memory may be short
      gateway.metrics().rejected("memory");
      LOGGER.error("A connection failed", cause);
    } else if (cause.getCause() instanceof SSLException tls) {
      gateway.metrics().rejected("tls");
      LOGGER.warn("A connection could not be encrypted: {}", tls.toString());
    } else {
      LOGGER.debug("A connection failed", cause);
    }
  }
}
