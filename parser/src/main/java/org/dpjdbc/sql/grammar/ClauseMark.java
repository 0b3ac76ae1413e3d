package org.dpjdbc.sql.grammar;

import java.util.OptionalInt;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * A condition that holds for every row and says of which of several {@code WITH
 * DIFFERENTIAL_PRIVACY} clauses a SELECT is. It has no name: no query can write it.
 */
public final class ClauseMark extends SqlSpecialOperator {
  private final int clause;
  private final SqlParserPos pos;

  private ClauseMark(int clause, SqlParserPos pos) {
    super(
        "clause " + clause,
        SqlKind.OTHER,
        MDX_PRECEDENCE,
        /* leftAssoc= */ true,
        ReturnTypes.BOOLEAN,
        /* operandTypeInference= */ null,
        OperandTypes.NILADIC);
    this.clause = clause;
    this.pos = pos;
  }

  /** The condition of the clause with that place among those of the query. */
  public static SqlCall of(int clause, SqlParserPos pos) {
    return new ClauseMark(clause, pos).createCall(pos);
  }

  /** The clause that the operator marks; empty for every other operator. */
  public static OptionalInt read(SqlOperator operator) {
    return operator instanceof ClauseMark mark ? OptionalInt.of(mark.clause) : OptionalInt.empty();
  }

  /** The clause of a SELECT that has one; the mark is the last of its conditions. */
  public static OptionalInt read(SqlSelect select) {
    SqlNode last = select.getWhere();
    if (last instanceof SqlCall both && both.getKind() == SqlKind.AND) {
      last = both.operand(both.operandCount() - 1);
    }
    return last instanceof SqlCall call ? read(call.getOperator()) : OptionalInt.empty();
  }

  /** Where the clause stands. */
  public SqlParserPos pos() {
    return pos;
  }

  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    return validator.getTypeFactory().createSqlType(SqlTypeName.BOOLEAN);
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int left, int right) {
    writer.keyword("TRUE");
  }
}
