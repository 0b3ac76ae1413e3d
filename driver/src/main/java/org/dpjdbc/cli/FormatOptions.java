package org.dpjdbc.cli;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How an answer is written. */
final class FormatOptions {
  @ArgGroup(exclusive = true)
  private Format format = new Format();

  /** At most one of them. */
  static final class Format {
    @Option(names = "--json", description = "A list of JSON objects, with x_error95 beside x.")
    private boolean json;

    @Option(names = "--csv", description = "Comma-separated values, with x_error95 beside x.")
    private boolean csv;

    @Option(names = "--chart", description = "Bars with their 95 %% intervals.")
    private boolean chart;
  }

  /** An aligned table, by default. */
  AnswerPrinter printer() {
    if (format.json) {
      return new JsonPrinter();
    }
    if (format.csv) {
      return new CsvPrinter();
    }
    return format.chart ? new ChartPrinter() : new TablePrinter();
  }
}
