package org.dpjdbc.gateway.web.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dpjdbc.gateway.web.ask.ChargedQuery;
import org.dpjdbc.gateway.web.ask.Grid;
import org.dpjdbc.gateway.web.html.Html;
import org.dpjdbc.gateway.web.html.Tag;
import org.dpjdbc.gateway.web.number.LocalNumbers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AnswerChartTest {

  private static final Pattern BAR =
      Pattern.compile("<rect class=\"bar\" x=\"(\\S+)\" y=\"6.0\" width=\"(\\S+)\"");

  private static final Pattern INTERVAL =
      Pattern.compile("<line class=\"error\" x1=\"(\\S+)\" y1=\"14.0\" x2=\"(\\S+)\" y2=\"14.0\"");

  private static List<String> charts(Grid.Kind key, List<List<@Nullable String>> rows) {
    Grid grid =
        new Grid(
            List.of(
                new Grid.Heading("k", key),
                new Grid.Heading("n", Grid.Kind.NUMBER),
                new Grid.Heading("n_error95", Grid.Kind.NUMBER)),
            rows,
            false);
    return AnswerChart.of(grid, LocalNumbers.of("en")).stream().map(Html::document).toList();
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
    // From -50 to 150: a quarter is left of 0, and half is the bar of a.
    Matcher bar = BAR.matcher(chart);
    assertThat(bar.find()).isTrue();
    double zero = Double.parseDouble(bar.group(1));
    double length = Double.parseDouble(bar.group(2));
    assertThat(chart)
        .contains("n by k, with 95 % intervals where they are known; the table has 1 more");
    Matcher interval = INTERVAL.matcher(chart);
    assertThat(interval.find()).isTrue();
    assertThat(Double.parseDouble(interval.group(1))).isCloseTo(zero + length / 2, within(0.2));
    assertThat(Double.parseDouble(interval.group(2))).isCloseTo(zero + 1.5 * length, within(0.2));
    assertThat(chart.split("class=\"interval\"", -1)).hasSize(1 + 2); // for a desk and a phone
  }

  @Test
  void drawsLinesOverTimestampsAndNumbers() {
    for (Grid.Kind kind : List.of(Grid.Kind.TEMPORAL, Grid.Kind.NUMBER)) {
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
      assertThat(chart)
          .contains("class=\"curve\" d=\"M", "with 95 % intervals; the table has 1 more")
          .doesNotContain("class=\"interval\"");
      assertThat(chart.split("class=\"band\"", -1)).hasSize(1 + 2);
      assertThat(chart.split("class=\"point\"", -1)).hasSize(1 + 4);
    }
  }

  @Test
  void drawsABandWhereIntervalsAreKnown() {
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (String error : Arrays.asList("1", "1", null, "1", null, "1", "1")) {
      rows.add(Arrays.asList("2024-0" + (rows.size() + 1), "5", error));
    }
    String chart = charts(Grid.Kind.OTHER, rows).get(0);
    assertThat(chart.split("class=\"band\"", -1)).hasSize(1 + 2 * 2);
    assertThat(chart.split("class=\"interval\"", -1)).hasSize(1 + 2);
    assertThat(chart).contains(">2024-01<", ">2024-07<");
  }

  @Test
  void namesDaysMonthsAndYears() {
    assertThat(DateLabels.of(List.of("2024-01-01 00:00:00", "2025-01-01 00:00:00")))
        .containsExactly("2024", "2025");
    assertThat(DateLabels.of(List.of("2024-01-01", "2024-02-01")))
        .containsExactly("2024-01", "2024-02");
    assertThat(DateLabels.of(List.of("2024-01-01 00:00:00+00", "2024-01-02 00:00:00+00")))
        .containsExactly("2024-01-01", "2024-01-02");
    List<String> hours = List.of("2024-01-01 00:00:00", "2024-01-01 01:00:00");
    assertThat(DateLabels.of(hours)).isEqualTo(hours);
    List<String> zones = List.of("2024-01-01 10:00:00-01", "2024-01-01 11:00:00-01");
    assertThat(DateLabels.of(zones)).isEqualTo(zones);
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
    List<ChargedQuery> past = new ArrayList<>();
    for (String at : List.of("2024-01-01T12:00:00", "2024-01-01T10:55:00", "2024-01-01T10:05:00")) {
      past.add(new ChargedQuery(1, LocalDateTime.parse(at), BigDecimal.ONE, 0, "q"));
    }
    assertThat(SpendingChart.sums(past))
        .containsExactly(
            Map.entry("2024-01-01 10:00", BigDecimal.valueOf(2)),
            Map.entry("2024-01-01 11:00", BigDecimal.ZERO),
            Map.entry("2024-01-01 12:00", BigDecimal.ONE));
    past.add(
        0, new ChargedQuery(1, LocalDateTime.parse("2025-03-31T00:00"), BigDecimal.ONE, 0, "q"));
    Map<String, BigDecimal> months = SpendingChart.sums(past);
    assertThat(months).hasSize(15).containsEntry("2024-01", BigDecimal.valueOf(3));
    Tag chart = SpendingChart.of(months, LocalNumbers.of("en")).get(0);
    assertThat(Html.document(chart)).contains("role=\"img\"", "2025-03");
  }
}
