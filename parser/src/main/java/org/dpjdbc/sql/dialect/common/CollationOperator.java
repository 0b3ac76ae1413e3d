package org.dpjdbc.sql.dialect.common;

import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * {@code text COLLATE "binary"}: the string, compared by its bytes. No SQL of an analyst is
 * translated to it.
 */
public final class CollationOperator extends SqlSpecialOperator {
  private static final int PRECEDENCE = 100;

  private final String collation;
  private final Optional<String> characters;

  /**
   * Creates the operator.
   *
   * @param collation the database's name of a collation by which different strings are never equal
   */
  public CollationOperator(String collation) {
    this(collation, Optional.empty());
  }

  /**
   * Creates the operator for strings that must be converted to one character set first.
   *
   * @param collation the database's name of a collation by which different strings are never equal
   * @param characters the database's name of that collation's character set
   */
  public CollationOperator(String collation, String characters) {
    this(collation, Optional.of(characters));
  }

  private CollationOperator(String collation, Optional<String> characters) {
    super(
        "COLLATE", SqlKind.OTHER, PRECEDENCE, true, ReturnTypes.ARG0, null, OperandTypes.CHARACTER);
    this.collation = collation;
    this.characters = characters;
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    SqlWriter.Frame frame = writer.startList("(", ")");
    if (characters.isPresent()) {
      BackendPrinter.form(writer, "CONVERT(? USING " + characters.get() + ")", call.operand(0));
    } else {
      call.operand(0).unparse(writer, 0, getLeftPrec());
    }
    writer.keyword("COLLATE");
    writer.identifier(collation, true);
    writer.endList(frame);
  }
}
