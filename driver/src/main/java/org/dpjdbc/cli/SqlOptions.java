package org.dpjdbc.cli;

import java.util.Optional;
import picocli.CommandLine.Option;

/** The file with the queries, if there is no query on the command line. */
final class SqlOptions {
  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description =
          "Read queries, separated by semicolons, from a file, or from the standard input if it"
              + " is -. Stop at the first failure.")
  private Optional<String> file = Optional.empty();

  /**
   * What the words of the command line are, of which the last is the query unless there is a file.
   */
  Operands operands(AnalystOptions analyst, Optional<String> last) throws FailedException {
    if (file.filter(SqlScript.STANDARD_INPUT::equals).isPresent() && analyst.asked()) {
      throw FailedException.notSupported(
          "the password and --file - would both be read from the standard input; name a file, or"
              + " take the password from a profile or from the environment");
    }
    return file.isPresent()
        ? Operands.of(analyst.words(last))
        : Operands.withSql(analyst.words(last));
  }

  /** The queries, read before any connection is made. */
  SqlScript script(Operands operands) throws FailedException {
    return file.isPresent()
        ? SqlScript.read(file.get())
        : SqlScript.ofQuery(operands.sql().orElse(""));
  }
}
