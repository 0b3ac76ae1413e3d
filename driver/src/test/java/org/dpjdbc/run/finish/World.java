package org.dpjdbc.run.finish;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.run.finish.Released.Column;

/** Two released tables with the shapes that trouble evaluators: NULL, ties, zero, signs, blanks. */
final class World {
  private World() {}

  static Released released() {
    return new Released()
        .table(
            "R",
            List.of(
                Column.of("ID", SqlTypeName.INTEGER).notNull(),
                Column.of("K", SqlTypeName.VARCHAR).of(20),
                Column.of("C", SqlTypeName.CHAR).of(3),
                Column.of("I", SqlTypeName.INTEGER),
                Column.of("N", SqlTypeName.BIGINT),
                Column.of("S", SqlTypeName.DOUBLE),
                Column.of("D", SqlTypeName.DECIMAL).of(10, 2),
                Column.of("B", SqlTypeName.BOOLEAN),
                Column.of("T", SqlTypeName.DATE),
                Column.of("U", SqlTypeName.TIMESTAMP).of(6)),
            List.of(
                row(1, "north", "ab ", 7, 100L, 2.5, "1.25", true, "2024-01-31", "10:00:00"),
                row(2, "south", "ab ", -7, 250L, -2.5, "-1.25", false, "2024-02-29", "23:59:59.5"),
                row(3, "east", "abc", 0, 0L, 0.0, "0.00", null, "1999-12-31", "00:00:00.000001"),
                row(4, null, null, null, null, null, null, true, null, null),
                row(5, "north", "b  ", 3, 100L, 1e6, "99999.99", false, "2024-01-31", "12:30:00"),
                row(6, "", "   ", 1, -40L, 0.5, "0.50", true, "2024-12-01", "12:30:00"),
                row(7, "North", "B  ", 12, 9L, 3.25, "12.34", null, "2020-06-15", "08:15:30.25"),
                row(8, "south", "abc", 7, 31L, 7.75, "-0.01", false, "2024-02-29", "01:02:03")))
        .table(
            "P",
            List.of(
                Column.of("K", SqlTypeName.VARCHAR).of(20),
                Column.of("W", SqlTypeName.DECIMAL).of(6, 3),
                Column.of("Z", SqlTypeName.SMALLINT)),
            List.of(
                new Object[] {"north", new BigDecimal("0.500"), (short) 1},
                new Object[] {"south", new BigDecimal("1.250"), (short) 2},
                new Object[] {"west", new BigDecimal("2.000"), (short) 3},
                new Object[] {"south", null, (short) 4},
                new Object[] {null, new BigDecimal("9.000"), null}));
  }

  private static Object[] row(
      int id,
      String k,
      String c,
      Integer i,
      Long n,
      Double s,
      String d,
      Boolean b,
      String t,
      String u) {
    LocalDate date = t == null ? null : LocalDate.parse(t);
    LocalDateTime time =
        date == null || u == null ? null : date.atTime(java.time.LocalTime.parse(u));
    return new Object[] {id, k, c, i, n, s, d == null ? null : new BigDecimal(d), b, date, time};
  }
}
