package org.dpjdbc.docs;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement of a page.
 *
 * @param block where it stands
 * @param sql its text, comments included
 * @param refusal what it is refused with; {@code DP-} alone for any code; empty if it is answered
 */
record SqlStatement(Block block, String sql, String refusal) {
  /** In the comment after a statement: {@code -- refused: DP-UNIT}. */
  private static final Pattern REFUSED = Pattern.compile("-- refused: (DP-[A-Z-]+)");

  private static final Pattern END = Pattern.compile(";[ \t]*(--[^\n]*)?(\n|$)");

  static List<SqlStatement> of(Block block) {
    List<SqlStatement> statements = new ArrayList<>();
    Matcher end = END.matcher(block.text());
    int from = 0;
    while (end.find()) {
      add(block, block.text().substring(from, end.end()), statements);
      from = end.end();
    }
    add(block, block.text().substring(from), statements);
    return statements;
  }

  private static void add(Block block, String text, List<SqlStatement> statements) {
    if (text.lines().map(String::strip).allMatch(line -> line.isEmpty() || line.startsWith("--"))) {
      return;
    }
    Matcher refused = REFUSED.matcher(text);
    String mark = block.mark().startsWith("refused") ? block.mark() + " DP-" : "";
    String refusal = refused.find() ? refused.group(1) : mark.replaceAll("refused (\\S+).*", "$1");
    statements.add(new SqlStatement(block, text.strip(), refusal));
  }

  /** What is wrong when it is asked. */
  Optional<String> problem(Connection connection) {
    String outcome = outcome(connection);
    boolean expected = refusal.isEmpty() ? outcome.isEmpty() : outcome.startsWith(refusal);
    return expected ? Optional.empty() : Optional.of(block.problem(words(outcome)));
  }

  private String words(String outcome) {
    String line = sql.replaceAll("\\s+", " ");
    return outcome.isEmpty()
        ? "answered, though the page says " + refusal + ": " + line
        : outcome + ": " + line;
  }

  private String outcome(Connection connection) {
    try {
      ManualDatabase.execute(connection, sql);
      return "";
    } catch (SQLException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
