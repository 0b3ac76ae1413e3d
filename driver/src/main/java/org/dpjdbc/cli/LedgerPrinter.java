package org.dpjdbc.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.dpjdbc.budget.LedgerExport;

/** Writes what a ledger records: all of it as JSON, or one of its tables as CSV. */
interface LedgerPrinter extends LedgerExport.Rows, Closeable {

  /** The tables of a ledger, in the order in which they come. */
  List<String> TABLES = List.of("ledger", "entries", "accounts");

  /** One object with a list of objects for each table. */
  static LedgerPrinter json(PrintWriter out) throws IOException {
    return new Json(out);
  }

  /** One table, with a header if it has a row. */
  static LedgerPrinter csv(PrintWriter out, String table) {
    return new Csv(out, table);
  }

  /** See {@link #json}. */
  final class Json implements LedgerPrinter {
    private final PrintWriter out;
    private final JsonGenerator json;
    private int begun;

    private Json(PrintWriter out) throws IOException {
      this.out = out;
      this.json = JsonPrinter.generator(out);
      json.writeStartObject();
    }

    private void begin(int tables) throws IOException {
      while (begun < tables) {
        if (begun > 0) {
          json.writeEndArray();
        }
        json.writeArrayFieldStart(TABLES.get(begun));
        begun++;
      }
    }

    @Override
    public void row(String table, Map<String, Object> row) throws IOException {
      begin(TABLES.indexOf(table) + 1);
      json.writeStartObject();
      for (Map.Entry<String, Object> column : row.entrySet()) {
        json.writeFieldName(column.getKey());
        JsonPrinter.write(json, column.getValue());
      }
      json.writeEndObject();
    }

    @Override
    public void close() throws IOException {
      begin(TABLES.size());
      json.writeEndArray();
      json.writeEndObject();
      json.close();
      out.println();
    }
  }

  /** See {@link #csv}. */
  final class Csv implements LedgerPrinter {
    private final PrintWriter out;
    private final String table;
    private boolean begun;

    private Csv(PrintWriter out, String table) {
      this.out = out;
      this.table = table;
    }

    @Override
    public void row(String name, Map<String, Object> row) {
      if (!name.equals(table)) {
        return;
      }
      if (!begun) {
        out.println(String.join(",", row.keySet()));
        begun = true;
      }
      StringJoiner line = new StringJoiner(",");
      row.values().forEach(value -> line.add(CsvPrinter.field(value.toString())));
      out.println(line);
    }

    @Override
    public void close() {
      out.flush();
    }
  }
}
