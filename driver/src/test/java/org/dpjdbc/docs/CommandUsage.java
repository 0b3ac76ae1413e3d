package org.dpjdbc.docs;

import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.cli.Main;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The commands of the jar, as they explain themselves. */
final class CommandUsage {
  private CommandUsage() {}

  /** Every command by its words, as {@code ledger verify}. */
  static List<String> commands() {
    List<String> all = new ArrayList<>();
    add("", new CommandLine(new Main()), all);
    return all;
  }

  private static void add(String prefix, CommandLine command, List<String> all) {
    command
        .getSubcommands()
        .forEach(
            (name, sub) -> {
              all.add(prefix + name);
              add(prefix + name + " ", sub, all);
            });
  }

  /** What {@code --help} says of a command. */
  static String of(String words) {
    CommandLine command = new CommandLine(new Main());
    for (String word : words.split(" ")) {
      command = command.getSubcommands().get(word);
    }
    return Markdown.block("text", command.getUsageMessage(Ansi.OFF).replace("\r", ""));
  }
}
