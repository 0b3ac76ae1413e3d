package org.dpjdbc.gateway.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.dpjdbc.gateway.config.ConfigException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Drafts {@code gateway.yaml}. */
@Command(
    name = "init",
    description = "Drafts the gateway's file for one database.",
    mixinStandardHelpOptions = true)
final class InitCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "URL", description = "The database's own JDBC URL.")
  private String url = "";

  @Parameters(index = "1", paramLabel = "POLICY", description = "The policy file.")
  private Path policy = Path.of("");

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The name that clients connect to. Default: that of the policy file.")
  private Optional<String> name = Optional.empty();

  @Option(names = "--user", paramLabel = "USER", description = "The user of the database.")
  private Optional<String> user = Optional.empty();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "gateway.yaml",
      description = "Where the draft goes. Default: ${DEFAULT-VALUE}")
  private Path out = Path.of("gateway.yaml");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException, ConfigException {
    if (!Files.isRegularFile(policy)) {
      throw new ConfigException(policy + ": there is no such policy; nothing was written");
    }
    String database =
        name.orElseGet(() -> String.valueOf(policy.getFileName()).replaceAll("\\.[^.]*$", ""));
    Path folder = Optional.ofNullable(out.toAbsolutePath().getParent()).orElseThrow();
    String draft =
        """
        # The gateway's file. Paths are relative to its folder.
        version: 1
        listen: {address: 127.0.0.1, port: 5433}
        web: {address: 127.0.0.1, port: 8433}
        # A certificate that the gateway makes at its first start; put your own in its place.
        tls: {required: true, certificate: gateway.crt, key: gateway.key}
        # Written by: user add NAME
        users: users.yaml
        databases:
          %s:
            url: %s
        %s    policy: %s
        """
            .formatted(
                quoted(database),
                quoted(url),
                user.map(this::login).orElse(""),
                quoted(folder.relativize(policy.toAbsolutePath()).toString()));
    try {
      Files.writeString(out, draft, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw new ConfigException(out + ": is there already; nothing was written");
    }
    PrintWriter printed = spec.commandLine().getOut();
    printed.printf("%s: database %s%n", out, database);
    printed.println("then run: user add NAME, check, start");
    printed.flush();
    return 0;
  }

  private String login(String name) {
    return """
            user: %s
            # The password stands in the environment of the gateway, or in a file: {file: PATH}
            password: {env: DATABASE_PASSWORD}
        """
        .formatted(quoted(name));
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
