package org.dpjdbc.docs;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.dpjdbc.cli.Main;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * A command line of {@code dp-jdbc} on a page, read by the commands' own parser.
 *
 * @param words after the program's name, up to where the shell goes on; none that would ask for a
 *     password
 */
record DpCommand(List<String> words) {
  private static final Pattern START =
      Pattern.compile(
          "(?:\\$ )?(?:[A-Z_]+=\\S+ )*(?:(?:\\S*/)?dp-jdbc|java -jar \\S*dp-jdbc-driver\\S*) (.*)");
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");
  private static final Pattern SHELL = Pattern.compile("[|<>]|&&|[0-9]?>&?.*|#");

  /** What pages call the manual's clinic, and its policy. */
  private static final String URL = "jdbc:h2:/data/clinic";

  private static final Set<String> URLS = Set.of(URL, "jdbc:postgresql://localhost/clinic");

  private static final String POLICY = "clinic.yaml";
  private static final Set<String> WITHOUT_URL = Set.of("budget", "ledger");

  /** Each command in a block. */
  static List<DpCommand> of(Block block) {
    List<DpCommand> commands = new ArrayList<>();
    for (String line : block.text().replaceAll("\\\\\n\\s*", "").lines().toList()) {
      Matcher start = START.matcher(line.strip());
      if (start.matches()) {
        commands.add(new DpCommand(withoutQuestions(words(start.group(1)))));
      }
    }
    return commands;
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(line);
    while (word.find()) {
      String plain = word.group(3);
      if (plain != null && SHELL.matcher(plain).matches()) {
        break;
      }
      words.add(plain != null ? plain : line.substring(word.start() + 1, word.end() - 1));
    }
    return words;
  }

  private static List<String> withoutQuestions(List<String> words) {
    CommandLine command = new CommandLine(new Main());
    for (String word : words) {
      command = command.getSubcommands().getOrDefault(word, command);
    }
    List<String> asking =
        command.getCommandSpec().options().stream()
            .filter(OptionSpec::interactive)
            .map(OptionSpec::longestName)
            .toList();
    return words.stream().filter(word -> !asking.contains(word)).toList();
  }

  /** What the parser says against it. */
  Optional<String> problem() {
    try {
      new CommandLine(new Main()).parseArgs(words.toArray(String[]::new));
      return Optional.empty();
    } catch (ParameterException e) {
      return Optional.of(e.getMessage() + ": " + this);
    }
  }

  /** Whether it is about the manual's clinic and the ledger beside its policy. */
  boolean isOverTheClinic() {
    return words.contains(URL)
        || (WITHOUT_URL.contains(words.get(0))
            && words.contains(POLICY)
            && !words.contains("--ledger"));
  }

  /** The same, with the profile that it would find, if it is there and anything is left out. */
  DpCommand with(Path profile) {
    boolean complete =
        words.stream().anyMatch(URLS::contains) || WITHOUT_URL.contains(words.get(0));
    return complete || !Files.exists(profile)
        ? this
        : new DpCommand(
            Stream.concat(words.stream(), Stream.of("--profile", profile.toString())).toList());
  }

  /** How it ended, and what it wrote. */
  record Outcome(int code, String output) {}

  /**
   * Runs it, whose own driver is on the class path.
   *
   * @param url what the clinic's URL stands for
   * @param policy what its policy stands for
   * @param out what stands for the file to write
   */
  Outcome run(String url, Path policy, Path out) {
    StringWriter output = new StringWriter();
    PrintWriter writer = new PrintWriter(output, true);
    int code =
        new CommandLine(new Main())
            .setOut(writer)
            .setErr(writer)
            .execute(over(url, policy, out).toArray(String[]::new));
    return new Outcome(code, output.toString());
  }

  private List<String> over(String url, Path policy, Path out) {
    List<String> here = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      String before = i == 0 ? "" : words.get(i - 1);
      if (word.equals("--driver-jar")) {
        i++;
      } else if (before.equals("--out")) {
        here.add(out.toString());
      } else {
        here.add(URLS.contains(word) ? url : word.equals(POLICY) ? policy.toString() : word);
      }
    }
    return here;
  }

  @Override
  public String toString() {
    return "dp-jdbc " + String.join(" ", words);
  }
}
