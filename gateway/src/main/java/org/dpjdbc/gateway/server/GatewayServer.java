package org.dpjdbc.gateway.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import jdk.net.ExtendedSocketOptions;
import org.dpjdbc.gateway.answer.RefusalCounts;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.User;
import org.dpjdbc.gateway.login.LoginFailures;
import org.dpjdbc.gateway.operate.AuditLog;
import org.dpjdbc.gateway.operate.Metrics;
import org.dpjdbc.gateway.resource.Resources;
import org.dpjdbc.gateway.shadow.ReadySessions;
import org.dpjdbc.gateway.shadow.ShadowAddress;
import org.dpjdbc.gateway.shadow.ShadowServer;
import org.dpjdbc.gateway.shadow.TableReferenceResolver;
import org.dpjdbc.gateway.web.WebParts;
import org.dpjdbc.gateway.web.WebServer;
import org.dpjdbc.gateway.wire.FrameDecoder;
import org.dpjdbc.gateway.wire.ServerError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway: listens, and holds what its clients share.
 *
 * <p>What it has changes in one step, under its monitor, which no thread holds while waiting for a
 * database or a catalog server: users are removed, and it ends, whatever hangs.
 */
public final class GatewayServer implements AutoCloseable {
  /** Bytes of a message of a login: as PostgreSQL has it for SASL. */
  static final int BEFORE_LOGIN = 1 << 10;

  private static final int BACKLOG = 256;

  /**
   * A client whose machine is gone is noticed after two minutes, not after the system's two hours.
   */
  private static final int IDLE_SECONDS = 60;

  private static final int PROBE_SECONDS = 15;
  private static final int PROBES = 4;
  private static final int SPARE_SESSIONS = 32;

  /**
   * The number of databases and shadows that are stopped concurrently; a network may block each.
   */
  private static final int STOPPING = 32;

  private static final int RELOAD_SECONDS = 2;
  private static final int MEND_SECONDS = 2;

  /** Of two seconds each. */
  private static final int MOST_ROUNDS = 30;

  /** What Java exits with, too, if it is told to exit without memory. */
  private static final int NO_MEMORY = 3;

  /** The SQLState of DP-BACKEND. */
  private static final String UNREACHABLE = "58000";

  private static final Logger LOGGER = LoggerFactory.getLogger(GatewayServer.class);

  private volatile Settings settings;
  private final Encryption encryption;

  /** How many there may be of all users, for whom threads and the shadow's sessions suffice. */
  private final int connections;

  private volatile Optional<ShadowServer> own;
  private final Map<String, Database> databases = new ConcurrentHashMap<>();
  private final Map<String, String> unreachable = new ConcurrentHashMap<>();
  private int rounds;
  private final EventLoopGroup network = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
  private final ExecutorService threads;
  private final ThreadPoolExecutor stopping;

  /** A few tasks, each of which the clock starts again and again. */
  private final ExecutorService housekeeping =
      Executors.newCachedThreadPool(daemon("housekeeping"));

  /** Kept by who takes other settings. */
  private final Object taking = new Object();

  /** Kept by who changes what is on the catalog server, before the monitor. */
  private final Object catalogs = new Object();

  private final ScheduledExecutorService clock = clock();
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Gateway gateway;
  private final ReadySessions ready;
  private volatile Runnable unwatch = () -> {};
  private volatile boolean closed;

  /** What forbids users most, and was read last. */
  private Optional<Settings> restriction = Optional.empty();

  private final Channel listening;
  private volatile Optional<WebServer> web;

  @SuppressWarnings("FutureReturnValueIgnored") // failures there are logged
  private GatewayServer(Settings settings) throws IOException, SQLException {
    this.settings = settings;
    this.encryption = Encryption.of(settings.certificate(), settings.key());
    this.connections = settings.limits().connections();
    this.threads =
        new ThreadPoolExecutor(
            0, 2 * connections, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), daemon("session"));
    this.stopping =
        new ThreadPoolExecutor(
            STOPPING,
            STOPPING,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(4 * connections),
            daemon("stopping"));
    stopping.allowCoreThreadTimeOut(true);
    AuditLog audit = AuditLog.open(settings.audit(), Clock.systemUTC());
    try {
      this.own = settings.shadow().isPresent() ? Optional.empty() : Optional.of(startShadow());
    } catch (IOException | RuntimeException e) {
      audit.close();
      throw e;
    }
    SecureRandom random = new SecureRandom();
    this.gateway =
        new Gateway(
            () -> this.settings,
            databases,
            new Resources(this::limits, System::nanoTime),
            new Clients(random),
            new PendingLogins(connections),
            new LoginFailures(System::nanoTime),
            random,
            threads,
            stopping,
            clock,
            audit,
            new Metrics(),
            new RefusalCounts());
    gateway.metrics().sessions(gateway.clients()::size);
    this.ready =
        new ReadySessions(
            threads,
            number -> gateway.resources().connections() + number < limits().connections(),
            System::nanoTime);
    try {
      open(settings);
      endWith(network, () -> closed, () -> Runtime.getRuntime().halt(NO_MEMORY));
      HeapWatch heap =
          new HeapWatch(
              this::endLargest, () -> Runtime.getRuntime().halt(NO_MEMORY), System::nanoTime);
      this.unwatch = heap.start();
      this.listening = listen(settings);
      clock.scheduleWithFixedDelay(
          ifFree(this::mend), MEND_SECONDS, MEND_SECONDS, TimeUnit.SECONDS);
      clock.scheduleWithFixedDelay(
          ifFree(this::reach), MEND_SECONDS, MEND_SECONDS, TimeUnit.SECONDS);
      clock.scheduleWithFixedDelay(
          ifFree(ready::closeOld), MEND_SECONDS, MEND_SECONDS, TimeUnit.SECONDS);
      this.web = web(settings);
      if (settings.metrics().isPresent()) {
        gateway
            .metrics()
            .listen(settings.metrics().get().address(), settings.metrics().get().port());
      }
    } catch (IOException | SQLException | RuntimeException e) {
      release();
      throw e;
    }
  }

  /**
   * A thread of the network that has ended, because memory was short, leaves its clients without an
   * answer, and later ones, too. Then the process ends, and whoever looks after it starts another.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // it is the one that is waited for
  static void endWith(EventLoopGroup network, BooleanSupplier isClosed, Runnable end) {
    network.forEach(
        loop ->
            loop.terminationFuture()
                .addListener(
                    done -> {
                      if (!isClosed.getAsBoolean()) {
                        LOGGER.error("A thread of the network has ended; the gateway ends");
                        end.run();
                      }
                    }));
  }

  /** Ends the sessions of the user who holds most, since memory is short. */
  private void endLargest() {
    Optional<String> user = gateway.resources().largest();
    LOGGER.error("Memory is short; the sessions of {} end", user.orElse("nobody"));
    gateway
        .clients()
        .end(
            client -> client.user().name().equals(user.orElse("")),
            ServerError.fatal("53200", "out of memory: the sessions of this user held most of it"));
  }

  /** A timer that is cancelled holds on to nothing. */
  static ScheduledThreadPoolExecutor clock() {
    ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, daemon("clock"));
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }

  private static java.util.concurrent.ThreadFactory daemon(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /**
   * Starts one. A database that cannot be reached is tried again and again, beside those that can.
   *
   * @throws IOException if the shadow does not start, the certificate cannot be used, or the
   *     address is taken
   * @throws SQLException if a policy or a ledger cannot be used, or no database can be reached
   */
  public static GatewayServer start(Settings settings) throws IOException, SQLException {
    return new GatewayServer(settings);
  }

  private Database.Draft draft(Settings.Database each) throws SQLException {
    try {
      return Database.draft(
          each, settings.shadow().orElseGet(() -> own.orElseThrow().address()), ready);
    } catch (SQLException e) {
      throw new SQLException(each.name() + ": " + e.getMessage(), e.getSQLState(), e);
    }
  }

  private ShadowServer startShadow() throws IOException {
    int shadowSessions = TableReferenceResolver.SESSIONS * settings.databases().size();
    return ShadowServer.start(connections + shadowSessions + SPARE_SESSIONS);
  }

  /** Those of now; more connections than at the start wait for the next one. */
  private Resources.Limits limits() {
    return settings.limits().resources(connections);
  }

  /** Restarts the shadow's server if it was killed. Its sessions are gone. */
  private void mend() {
    synchronized (catalogs) {
      try {
        restart();
      } catch (IOException e) {
        LOGGER.error("No other catalog server starts", e);
        return;
      }
      own.map(ShadowServer::address)
          .ifPresent(address -> databases.forEach((name, each) -> renew(name, each, address)));
    }
  }

  private void restart() throws IOException {
    if (closed || own.isEmpty() || own.get().isAlive()) {
      return;
    }
    LOGGER.error("The catalog server is gone; another one is started");
    ShadowServer gone = own.get();
    ShadowServer started = startShadow();
    boolean isWanted;
    synchronized (this) {
      isWanted = !closed;
      own = isWanted ? Optional.of(started) : own;
    }
    (isWanted ? gone : started).close();
  }

  private void renew(String name, Database before, ShadowAddress address) {
    if (closed || before.isOn(address)) {
      return;
    }
    try {
      Database after = before.again(address);
      boolean isWanted;
      synchronized (this) {
        isWanted = !closed && databases.replace(name, before, after);
      }
      (isWanted ? before : after).close();
    } catch (SQLException e) {
      LOGGER.error("The catalog of {} cannot be made anew", name, e);
    }
  }

  private void open(Settings all) throws SQLException {
    Optional<SQLException> failure = Optional.empty();
    for (Settings.Database each : all.databases().values()) {
      try {
        databases.put(each.name(), draft(each).publish());
      } catch (SQLException e) {
        if (!UNREACHABLE.equals(e.getSQLState())) {
          throw e;
        }
        note(each.name(), e);
        failure = Optional.of(e);
      }
    }
    if (databases.isEmpty() && failure.isPresent()) {
      throw failure.get();
    }
  }

  private synchronized void note(String name, Exception e) {
    String message = String.valueOf(e.getMessage());
    boolean isMissing = settings.databases().containsKey(name) && !databases.containsKey(name);
    if (isMissing && !message.equals(unreachable.put(name, message))) {
      LOGGER.error("A database cannot be used until it is reached: {}", message);
    }
  }

  /** The databases that could not be reached yet, and why. */
  public Map<String, String> unreachable() {
    return Map.copyOf(unreachable);
  }

  /**
   * Tries the databases that are wanted and not there: at first after two seconds, then more and
   * more rarely, and in the end once a minute. Nothing else waits for them.
   */
  private void reach() {
    List<Settings.Database> missing =
        settings.databases().values().stream()
            .filter(each -> !databases.containsKey(each.name()))
            .toList();
    rounds = missing.isEmpty() ? 0 : rounds + 1;
    if ((Integer.bitCount(rounds) == 1 && rounds < MOST_ROUNDS) || rounds % MOST_ROUNDS == 0) {
      missing.forEach(this::reach);
    }
  }

  private void reach(Settings.Database wanted) {
    try {
      if (publish(draft(wanted))) {
        LOGGER.info("The database {} can be used now", wanted.name());
      }
    } catch (SQLException e) {
      note(wanted.name(), e);
    } catch (RuntimeException e) {
      LOGGER.error("The database {} cannot be tried", wanted.name(), e);
    }
  }

  /**
   * Has clients connect to a database, unless it was closed, changed or opened by another while it
   * was tried.
   */
  private boolean publish(Database.Draft draft) throws SQLException {
    boolean published = false;
    try {
      synchronized (catalogs) {
        if (isWanted(draft.settings())) {
          Database database = draft.publish();
          published = add(draft.settings(), database);
          if (!published) {
            database.close();
          }
        }
      }
      return published;
    } finally {
      if (!published) {
        draft.close();
      }
    }
  }

  private synchronized boolean add(Settings.Database wanted, Database database) {
    boolean isWanted = isWanted(wanted);
    if (isWanted) {
      databases.put(wanted.name(), database);
      unreachable.remove(wanted.name());
    }
    return isWanted;
  }

  private synchronized boolean isWanted(Settings.Database wanted) {
    return !closed
        && wanted.equals(settings.databases().get(wanted.name()))
        && !databases.containsKey(wanted.name());
  }

  /**
   * Takes other settings. Databases that changed are tried first, so that a policy that cannot be
   * used leaves everything as it was; then the sessions end that the change concerns. The address,
   * the certificate and the shadow's server stay as they are until the next start, and there are no
   * more connections than then.
   *
   * <p>What they forbid users was taken before, by {@link #restrict}, and what is forbidden while
   * databases are tried stays so.
   *
   * @throws SQLException if a database cannot be used
   * @throws IOException if the web page cannot be where it is wanted
   */
  public void take(Settings next) throws SQLException, IOException {
    synchronized (taking) {
      List<Database.Draft> drafts = new ArrayList<>();
      boolean taken = false;
      try {
        for (Settings.Database each : next.databases().values()) {
          if (!each.equals(settings.databases().get(each.name()))) {
            drafts.add(draft(each));
          }
        }
        move(next);
        List<Database> gone = swap(next, drafts);
        taken = true;
        gone.forEach(Database::close);
      } finally {
        if (!taken) {
          drafts.forEach(Database.Draft::close);
        }
      }
      for (Database.Draft draft : drafts) {
        try {
          publish(draft);
        } catch (SQLException | RuntimeException e) {
          note(draft.settings().name(), e); // and it is tried again
        }
      }
    }
  }

  private synchronized List<Database> swap(Settings next, List<Database.Draft> drafts) {
    Set<String> ended = new HashSet<>(settings.databases().keySet());
    ended.removeAll(next.databases().keySet());
    drafts.forEach(draft -> ended.add(draft.settings().name()));
    settings =
        restriction.filter(latest -> !latest.equals(next)).map(next::restrictedBy).orElse(next);
    List<Database> gone = new ArrayList<>();
    for (String name : ended) {
      Optional.ofNullable(databases.remove(name)).ifPresent(gone::add);
      unreachable.remove(name);
    }
    end(ended);
    return gone;
  }

  /** Takes what other settings forbid users, and nothing else of them. Waits for nothing. */
  public synchronized void restrict(Settings next) {
    restriction = Optional.of(next);
    settings = settings.restrictedBy(next);
    end(Set.of());
  }

  /** Ends the sessions of databases that are gone, and of users who are, or have changed. */
  private void end(Set<String> gone) {
    Map<String, User> users = settings.users();
    gateway
        .clients()
        .end(
            client ->
                gone.contains(client.database())
                    || !client.user().equals(users.get(client.user().name())),
            Gateway.changed());
  }

  private Channel listen(Settings all) throws IOException {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(network)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), IDLE_SECONDS)
            .childOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL), PROBE_SECONDS)
            .childOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), PROBES)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    accept(channel);
                  }
                });
    try {
      return bootstrap.bind(all.address(), all.port()).syncUninterruptibly().channel();
    } catch (RuntimeException e) {
      throw new IOException("cannot listen at " + all.address() + ":" + all.port(), e);
    } catch (Exception e) { // Netty throws what it does not declare
      throw new IOException("cannot listen at " + all.address() + ":" + all.port(), e);
    }
  }

  /**
   * Has the web page where other settings want it. One that cannot be there stays where it is; who
   * was logged in logs in again.
   */
  private void move(Settings next) throws IOException {
    Settings before = settings;
    if (next.web().equals(before.web()) && next.web().isPresent() == web.isPresent()) {
      return;
    }
    boolean isSamePort =
        next.web().map(Settings.Web::port).equals(before.web().map(Settings.Web::port));
    if (isSamePort) {
      swapWeb(Optional.empty());
    }
    Optional<WebServer> moved;
    try {
      moved = web(next);
    } catch (IOException | RuntimeException e) {
      if (isSamePort) {
        swapWeb(web(before));
      }
      throw e;
    }
    swapWeb(moved);
  }

  private void swapWeb(Optional<WebServer> next) {
    Optional<WebServer> gone;
    synchronized (this) {
      gone = closed ? next : web;
      web = closed ? web : next;
    }
    gone.ifPresent(WebServer::close);
  }

  private Optional<WebServer> web(Settings all) throws IOException {
    if (all.web().isEmpty()) {
      return Optional.empty();
    }
    WebParts parts =
        new WebParts(
            gateway.settings(),
            (name, user) ->
                Optional.ofNullable(databases.get(name)).map(database -> database.connector(user)),
            (user, database, address) ->
                out -> PageSession.open(gateway, user, database, address, out),
            gateway::login,
            gateway.failures(),
            gateway.random(),
            gateway.refusals(),
            gateway.clients()::size,
            System::nanoTime);
    return Optional.of(WebServer.start(parts, all.web().get(), encryption.context()));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // it is closed, or will be
  private void accept(SocketChannel channel) {
    Settings now = settings;
    channels.add(channel);
    FrameDecoder decoder = new FrameDecoder(BEFORE_LOGIN, now.limits().statementBytes());
    channel
        .pipeline()
        .addLast(decoder)
        .addLast(new ClientHandler(gateway, encryption, decoder, new ChannelOutput(channel)));
  }

  /** Where counts are offered; 0 if they are not. */
  public int metricsPort() {
    return gateway.metrics().port();
  }

  /** Has the files looked after from now on: neither task waits for the other. */
  public void look(Reload reload) {
    look((Runnable) reload);
    look(reload::restrict);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // it logs its own failures
  private void look(Runnable task) {
    clock.scheduleWithFixedDelay(ifFree(task), RELOAD_SECONDS, RELOAD_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * What the clock starts again and again, though not while the last one goes on. Whatever happens,
   * the clock goes on.
   */
  private Runnable ifFree(Runnable task) {
    AtomicBoolean busy = new AtomicBoolean();
    return () -> {
      if (!busy.compareAndSet(false, true)) {
        return;
      }
      try {
        housekeeping.execute(
            () -> {
              try {
                task.run();
              } catch (RuntimeException | Error e) {
                LOGGER.error("A task of the clock failed", e);
              } finally {
                busy.set(false);
              }
            });
      } catch (RejectedExecutionException e) {
        busy.set(false); // the gateway ends
      } catch (RuntimeException | Error e) { // memory may be short
        busy.set(false);
        LOGGER.error("The clock's task cannot begin", e);
      }
    };
  }

  /** Where it listens. */
  public int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /** Where its web page is, if it has one. */
  public OptionalInt webPort() {
    return web.map(WebServer::port).map(OptionalInt::of).orElseGet(OptionalInt::empty);
  }

  /** The fingerprint of its certificate. */
  public String fingerprint() {
    return encryption.fingerprint();
  }

  /** Ends all sessions, and stops. */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    web.ifPresent(WebServer::close);
    listening.close().syncUninterruptibly();
    channels.close().awaitUninterruptibly();
    release();
  }

  private synchronized void release() throws IOException {
    closed = true;
    unwatch.run();
    ready.close();
    databases.values().forEach(Database::close);
    databases.clear();
    network.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    threads.shutdownNow();
    stopping.shutdownNow();
    housekeeping.shutdownNow();
    clock.shutdownNow();
    gateway.metrics().close();
    gateway.audit().close();
    if (own.isPresent()) {
      own.get().close();
    }
  }
}
