package org.dpjdbc.cli;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * For each noisy column, or else the first number, one bar a row with its 95 % interval drawn over
 * the end of the bar: {@code ██████▒▒▒──┤}.
 */
final class ChartPrinter implements AnswerPrinter {
  private static final int WIDTH = 50;

  /** So much of a cell is nothing: the ends of cells are rounded. */
  private static final double GRAIN = 1e-6;

  private static final String GAP = "  ";

  /** One bar: its value, and how far it may be off. */
  private record Bar(String label, String text, double value, double error) {
    double low() {
      return value - error;
    }

    double high() {
      return value + error;
    }
  }

  @Override
  public void print(ResultSet rows, PrintWriter out) throws SQLException {
    List<ShownColumn> columns = ShownColumn.of(rows.getMetaData());
    List<ShownColumn> measures = measures(columns);
    if (measures.isEmpty()) {
      new TablePrinter().print(rows, out);
      return;
    }
    List<ShownColumn> labels = columns.stream().filter(c -> !measures.contains(c)).toList();
    Map<ShownColumn, List<Bar>> charts = new LinkedHashMap<>();
    measures.forEach(measure -> charts.put(measure, new ArrayList<>()));
    while (rows.next()) {
      for (Map.Entry<ShownColumn, List<Bar>> chart : charts.entrySet()) {
        chart.getValue().add(bar(rows, labels, chart.getKey()));
      }
    }
    String between = "";
    for (Map.Entry<ShownColumn, List<Bar>> chart : charts.entrySet()) {
      out.print(between);
      out.println(ShownValue.of(chart.getKey().label()).text());
      print(chart.getValue(), out);
      between = System.lineSeparator();
    }
  }

  private static List<ShownColumn> measures(List<ShownColumn> columns) {
    List<ShownColumn> noisy = columns.stream().filter(ShownColumn::isNoisy).toList();
    return noisy.isEmpty()
        ? columns.stream().filter(ShownColumn::isNumber).limit(1).toList()
        : noisy;
  }

  private static Bar bar(ResultSet rows, List<ShownColumn> labels, ShownColumn measure)
      throws SQLException {
    List<String> label = new ArrayList<>();
    for (ShownColumn column : labels) {
      label.add(column.value(rows).text());
    }
    ShownValue value = measure.value(rows);
    return new Bar(
        String.join(", ", label),
        value.error().isEmpty() ? value.text() : value.text() + " ± " + value.error(),
        value.number().map(Number::doubleValue).orElse(0.0),
        value.halfWidth().map(Number::doubleValue).orElse(0.0));
  }

  private static void print(List<Bar> bars, PrintWriter out) {
    double low = Math.min(0, bars.stream().mapToDouble(Bar::low).min().orElse(0));
    double high = Math.max(0, bars.stream().mapToDouble(Bar::high).max().orElse(0));
    double unit = high > low ? WIDTH / (high - low) : 0;
    int labelWidth = bars.stream().mapToInt(bar -> bar.label().length()).max().orElse(0);
    for (Bar bar : bars) {
      StringBuilder line = new StringBuilder(bar.label());
      line.append(" ".repeat(labelWidth - bar.label().length())).append(GAP);
      for (int cell = 0; cell <= WIDTH; cell++) {
        line.append(sign(bar, low + (unit == 0 ? 0 : cell / unit), unit));
      }
      out.println(line.append(GAP).append(bar.text()).toString().stripTrailing());
    }
  }

  /** What stands in the cell that begins at a value and is as wide as one over the unit. */
  private static char sign(Bar bar, double at, double unit) {
    double next = unit == 0 ? at : at + 1 / unit;
    boolean filled =
        bar.value() >= 0 ? at >= 0 && next <= bar.value() : at >= bar.value() && next <= 0;
    double grain = (next - at) * GRAIN;
    boolean uncertain = bar.error() > 0 && next > bar.low() + grain && at < bar.high() - grain;
    if (uncertain && filled) {
      return '▒';
    }
    if (uncertain) {
      boolean end = bar.value() >= 0 ? next >= bar.high() - grain : at <= bar.low() + grain;
      return end ? bar.value() >= 0 ? '┤' : '├' : '─';
    }
    return filled ? '█' : ' ';
  }
}
