package org.dpjdbc.run.finish;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.dpjdbc.sql.simplify.LiteralCasts;
import org.junit.jupiter.api.Test;

/**
 * Casts of literals are folded to what Calcite's generated code, where it can be compiled, makes of
 * them.
 */
class LiteralCastsTest {
  private final RexBuilder rex =
      new RexBuilder(PlanCopy.types(new H2Types(), StandardCharsets.UTF_8));
  private final RelDataTypeFactory types = rex.getTypeFactory();

  @Test
  void foldsAsCalciteDoes() {
    List<String> folded = new ArrayList<>();
    for (RexNode literal : literals()) {
      for (RelDataType type : targets()) {
        RexNode cast = rex.makeAbstractCast(type, literal, /* safe= */ false);
        RexNode ours = folded(cast, LiteralCasts.EXECUTOR);
        if (!ours.equals(cast)) {
          RexNode theirs = folded(cast, RexUtil.EXECUTOR);
          // For some types the code that Calcite generates does not compile.
          assertThat(theirs.equals(cast) ? ours : theirs).as(cast.toString()).isEqualTo(ours);
          folded.add(cast.toString());
        }
      }
    }
    assertThat(folded)
        .contains(
            "CAST(-3):DOUBLE NOT NULL",
            "CAST(2.5:DECIMAL(2, 1)):INTEGER NOT NULL",
            "CAST(1.25:DECIMAL(3, 2)):DECIMAL(5, 1) NOT NULL",
            "CAST(-0.5E0:DOUBLE):BIGINT NOT NULL",
            "CAST(432000000:INTERVAL DAY):INTEGER NOT NULL",
            "CAST(2024-02-29):TIMESTAMP(6) NOT NULL",
            "CAST(_UTF-8'2024-02-29'):DATE NOT NULL",
            "CAST(_UTF-8'11:22:33.5'):TIME(6) NOT NULL",
            "CAST(_UTF-8'2020-01-01 00:00:00.25'):TIMESTAMP(6) NOT NULL")
        .doesNotContain(
            "CAST(99999999999:BIGINT):INTEGER NOT NULL",
            "CAST(_UTF-8'2020-01-01 00:00:00.25'):TIMESTAMP(0) NOT NULL",
            "CAST(_UTF-8'2020-01-01 00:00:00.123456'):TIMESTAMP(6) NOT NULL",
            "CAST(_UTF-8'x'):DATE NOT NULL");
  }

  private RexNode folded(RexNode cast, RexExecutor executor) {
    List<RexNode> reduced = new ArrayList<>();
    executor.reduce(rex, List.of(cast), reduced);
    return reduced.get(0);
  }

  private List<RexNode> literals() {
    List<RexNode> literals = new ArrayList<>();
    for (String number : List.of("0", "-3", "2.5", "1.25", "999.96", "99999999999")) {
      literals.add(rex.makeExactLiteral(new BigDecimal(number)));
    }
    literals.add(rex.makeApproxLiteral(new BigDecimal("2.5")));
    literals.add(rex.makeApproxLiteral(new BigDecimal("-0.5")));
    literals.add(rex.makeDateLiteral(new DateString("2024-02-29")));
    literals.add(
        rex.makeIntervalLiteral(
            BigDecimal.valueOf(432_000_000),
            new SqlIntervalQualifier(TimeUnit.DAY, null, SqlParserPos.ZERO)));
    for (String text :
        List.of(
            "2024-02-29",
            "11:22:33.5",
            "2020-01-01 00:00:00.25",
            "2020-01-01 00:00:00.123456",
            "12",
            "x")) {
      literals.add(rex.makeLiteral(text));
    }
    return literals;
  }

  private List<RelDataType> targets() {
    return List.of(
        types.createSqlType(SqlTypeName.TINYINT),
        types.createSqlType(SqlTypeName.INTEGER),
        types.createSqlType(SqlTypeName.BIGINT),
        types.createSqlType(SqlTypeName.DECIMAL, 5, 1),
        types.createSqlType(SqlTypeName.DECIMAL, 2, 0),
        types.createSqlType(SqlTypeName.DOUBLE),
        types.createSqlType(SqlTypeName.DATE),
        types.createSqlType(SqlTypeName.TIME, 6),
        types.createSqlType(SqlTypeName.TIMESTAMP, 0),
        types.createSqlType(SqlTypeName.TIMESTAMP, 6),
        types.createTypeWithNullability(types.createSqlType(SqlTypeName.DOUBLE), true),
        types.createSqlType(SqlTypeName.BOOLEAN),
        types.createSqlType(SqlTypeName.VARCHAR, 5));
  }
}
