package org.dpjdbc.sql.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlBasicAggFunction;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/** The aggregates of pairs (y, x) of numbers, whose results are of double precision. */
final class PairAggregates {
  private static final SqlReturnTypeInference DOUBLE =
      ReturnTypes.DOUBLE.andThen(SqlTypeTransforms.FORCE_NULLABLE);

  private static final List<SqlOperator> ALL = all();

  private PairAggregates() {}

  private static List<SqlOperator> all() {
    List<SqlOperator> all = new ArrayList<>();
    all.add(of("COVAR_POP", SqlKind.COVAR_POP));
    all.add(of("COVAR_SAMP", SqlKind.COVAR_SAMP));
    all.add(of("REGR_SXX", SqlKind.REGR_SXX));
    all.add(of("REGR_SYY", SqlKind.REGR_SYY));
    for (String name :
        List.of(
            "CORR",
            "REGR_SXY",
            "REGR_SLOPE",
            "REGR_INTERCEPT",
            "REGR_R2",
            "REGR_AVGX",
            "REGR_AVGY")) {
      all.add(of(name, SqlKind.OTHER_FUNCTION));
    }
    return List.copyOf(all);
  }

  private static SqlAggFunction of(String name, SqlKind kind) {
    return SqlBasicAggFunction.create(name, kind, DOUBLE, OperandTypes.NUMERIC_NUMERIC)
        .withFunctionType(SqlFunctionCategory.NUMERIC);
  }

  /** The functions. */
  static List<SqlOperator> operators() {
    return ALL;
  }

  /** The function of a name. */
  static Optional<SqlOperator> named(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    return ALL.stream().filter(function -> function.getName().equals(upper)).findFirst();
  }
}
