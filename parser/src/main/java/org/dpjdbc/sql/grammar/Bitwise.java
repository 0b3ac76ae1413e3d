package org.dpjdbc.sql.grammar;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/**
 * Operators of the bits of integers: they bind less than the sums, and more than the comparisons of
 * two numbers. PostgreSQL and DuckDB let all of them bind alike; of the other databases none has
 * more than one here.
 */
public final class Bitwise extends SqlBinaryOperator {
  public static final Bitwise AND = new Bitwise("&", ReturnTypes.LEAST_RESTRICTIVE);

  public static final Bitwise OR = new Bitwise("|", ReturnTypes.LEAST_RESTRICTIVE);

  /** Exclusive or, as PostgreSQL writes it. */
  public static final Bitwise XOR = new Bitwise("#", ReturnTypes.LEAST_RESTRICTIVE);

  /** NULL where the bits are too many for the type: some databases fail there, some lose them. */
  public static final Bitwise LEFT =
      new Bitwise("<<", ReturnTypes.ARG0.andThen(SqlTypeTransforms.FORCE_NULLABLE));

  public static final Bitwise RIGHT = new Bitwise(">>", ReturnTypes.ARG0_NULLABLE);

  /** Between LIKE and the plus of numbers. */
  private static final int PRECEDENCE = 36;

  private Bitwise(String sign, SqlReturnTypeInference type) {
    super(
        sign,
        SqlKind.OTHER,
        PRECEDENCE,
        true,
        type,
        InferTypes.FIRST_KNOWN,
        OperandTypes.family(SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER));
  }
}
