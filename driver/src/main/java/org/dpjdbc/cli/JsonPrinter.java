package org.dpjdbc.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A list of objects, one a row, with the columns' labels as keys; dates and times are strings. */
final class JsonPrinter implements AnswerPrinter {
  private static final JsonFactory FACTORY = new JsonFactory();

  @Override
  public void print(ResultSet rows, PrintWriter out) throws SQLException, IOException {
    ResultSetMetaData meta = rows.getMetaData();
    try (JsonGenerator json = generator(out)) {
      json.writeStartArray();
      while (rows.next()) {
        json.writeStartObject();
        for (int i = 1; i <= meta.getColumnCount(); i++) {
          json.writeFieldName(meta.getColumnLabel(i));
          write(json, rows.getObject(i));
        }
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    out.println();
  }

  /** Writes for people, and leaves the writer open. */
  static JsonGenerator generator(PrintWriter out) throws IOException {
    JsonGenerator json = FACTORY.createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);
    json.setPrettyPrinter(new DefaultPrettyPrinter());
    return json;
  }

  /** A value as JSON has it. */
  static void write(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Boolean bool) {
      json.writeBoolean(bool);
    } else if (value instanceof Double || value instanceof Float) {
      json.writeNumber(((Number) value).doubleValue());
    } else if (value instanceof Number number) {
      json.writeNumber(new BigDecimal(number.toString()));
    } else {
      json.writeString(value.toString());
    }
  }
}
