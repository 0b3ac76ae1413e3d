package org.dpjdbc.gateway.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Users of the gateway. */
@Command(
    name = "user",
    description = "Adds users of the gateway and removes them.",
    subcommands = {UserAddCommand.class, UserRemoveCommand.class},
    mixinStandardHelpOptions = true)
final class UserCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "write user add NAME or user remove NAME");
  }
}
