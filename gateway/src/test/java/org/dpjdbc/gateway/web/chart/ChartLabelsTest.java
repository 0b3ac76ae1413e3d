package org.dpjdbc.gateway.web.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dpjdbc.gateway.web.ask.Grid;
import org.dpjdbc.gateway.web.html.Html;
import org.dpjdbc.gateway.web.html.Tag;
import org.dpjdbc.gateway.web.number.LocalNumbers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No label of any chart is cut off, or stands on another one, for a desk or for a phone. */
class ChartLabelsTest {
  private static final Pattern PICTURE =
      Pattern.compile("<svg viewBox=\"0 0 (\\S+) (\\S+)\"[^>]*class=\"chart (\\w+)\">(.*?)</svg>");

  private static final Pattern TEXT =
      Pattern.compile("<text text-anchor=\"(\\w+)\" x=\"(\\S+)\" y=\"(\\S+)\">([^<]*)</text>");

  private static final int[] GROUPS = {1, 2, 3, 5, 12, 24, 40};
  private static final List<String> FACTORS = List.of("1", "7.3", "-4", "0.15", "-9.99");
  private static final int POWERS = 15;

  /** Where a label is drawn. */
  private record Label(double left, double right, double baseline, String text) {}

  private static List<Label> labels(String picture, ChartSize size) {
    List<Label> labels = new ArrayList<>();
    Matcher text = TEXT.matcher(picture);
    while (text.find()) {
      String shown = text.group(4).replace("&#39;", "'");
      double width = size.of(shown);
      double x = Double.parseDouble(text.group(2));
      double left =
          switch (text.group(1)) {
            case "start" -> x;
            case "middle" -> x - width / 2;
            default -> x - width;
          };
      labels.add(new Label(left, left + width, Double.parseDouble(text.group(3)), shown));
    }
    return labels;
  }

  private static void check(Collection<Tag> charts) {
    for (Tag chart : charts) {
      Matcher picture = PICTURE.matcher(Html.document(chart));
      List<String> sizes = new ArrayList<>();
      while (picture.find()) {
        ChartSize size = ChartSize.valueOf(picture.group(3).toUpperCase(Locale.ROOT));
        sizes.add(size.style());
        double width = Double.parseDouble(picture.group(1));
        double height = Double.parseDouble(picture.group(2));
        List<Label> labels = labels(picture.group(4), size);
        assertThat(labels).isNotEmpty();
        // 0.1 for what is rounded in the picture
        assertThat(
                labels.stream()
                    .filter(
                        label ->
                            label.left() < -0.1
                                || label.right() > width + 0.1
                                || label.baseline() < 10
                                || label.baseline() > height))
            .isEmpty();
        assertThat(covered(labels)).isEmpty();
      }
      assertThat(sizes).containsExactly("desk", "phone");
    }
  }

  /** Labels that stand on another one. */
  private static List<Label> covered(List<Label> labels) {
    List<Label> covered = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      Label one = labels.get(i);
      for (Label other : labels.subList(0, i)) {
        if (Math.abs(one.baseline() - other.baseline()) < 10
            && one.left() < other.right()
            && other.left() < one.right()) {
          covered.add(one);
        }
      }
    }
    return covered;
  }

  private static List<Tag> charts(Grid.Kind kind, List<String> keys, String factor, int power) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    BigDecimal unit = new BigDecimal(factor).scaleByPowerOfTen(power);
    for (int i = 0; i < keys.size(); i++) {
      String value = unit.multiply(BigDecimal.valueOf(i % 5 + 3)).toPlainString();
      rows.add(Arrays.asList(keys.get(i), value, unit.abs().toPlainString()));
    }
    return AnswerChart.of(
        new Grid(
            List.of(
                new Grid.Heading("k", kind),
                new Grid.Heading("n", Grid.Kind.NUMBER),
                new Grid.Heading("n_error95", Grid.Kind.NUMBER)),
            rows,
            false),
        LocalNumbers.of(LANGUAGES.get(power % LANGUAGES.size())));
  }

  private static final List<String> LANGUAGES = List.of("en-US", "de", "fr-CH", "ja", "ar-EG", "");

  private static List<String> keys(String form, int count) {
    List<String> keys = new ArrayList<>();
    LocalDate day = LocalDate.of(2019, 12, 1);
    for (int i = 0; i < count; i++) {
      keys.add(
          switch (form) {
            case "words" -> "Wing " + "W\u00c4@".repeat(i) + " \u4e2d\u6587";
            case "days" -> day.plusDays(i).toString();
            case "months" -> day.plusMonths(i).toString().substring(0, "2019-12".length());
            case "timestamps" ->
                day.plusMonths(i).atStartOfDay().toString().replace('T', ' ') + ":00+00";
            case "seconds" ->
                LocalDateTime.of(2019, 12, 1, 3, 4, 5).plusSeconds((long) i * i).toString();
            case "years" -> String.valueOf(1987 + i);
            case "incomes" -> String.valueOf(i * 2_500_000L);
            default -> BigDecimal.valueOf(i * 37L - 100, 2).toPlainString();
          });
    }
    return keys;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "words",
        "days",
        "months",
        "timestamps",
        "seconds",
        "years",
        "incomes",
        "decimals"
      })
  void noneIsCutOff(String form) {
    Grid.Kind kind =
        switch (form) {
          case "words", "months" -> Grid.Kind.OTHER;
          case "days", "timestamps", "seconds" -> Grid.Kind.TEMPORAL;
          default -> Grid.Kind.NUMBER;
        };
    for (int count : GROUPS) {
      for (int power = 0; power <= POWERS; power++) {
        String factor = FACTORS.get((count + power) % FACTORS.size());
        List<Tag> charts = charts(kind, keys(form, count), factor, power);
        assertThat(charts).hasSize(1);
        check(charts);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 40, 62})
  void noneOfChargesIsCutOff(int count) {
    for (String charge : List.of("0.001", "0.25", "1", "12345678", "1e12")) {
      Map<String, BigDecimal> sums = new LinkedHashMap<>();
      for (int i = 0; i < count; i++) {
        sums.put(
            LocalDate.of(2024, 1, 1).plusDays(i) + " 10:00",
            new BigDecimal(charge).multiply(BigDecimal.valueOf(i + 1)));
      }
      Tag both = Tag.of("figure").add(SpendingChart.of(sums, LocalNumbers.of("en")));
      check(List.of(both));
    }
  }

  /** Close together, far from zero, or too large to be written out: what is hard to tell apart. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1000000000,1000000001",
        "999999999999999,1000000000000000",
        "-1e149,1e149",
        "1e149,1.0000000000001e149",
        "-1e-320,1e-320",
        "0,0",
        "123456789.125,123456789.126",
        "-0.000001,0.0000013",
      })
  void noTwoAreAlike(String values) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (String value : values.split(",", -1)) {
      rows.add(Arrays.asList("2024-01-0" + (rows.size() + 1), value, "0"));
    }
    List<Tag> charts =
        AnswerChart.of(
            new Grid(
                List.of(
                    new Grid.Heading("k", Grid.Kind.TEMPORAL),
                    new Grid.Heading("n", Grid.Kind.NUMBER),
                    new Grid.Heading("n_error95", Grid.Kind.NUMBER)),
                rows,
                false),
            LocalNumbers.of("en"));
    check(charts);
    Matcher picture = PICTURE.matcher(Html.document(charts.get(0)));
    while (picture.find()) {
      assertThat(labels(picture.group(4), ChartSize.DESK))
          .extracting(Label::text)
          .doesNotHaveDuplicates();
    }
  }
}
