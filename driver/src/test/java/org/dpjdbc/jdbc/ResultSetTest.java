package org.dpjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultSetTest {
  private static ResultSet result(boolean scrollable, Answer answer) {
    Connection connection = new DpConnection(new FakeSession());
    return new DpResultSet(new ConnectionOwner((DpConnection) connection), answer, scrollable);
  }

  private static ResultSet numbers(boolean scrollable, @Nullable Object... values) {
    return result(scrollable, FakeSession.answer(Types.BIGINT, "BIGINT", values));
  }

  private static void fails(ThrowingCallable call, String state) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
  }

  @Test
  void walksForward() throws SQLException {
    ResultSet rows = numbers(false, 1L, 2L);
    assertThat(rows.isBeforeFirst()).isTrue();
    fails(() -> rows.getInt(1), "24000");
    assertThat(rows.next()).isTrue();
    assertThat(rows.isFirst()).isTrue();
    assertThat(rows.isLast()).isFalse();
    assertThat(rows.getRow()).isEqualTo(1);
    assertThat(rows.next()).isTrue();
    assertThat(rows.isLast()).isTrue();
    assertThat(rows.next()).isFalse();
    assertThat(rows.next()).isFalse();
    assertThat(rows.isAfterLast()).isTrue();
    assertThat(rows.getRow()).isZero();
    fails(() -> rows.getInt(1), "24000");
    fails(rows::first, "HY106");
    fails(rows::previous, "HY106");
    fails(() -> rows.absolute(1), "HY106");
  }

  @Test
  void anEmptyResultIsNeitherBeforeNorAfter() throws SQLException {
    ResultSet rows = numbers(true);
    assertThat(rows.isBeforeFirst()).isFalse();
    assertThat(rows.next()).isFalse();
    assertThat(rows.isAfterLast()).isFalse();
    assertThat(rows.first()).isFalse();
    assertThat(rows.last()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "1,true,1",
    "3,true,3",
    "4,false,0",
    "0,false,0",
    "-1,true,3",
    "-3,true,1",
    "-4,false,0",
    "2147483647,false,0",
    "-2147483648,false,0"
  })
  void goesAnywhere(int target, boolean found, int row) throws SQLException {
    ResultSet rows = numbers(true, 1L, 2L, 3L);
    assertThat(rows.absolute(target)).isEqualTo(found);
    assertThat(rows.getRow()).isEqualTo(row);
  }

  @Test
  void walksBackAndByStepsAndBeyondTheEnds() throws SQLException {
    ResultSet rows = numbers(true, 1L, 2L, 3L);
    rows.afterLast();
    assertThat(rows.previous()).isTrue();
    assertThat(rows.getInt(1)).isEqualTo(3);
    assertThat(rows.relative(-2)).isTrue();
    assertThat(rows.getInt(1)).isEqualTo(1);
    assertThat(rows.relative(-5)).isFalse();
    assertThat(rows.isBeforeFirst()).isTrue();
    assertThat(rows.relative(Integer.MAX_VALUE)).isFalse();
    assertThat(rows.isAfterLast()).isTrue();
    rows.beforeFirst();
    assertThat(rows.next()).isTrue();
    assertThat(rows.relative(0)).isTrue();
    assertThat(rows.getRow()).isEqualTo(1);
  }

  @Test
  void saysWhetherTheLastValueWasNull() throws SQLException {
    ResultSet rows = numbers(false, null, 0L);
    rows.next();
    assertThat(rows.getLong(1)).isZero();
    assertThat(rows.wasNull()).isTrue();
    assertThat(rows.getObject(1)).isNull();
    assertThat(rows.getObject(1, Integer.class)).isNull();
    assertThat(rows.getString("x")).isNull();
    fails(() -> rows.getObject(1, Thread.class), "HYC00");
    rows.next();
    assertThat(rows.getLong(1)).isZero();
    assertThat(rows.wasNull()).isFalse();
  }

  @Test
  void findsColumnsWithoutCaseAndTheFirstOfSeveral() throws SQLException {
    List<AnswerColumn> columns =
        List.of(
            new AnswerColumn("Region", Types.VARCHAR, "VARCHAR", 10, 0, false),
            new AnswerColumn("n", Types.BIGINT, "BIGINT", 19, 0, false),
            new AnswerColumn("N", Types.NUMERIC, "NUMERIC", 10, 2, true));
    @Nullable Object[] row = {"north", 5L, new BigDecimal("1.25")};
    ResultSet rows =
        result(false, new Answer(columns, Rows.of(3, List.<@Nullable Object[]>of(row))));
    rows.next();
    assertThat(rows.findColumn("REGION")).isEqualTo(1);
    assertThat(rows.findColumn("N")).isEqualTo(2);
    assertThat(rows.getBigDecimal("n")).isEqualByComparingTo("5");
    assertThat(rows.getBigDecimal(3)).isEqualTo(new BigDecimal("1.25"));
    fails(() -> rows.findColumn("name"), "42S22");
    fails(() -> rows.getInt(4), "07009");
    fails(() -> rows.getInt(0), "07009");
    ResultSetMetaData metadata = rows.getMetaData();
    assertThat(metadata.getColumnCount()).isEqualTo(3);
    assertThat(metadata.getColumnLabel(1)).isEqualTo("Region");
    assertThat(metadata.getTableName(1)).isEmpty();
    assertThat(metadata.getColumnDisplaySize(1)).isEqualTo(10);
    assertThat(metadata.getColumnDisplaySize(2)).isEqualTo(20);
    assertThat(metadata.getColumnDisplaySize(3)).isEqualTo(12);
    assertThat(metadata.isNullable(2)).isEqualTo(ResultSetMetaData.columnNoNulls);
    assertThat(metadata.isNullable(3)).isEqualTo(ResultSetMetaData.columnNullable);
    for (int i = 1; i <= 3; i++) {
      assertThat(rows.getObject(i).getClass().getName()).isEqualTo(metadata.getColumnClassName(i));
    }
  }

  @Test
  void conversionsThatFailDoNotSayTheValue() throws SQLException {
    ResultSet strings = result(false, FakeSession.answer(Types.VARCHAR, "VARCHAR", "Zq7"));
    strings.next();
    ResultSet numbers = numbers(false, 1234567L);
    numbers.next();
    List<ThrowingCallable> failing =
        List.of(
            () -> strings.getInt(1),
            () -> strings.getDate(1),
            () -> strings.getObject(1, LocalDate.class),
            () -> numbers.getByte(1),
            () -> numbers.getDate(1),
            () -> numbers.getObject(1, LocalDate.class));
    for (ThrowingCallable each : failing) {
      assertThatThrownBy(each)
          .isInstanceOf(SQLException.class)
          .hasMessageNotContainingAny("Zq7", "1234567");
    }
  }

  @Test
  void bytesThatAreReadCanBeChangedWithoutHarm() throws SQLException {
    ResultSet rows =
        result(false, FakeSession.answer(Types.VARBINARY, "VARBINARY", (Object) new byte[] {1, 2}));
    rows.next();
    rows.getBytes(1)[0] = 9;
    ((byte[]) rows.getObject(1))[0] = 9;
    assertThat(rows.getBytes(1)).containsExactly(1, 2);
  }
}
