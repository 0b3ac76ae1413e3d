package org.dpjdbc.plan.contribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.junit.jupiter.api.Test;

final class AggregateSumTest {
  private final SqlTypeFactoryImpl types =
      new SqlTypeFactoryImpl(BackendDialects.called("H2").orElseThrow().typeSystem());
  private final RexBuilder rex = new RexBuilder(types);

  private static AggregateSum.Term term(int aggregate, long factor, long max) {
    return new AggregateSum.Term(aggregate, BigInteger.valueOf(factor), BigInteger.valueOf(max));
  }

  private String written(AggregateSum.Term... terms) {
    return new AggregateSum(List.of(terms))
        .over(rex, place -> rex.makeInputRef(types.createSqlType(SqlTypeName.BIGINT), place))
        .toString();
  }

  @Test
  void anAggregateByItselfIsLeftAsItIs() {
    assertThat(written(term(3, 1, 1))).isEqualTo("$3");
    assertThat(AggregateSum.of(3).only()).isEqualTo(3);
  }

  @Test
  void termsAreAddedAndSubtracted() {
    assertThat(written(term(0, 100, 1), term(1, -20, 10), term(2, 1, 100)))
        .isEqualTo("+(-(*($0, 100), *($1, 20)), $2)");
  }

  @Test
  void productsThatTwoToThe31RowsMakeTooLongAreDecimals() {
    long most = Integer.MAX_VALUE;
    assertThat(written(term(0, most, 1), term(1, -1, most))).isEqualTo("-(*($0, 2147483647), $1)");
    String first = "CAST($0):DECIMAL(38, 0) NOT NULL";
    String second = "CAST($1):DECIMAL(38, 0) NOT NULL";
    assertThat(written(term(0, most + 1, 1), term(1, -1, most)))
        .isEqualTo("-(*(" + first + ", 2147483648:BIGINT), " + second + ")");
    assertThat(written(term(0, 2, 1), term(1, -2, most)))
        .isEqualTo("-(*(" + first + ", 2), *(" + second + ", 2))");
  }

  @Test
  void theFirstTermIsPositive() {
    assertThatThrownBy(() -> new AggregateSum(List.of(term(0, -1, 1))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new AggregateSum(List.of(term(0, 2, 1))).only())
        .isInstanceOf(IllegalStateException.class);
  }
}
