package org.dpjdbc.sql;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * {@code text COLLATE "binary"}: the text, compared by its bytes. Nothing that an analyst writes
 * becomes one.
 */
public final class CollationOperator extends SqlSpecialOperator {
  private static final int PRECEDENCE = 100;

  private final String collation;

  /**
   * Creates the operator.
   *
   * @param collation the database's name of one by which different texts are never equal
   */
  CollationOperator(String collation) {
    super(
        "COLLATE", SqlKind.OTHER, PRECEDENCE, true, ReturnTypes.ARG0, null, OperandTypes.CHARACTER);
    this.collation = collation;
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    SqlWriter.Frame frame = writer.startList("(", ")");
    call.operand(0).unparse(writer, 0, getLeftPrec());
    writer.keyword("COLLATE");
    writer.identifier(collation, true);
    writer.endList(frame);
  }
}
