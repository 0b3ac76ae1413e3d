package org.dpjdbc.gateway.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.server.Certificates;
import org.dpjdbc.gateway.server.GatewayServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Tries everything that {@code start} does, but for listening at the address. */
@Command(
    name = "check",
    description =
        "Tries everything: files, passwords, certificate, databases, policies, ledgers, shadow.",
    mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
  @Mixin private FileOption file = new FileOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws ConfigException, IOException, SQLException {
    Settings settings = file.read();
    Certificates.makeIfMissing(settings.certificate(), settings.key());
    try (GatewayServer server = GatewayServer.start(settings.atAnyPort())) {
      Map<String, String> unreachable = server.unreachable();
      if (!unreachable.isEmpty()) {
        throw new SQLException(String.join("\n", unreachable.values()));
      }
      PrintWriter out = spec.commandLine().getOut();
      out.printf(
          "can be used: %d databases, %d users; certificate %s%n",
          settings.databases().size(), settings.users().size(), server.fingerprint());
      out.flush();
    }
    return 0;
  }
}
