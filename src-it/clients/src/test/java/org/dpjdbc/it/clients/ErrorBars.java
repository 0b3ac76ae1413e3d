package org.dpjdbc.it.clients;

import java.awt.Color;
import net.sf.jasperreports.engine.JRChart;
import net.sf.jasperreports.engine.JRChartCustomizer;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.renderer.category.StatisticalBarRenderer;
import org.jfree.data.category.CategoryDataset;
import org.jfree.data.statistics.DefaultStatisticalCategoryDataset;

/**
 * Turns a bar chart of two series, the values and the half-widths of their 95 % intervals, into one
 * of bars with error bars.
 */
public final class ErrorBars implements JRChartCustomizer {
  /** Of error bars, and of nothing else in a chart. */
  static final Color COLOR = new Color(0xC0, 0x10, 0x90);

  @Override
  public void customize(JFreeChart chart, JRChart described) {
    CategoryPlot plot = chart.getCategoryPlot();
    CategoryDataset both = plot.getDataset();
    DefaultStatisticalCategoryDataset bars = new DefaultStatisticalCategoryDataset();
    for (int i = 0; i < both.getColumnCount(); i++) {
      bars.add(both.getValue(0, i), both.getValue(1, i), both.getRowKey(0), both.getColumnKey(i));
    }
    plot.setDataset(bars);
    StatisticalBarRenderer renderer = new StatisticalBarRenderer();
    renderer.setErrorIndicatorPaint(COLOR);
    renderer.setSeriesPaint(0, new Color(0x60, 0x90, 0xC0));
    plot.setRenderer(renderer);
  }
}
