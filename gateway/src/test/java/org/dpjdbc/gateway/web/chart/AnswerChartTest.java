package org.dpjdbc.gateway.web.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.dpjdbc.gateway.web.ask.Grid;
import org.dpjdbc.gateway.web.ask.PastQuestion;
import org.dpjdbc.gateway.web.html.Html;
import org.dpjdbc.gateway.web.html.Tag;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AnswerChartTest {

  private static List<String> charts(Grid.Kind key, List<List<@Nullable String>> rows) {
    Grid grid =
        new Grid(
            List.of(
                new Grid.Heading("k", key),
                new Grid.Heading("n", Grid.Kind.NUMBER),
                new Grid.Heading("n_error95", Grid.Kind.NUMBER)),
            rows,
            false);
    return AnswerChart.of(grid).stream().map(Html::document).toList();
  }

  @Test
  void drawsBarsWithIntervalsWhereTheyAre() {
    String chart =
        charts(
                Grid.Kind.OTHER,
                List.of(
                    Arrays.asList("a", "100", "50"),
                    Arrays.asList("b", "-50", null),
                    Arrays.asList("c", null, null)))
            .get(0);
    // From -50 to 150 over 446 units: 0 is at 281.5, and the bar of a ends at 504.5.
    assertThat(chart)
        .contains("x=\"281.5\" y=\"6.0\" width=\"223.0\"", "where they are known")
        .contains("x1=\"393.0\" y1=\"14.0\" x2=\"616.0\" y2=\"14.0\"")
        .containsOnlyOnce("class=\"interval\"");
  }

  @Test
  void drawsLinesOverMomentsAndNumbers() {
    for (Grid.Kind kind : List.of(Grid.Kind.MOMENT, Grid.Kind.NUMBER)) {
      List<String> keys =
          kind == Grid.Kind.NUMBER
              ? List.of("2", "-1.5")
              : List.of("2024-01-02", "2024-01-01 12:30:00.5");
      String chart =
          charts(
                  kind,
                  List.of(
                      Arrays.asList(keys.get(0), "1", "0.5"),
                      Arrays.asList(keys.get(1), "3", "0.5"),
                      Arrays.asList("nothing", "3", "0.5")))
              .get(0);
      assertThat(chart).contains("class=\"curve\" d=\"M80.0 ", "with 95 % intervals");
      assertThat(chart.split("class=\"interval\"", -1)).hasSize(3);
    }
  }

  @Test
  void drawsNothingThatWouldNotBeRead() {
    List<List<@Nullable String>> many = new ArrayList<>();
    for (int i = 0; i < 61; i++) {
      many.add(Arrays.asList("k" + i, "1", "1"));
    }
    assertThat(charts(Grid.Kind.OTHER, many)).isEmpty();
    assertThat(charts(Grid.Kind.OTHER, List.of())).isEmpty();
    assertThat(charts(Grid.Kind.OTHER, List.of(Arrays.asList("a", "1e308", "1")))).isEmpty();
    assertThat(charts(Grid.Kind.OTHER, many.subList(0, 60))).hasSize(1);
  }

  @Test
  void survivesNumbersOfAnySize() {
    for (String number : List.of("0", "1e149", "-1e149", "1e-320", "123456789012345678901")) {
      for (String error : List.of("0", "1e-320", "1e149", "1e308")) {
        String chart = charts(Grid.Kind.OTHER, List.of(Arrays.asList("a", number, error))).get(0);
        assertThat(chart).doesNotContain("NaN", "Infinity");
      }
    }
  }

  @Test
  void sumsCharges() {
    List<PastQuestion> past = new ArrayList<>();
    for (String at : List.of("2024-01-01T10:05:00", "2024-01-01T10:55:00", "2024-01-01T12:00:00")) {
      past.add(new PastQuestion(1, LocalDateTime.parse(at), BigDecimal.ONE, 0, "q"));
    }
    assertThat(SpendingChart.sums(past))
        .containsExactly(
            Map.entry("2024-01-01 10:00", BigDecimal.valueOf(2)),
            Map.entry("2024-01-01 11:00", BigDecimal.ZERO),
            Map.entry("2024-01-01 12:00", BigDecimal.ONE));
    past.add(new PastQuestion(1, LocalDateTime.parse("2025-03-31T00:00"), BigDecimal.ONE, 0, "q"));
    Map<String, BigDecimal> months = SpendingChart.sums(past);
    assertThat(months).hasSize(15).containsEntry("2024-01", BigDecimal.valueOf(3));
    Tag chart = SpendingChart.of(months);
    assertThat(Html.document(chart)).contains("role=\"img\"", "2025-03");
  }
}
