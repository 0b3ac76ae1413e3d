package org.dpjdbc.gateway.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.server.Certificates;
import org.dpjdbc.gateway.server.GatewayServer;
import org.dpjdbc.gateway.server.Reload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs the gateway until its process is asked to end. */
@Command(
    name = "start",
    description = "Runs the gateway, until it is interrupted.",
    mixinStandardHelpOptions = true)
final class StartCommand implements Callable<Integer> {
  @Mixin private FileOption file = new FileOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws ConfigException, IOException, SQLException, InterruptedException {
    Settings settings = file.read();
    PrintWriter out = spec.commandLine().getOut();
    if (Certificates.makeIfMissing(settings.certificate(), settings.key())) {
      out.printf("made a certificate: %s%n", settings.certificate());
    }
    GatewayServer server = GatewayServer.start(settings);
    server.look(new Reload(file.path(), System.getenv(), server, settings));
    CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    server.close();
                  } catch (IOException e) {
                    // the process ends all the same
                  }
                  stopped.countDown();
                },
                "stop"));
    out.printf("listening at %s:%d%n", settings.address(), server.port());
    out.printf("certificate SHA-256 %s%n", server.fingerprint());
    settings
        .databases()
        .keySet()
        .forEach(
            name ->
                out.printf(
                    "psql \"host=%s port=%d dbname=%s user=NAME sslmode=require\"%n",
                    settings.address(), server.port(), name));
    server
        .unreachable()
        .forEach((name, why) -> out.printf("database %s is tried again: %s%n", name, why));
    settings
        .web()
        .ifPresent(
            page ->
                out.printf(
                    "web page https://%s:%d/%n", page.address(), server.webPort().orElseThrow()));
    out.flush();
    stopped.await();
    return 0;
  }
}
