package org.dpjdbc.gateway.shadow;

import java.util.List;
import java.util.stream.IntStream;
import org.dpjdbc.gateway.wire.Fields;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.ServerError;

/** What the shadow's own parser says of a statement, which was not run. */
public sealed interface Look {
  /**
   * The statement is one.
   *
   * @param touchesTables whether it names a table or view of the policy, anywhere
   * @param parameters PostgreSQL's numbers of the types of its parameters
   * @param columns the message that describes its columns, or that there are none
   */
  record Parsed(boolean touchesTables, List<Integer> parameters, Frame columns) implements Look {
    private static final int AFTER_NAME = 18;

    /** The names of its columns. */
    public List<String> names() {
      if (!columns.is('T')) {
        return List.of();
      }
      Fields fields = new Fields(columns);
      return IntStream.range(0, fields.int16()).mapToObj(i -> name(fields)).toList();
    }

    private static String name(Fields fields) {
      String name = fields.text();
      fields.bytes(AFTER_NAME);
      return name;
    }
  }

  /** The shadow refuses the text. */
  record Refused(ServerError error) implements Look {}
}
