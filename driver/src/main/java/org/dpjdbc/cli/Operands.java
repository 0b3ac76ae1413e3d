package org.dpjdbc.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The words of a command line that are no options, of which a profile may make the first two
 * superfluous.
 *
 * @param policy the policy file
 * @param url the database's own URL
 * @param sql the query, or the file of statements
 */
record Operands(Optional<String> policy, Optional<String> url, Optional<String> sql) {
  private static final String JDBC = "jdbc:";

  /**
   * Tells apart the words of a command that takes a policy and a URL.
   *
   * @throws FailedException if there are too many
   */
  static Operands of(List<String> words) throws FailedException {
    return new Operands(policy(words), url(words), Optional.empty());
  }

  /**
   * Tells apart the words of a command that takes a query as well, which is the last of them.
   *
   * @throws FailedException if there is no query, or too many words
   */
  static Operands withSql(List<String> words) throws FailedException {
    return withLast(words, "'SQL', or name a --file");
  }

  /**
   * The same for a command that takes a file of statements.
   *
   * @throws FailedException if there is no file, or too many words
   */
  static Operands withFile(List<String> words) throws FailedException {
    return withLast(words, "'FILE'");
  }

  private static Operands withLast(List<String> words, String last) throws FailedException {
    List<String> before = new ArrayList<>(words);
    String sql = before.isEmpty() ? JDBC : before.remove(before.size() - 1);
    if (sql.startsWith(JDBC)) {
      throw FailedException.notSupported("Missing required parameter: " + last);
    }
    return new Operands(policy(before), url(before), Optional.of(sql));
  }

  private static Optional<String> policy(List<String> words) throws FailedException {
    if (words.size() > 2) {
      throw FailedException.notSupported(
          "give either a query or a --file; before it only a policy and a URL");
    }
    return words.stream().findFirst().filter(word -> words.size() == 2 || !word.startsWith(JDBC));
  }

  private static Optional<String> url(List<String> words) {
    return words.size() == 2
        ? Optional.of(words.get(1))
        : words.stream().findFirst().filter(word -> word.startsWith(JDBC));
  }
}
