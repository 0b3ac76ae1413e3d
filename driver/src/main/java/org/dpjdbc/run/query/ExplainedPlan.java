package org.dpjdbc.run.query;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/**
 * The table of {@code EXPLAIN PRIVACY} in the one column that tools expect of {@code EXPLAIN}: as
 * lines for people, or as JSON nested as PostgreSQL's is. The total comes first.
 */
final class ExplainedPlan {
  static final List<AnswerColumn> COLUMNS =
      List.of(new AnswerColumn("QUERY PLAN", Types.VARCHAR, "CHARACTER VARYING", 0, 0, false));

  private static final JsonFactory JSON = new JsonFactory();

  private ExplainedPlan() {}

  static Rows lines(Rows table) {
    List<String> lines = new ArrayList<>();
    List<@Nullable Object[]> rows = totalFirst(table);
    lines.add(line(rows.get(0)) + "; EXPLAIN itself runs and charges nothing");
    for (@Nullable Object[] row : rows.subList(1, rows.size())) {
      lines.add("-> " + line(row));
      Object sql = value(row, ExplainColumn.PUSHED_SQL);
      if (sql != null) {
        lines.add("     " + sql);
      }
    }
    return column(lines);
  }

  private static String line(@Nullable Object[] row) {
    List<String> parts = new ArrayList<>();
    add(parts, "", value(row, ExplainColumn.MECHANISM));
    add(parts, "sensitivity ", value(row, ExplainColumn.SENSITIVITY));
    add(parts, "noise ", value(row, ExplainColumn.NOISE_SCALE));
    add(parts, "error95 ", value(row, ExplainColumn.ERROR95));
    add(parts, "epsilon ", spent(row, ExplainColumn.EPSILON));
    add(parts, "delta ", spent(row, ExplainColumn.DELTA));
    add(parts, "keys ", value(row, ExplainColumn.KEYS));
    add(parts, "", value(row, ExplainColumn.BOUNDING));
    String what = String.valueOf(value(row, ExplainColumn.RELEASE));
    return parts.isEmpty() ? what : what + ": " + String.join("; ", parts);
  }

  private static void add(List<String> parts, String name, @Nullable Object value) {
    if (value != null) {
      parts.add(name + value);
    }
  }

  /** Epsilon or delta; none if it is zero, but for the epsilon of the total. */
  private static @Nullable Object spent(@Nullable Object[] row, ExplainColumn column) {
    Object value = value(row, column);
    BigDecimal number = new BigDecimal(String.valueOf(value)).stripTrailingZeros();
    boolean shown = number.signum() > 0 || (isTotal(row) && column == ExplainColumn.EPSILON);
    return !shown ? null : value instanceof BigDecimal ? number.toPlainString() : value;
  }

  static Rows json(Rows table) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      json.enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);
      List<@Nullable Object[]> rows = totalFirst(table);
      json.writeStartArray();
      json.writeStartObject();
      json.writeObjectFieldStart("Plan");
      write(json, rows.get(0));
      json.writeArrayFieldStart("Plans");
      for (@Nullable Object[] row : rows.subList(1, rows.size())) {
        json.writeStartObject();
        write(json, row);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeEndObject();
      json.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return column(List.of(text.toString()));
  }

  private static void write(JsonGenerator json, @Nullable Object[] row) throws IOException {
    json.writeStringField("Node Type", String.valueOf(value(row, ExplainColumn.RELEASE)));
    for (ExplainColumn column : ExplainColumn.values()) {
      Object value = value(row, column);
      if (column != ExplainColumn.RELEASE && value != null) {
        json.writeFieldName(column.name());
        if (value instanceof Double number) {
          json.writeNumber(number);
        } else if (value instanceof BigDecimal number) {
          json.writeNumber(number);
        } else {
          json.writeString(value.toString());
        }
      }
    }
  }

  private static @Nullable Object value(@Nullable Object[] row, ExplainColumn column) {
    return row[column.ordinal()];
  }

  private static boolean isTotal(@Nullable Object[] row) {
    return "total".equals(value(row, ExplainColumn.RELEASE));
  }

  private static List<@Nullable Object[]> totalFirst(Rows table) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < table.size(); i++) {
      rows.add(table.row(i));
    }
    Collections.rotate(rows, 1);
    return rows;
  }

  private static Rows column(List<String> values) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    values.forEach(value -> rows.add(new @Nullable Object[] {value}));
    return Rows.of(1, rows);
  }
}
