package org.dpjdbc.it.tpch;

import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The rows of TPC-H in text files, one for each table, which databases read much faster than rows
 * that are inserted: a row is a line, between its values are bars.
 */
public final class TpchFiles {
  private final Path folder;

  private TpchFiles(Path folder) {
    this.folder = folder;
  }

  /**
   * Writes the files.
   *
   * @param folder where; deleted by who made it
   * @param scale as in {@link Tpch#load}
   */
  public static TpchFiles write(Path folder, double scale) throws IOException {
    TpchFiles files = new TpchFiles(folder);
    for (TpchTable<?> table : Tpch.TABLES) {
      try (BufferedWriter out = Files.newBufferedWriter(files.of(table.getTableName()))) {
        for (TpchEntity row : table.createGenerator(scale, 1, 1)) {
          String line = row.toLine();
          out.write(line, 0, line.endsWith("|") ? line.length() - 1 : line.length());
          out.write('\n');
        }
      }
    }
    return files;
  }

  /** The names of the tables; a foreign key points at one that stands before. */
  public static List<String> tables() {
    return Tpch.TABLES.stream().map(TpchTable::getTableName).toList();
  }

  /** How many columns a table has. */
  public static int width(String table) {
    return TpchTable.getTable(table).getColumns().size();
  }

  /** The file of a table. */
  public Path of(String table) {
    return folder.resolve(table + ".tbl").toAbsolutePath();
  }
}
