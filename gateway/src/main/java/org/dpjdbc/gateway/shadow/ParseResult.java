package org.dpjdbc.gateway.shadow;

import java.util.List;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Reply;
import org.dpjdbc.gateway.wire.ServerError;

/** The result of parsing a statement with the shadow's own parser; the statement was not run. */
public sealed interface ParseResult {
  /** Whether it depends on the statement alone, and will be the same the next time. */
  boolean dependsOnStatement();

  /**
   * The statement is one.
   *
   * @param tables numbers of the tables of the policy that it names, anywhere
   * @param parameters PostgreSQL's numbers of the types of its parameters
   * @param columns the message that describes its columns, or that there are none
   */
  record Parsed(List<String> tables, List<Integer> parameters, Frame columns)
      implements ParseResult {
    @Override
    public boolean dependsOnStatement() {
      return true;
    }

    /** Whether it names a table of the policy. */
    public boolean touchesTables() {
      return !tables.isEmpty();
    }

    /** Its columns, of which the format is none yet. */
    public List<Reply.Column> described() {
      return columns.is('T') ? Reply.columns(columns) : List.of();
    }
  }

  /** The shadow refuses the statement. */
  record Refused(ServerError error) implements ParseResult {
    /** Classes of states that concern the server, or its limits, and not the statement. */
    private static final List<String> OTHERS =
        List.of("08", "40", "53", "54", "55", "57", "58", "XX");

    @Override
    public boolean dependsOnStatement() {
      return OTHERS.stream().noneMatch(error.state()::startsWith);
    }
  }
}
