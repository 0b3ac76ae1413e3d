package org.dpjdbc.cli;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How an answer is written. */
final class FormatOptions {
  @ArgGroup(exclusive = true)
  private Format format = new Format();

  /** At most one of them. */
  static final class Format {
    @Option(
        names = "--json",
        description = "Print a list of JSON objects, with x_error95 next to x.")
    private boolean json;

    @Option(
        names = "--csv",
        description = "Print comma-separated values, with x_error95 next to" + " x.")
    private boolean csv;

    @Option(names = "--chart", description = "Print bars with their 95 %% intervals.")
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
