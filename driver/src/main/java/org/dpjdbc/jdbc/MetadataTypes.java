package org.dpjdbc.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.List;
import org.dpjdbc.jdbc.value.SqlType;
import org.dpjdbc.run.api.Answer;
import org.jspecify.annotations.Nullable;

/** The SQL types that can be written in a query, under their standard names. */
final class MetadataTypes {
  private static final String QUOTE = "'";

  private MetadataTypes() {}

  static Answer answer() {
    return MetadataLayouts.TYPE_INFO.answer(
        List.of(
            number("TINYINT", Types.TINYINT, 3, 0),
            number("BIGINT", Types.BIGINT, 19, 0),
            text("CHAR", Types.CHAR),
            number("DECIMAL", Types.DECIMAL, 38, 38),
            number("INTEGER", Types.INTEGER, 10, 0),
            number("SMALLINT", Types.SMALLINT, 5, 0),
            number("REAL", Types.REAL, 7, 0),
            number("DOUBLE PRECISION", Types.DOUBLE, 15, 0),
            text("VARCHAR", Types.VARCHAR),
            row("BOOLEAN", Types.BOOLEAN, 1, null, null, null, 0, null),
            row("DATE", Types.DATE, 10, "DATE '", QUOTE, null, 0, null),
            row("TIME", Types.TIME, 18, "TIME '", QUOTE, "precision", 9, null),
            row("TIMESTAMP", Types.TIMESTAMP, 29, "TIMESTAMP '", QUOTE, "precision", 9, null)));
  }

  private static @Nullable Object[] number(String name, int type, int precision, int scale) {
    String arguments = type == Types.DECIMAL ? "precision,scale" : null;
    return row(name, type, precision, null, null, arguments, scale, 10);
  }

  private static @Nullable Object[] text(String name, int type) {
    return row(name, type, 0, QUOTE, QUOTE, "length", 0, null);
  }

  private static @Nullable Object[] row(
      String name,
      int type,
      int precision,
      @Nullable String prefix,
      @Nullable String suffix,
      @Nullable String arguments,
      int maximumScale,
      @Nullable Integer radix) {
    return new @Nullable Object[] {
      name,
      type,
      precision,
      prefix,
      suffix,
      arguments,
      (short) DatabaseMetaData.typeNullable,
      SqlType.of(type).caseSensitive(),
      (short) DatabaseMetaData.typeSearchable,
      !SqlType.of(type).signed(),
      false,
      false,
      name,
      (short) 0,
      (short) maximumScale,
      null,
      null,
      radix
    };
  }
}
