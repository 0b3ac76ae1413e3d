package org.dpjdbc.gateway.shadow;

import java.util.List;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Reply;
import org.dpjdbc.gateway.wire.ServerError;

/** What the shadow's own parser says of a statement, which was not run. */
public sealed interface Look {
  /**
   * The statement is one.
   *
   * @param tables numbers of the tables of the policy that it names, anywhere
   * @param parameters PostgreSQL's numbers of the types of its parameters
   * @param columns the message that describes its columns, or that there are none
   */
  record Parsed(List<String> tables, List<Integer> parameters, Frame columns) implements Look {
    /** Whether it names a table of the policy. */
    public boolean touchesTables() {
      return !tables.isEmpty();
    }

    /** Its columns, of which the format is none yet. */
    public List<Reply.Column> described() {
      return columns.is('T') ? Reply.columns(columns) : List.of();
    }
  }

  /** The shadow refuses the text. */
  record Refused(ServerError error) implements Look {}
}
