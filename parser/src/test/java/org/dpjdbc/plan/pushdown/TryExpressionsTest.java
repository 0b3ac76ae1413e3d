package org.dpjdbc.plan.pushdown;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TryExpressionsTest {
  private final RelDataTypeFactory types = new SqlTypeFactoryImpl(RelDataTypeSystem.DEFAULT);
  private final RexBuilder rex = new RexBuilder(types);
  private final RexNode column =
      rex.makeInputRef(types.createSqlType(SqlTypeName.DECIMAL, 9, 2), 0);

  /** 9999² has eight digits, and 99999² more than four bytes hold. */
  @ParameterizedTest
  @CsvSource({
    "0.06, 0.01, false",
    "9999, 9999, false",
    "99999, 99999, true",
    "0.00001, 1, true",
  })
  void numbersOfFewDigitsDoNotFail(BigDecimal left, BigDecimal right, boolean tried) {
    assertThat(
            isTried(
                rex.makeCall(
                    SqlStdOperatorTable.MULTIPLY,
                    rex.makeExactLiteral(left),
                    rex.makeExactLiteral(right))))
        .isEqualTo(tried);
  }

  @Test
  void quotientsAndColumnsMayFail() {
    RexNode one = rex.makeExactLiteral(BigDecimal.ONE);
    assertThat(isTried(rex.makeCall(SqlStdOperatorTable.DIVIDE, one, one))).isTrue();
    assertThat(isTried(rex.makeCall(SqlStdOperatorTable.PLUS, column, one))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "1994-01-01, 12, false",
    "8999-12-31, 6000, false",
    "9001-01-01, 1, true",
    "1994-01-01, 6001, true",
    "0001-01-01, -12, true",
  })
  void datesOfFourDigitsDoNotFail(String day, int months, boolean tried) {
    RexNode date = rex.makeDateLiteral(new DateString(day));
    RexNode interval =
        rex.makeIntervalLiteral(
            BigDecimal.valueOf(months),
            new SqlIntervalQualifier(TimeUnit.MONTH, null, SqlParserPos.ZERO));
    RexNode sum = rex.makeCall(SqlStdOperatorTable.DATETIME_PLUS, date, interval);
    assertThat(isTried(sum)).isEqualTo(tried);
    // As it is on DuckDB, where the sum is a timestamp.
    assertThat(isTried(rex.makeAbstractCast(date.getType(), sum, false))).isEqualTo(tried);
  }

  private boolean isTried(RexNode operand) {
    RexNode compared = rex.makeCall(SqlStdOperatorTable.EQUALS, operand, operand);
    return TryExpressions.is(TryExpressions.of(rex, compared));
  }
}
