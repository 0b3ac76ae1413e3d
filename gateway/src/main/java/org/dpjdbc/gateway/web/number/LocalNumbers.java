package org.dpjdbc.gateway.web.number;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes numbers in the form of a reader's language: its separators and units, with the digits 0 to
 * 9, which SQL has as well. Not thread-safe.
 */
public final class LocalNumbers {
  private static final int DIGITS = 8;
  private static final int DELTA_DIGITS = 3;
  private static final int ERROR_DIGITS = 3;

  /** Below 10,000 a number may be a year. */
  private static final int YEAR_DIGITS = 4;

  /** Longer numbers are shown as they came: to write them out may take any time and space. */
  private static final int LONGEST = 40;

  /** The longest label of an axis that is written out in full. */
  private static final int LONGEST_LABEL = 11;

  /** From so many digits on, labels have an exponent. */
  private static final int MOST_LABEL_DIGITS = 16;

  /** With more digits after the point they have one as well. */
  private static final int MOST_DECIMALS = 6;

  private static final int UNIT_DECIMALS = 3;
  private static final int LONGEST_HEADER = 100;

  /** No others: the JDK caches data about each locale that it is asked for, without limit. */
  private static final Set<Locale> KNOWN =
      Arrays.stream(Locale.getAvailableLocales())
          .filter(each -> !each.getLanguage().isEmpty())
          .filter(each -> each.getScript().isEmpty() && each.getVariant().isEmpty())
          .map(Locale::stripExtensions)
          .collect(Collectors.toUnmodifiableSet());

  private final Locale locale;
  private final DecimalFormatSymbols symbols;

  private LocalNumbers(Locale known) {
    this.locale =
        new Locale.Builder().setLocale(known).setUnicodeLocaleKeyword("nu", "latn").build();
    this.symbols = DecimalFormatSymbols.getInstance(locale);
  }

  /**
   * The form of the language that a browser asks for first.
   *
   * @param header {@code Accept-Language}, or nothing; English if it begins with no known language
   */
  public static LocalNumbers of(String header) {
    String first = header.length() > LONGEST_HEADER ? "" : header;
    Locale asked = Locale.forLanguageTag(first.split("[,;]", 2)[0].strip());
    return new LocalNumbers(
        Stream.of(
                new Locale(asked.getLanguage(), asked.getCountry()),
                new Locale(asked.getLanguage()))
            .filter(KNOWN::contains)
            .findFirst()
            .orElse(Locale.ENGLISH));
  }

  /** Of which there are no more than the JDK knows, whatever browsers ask for. */
  Locale locale() {
    return locale;
  }

  /** A number of the budget, as short as it can be said. */
  public String plain(BigDecimal number) {
    if (isLong(number)) {
      return number.toString();
    }
    BigDecimal rounded =
        number.precision() - number.scale() > DIGITS
            ? number.setScale(0, RoundingMode.HALF_UP)
            : number.round(new MathContext(DIGITS));
    return written(rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros(), true);
  }

  /** A delta. */
  public String small(double number) {
    return number == 0 ? "0" : String.format(locale, "%." + DELTA_DIGITS + "g", number);
  }

  /** A count of rows. */
  public String count(long number) {
    return written(BigDecimal.valueOf(number), true);
  }

  /** A number with noise: no more digits than its error leaves a meaning to, and no fewer. */
  public String noisy(String text, @Nullable String error) {
    return number(
        text,
        exact -> {
          Optional<BigDecimal> half = error == null ? Optional.empty() : read(error);
          if (half.isEmpty()) {
            return plain(exact);
          }
          int decimals = Math.max(0, half.get().round(new MathContext(ERROR_DIGITS)).scale());
          boolean isMeant = half.get().signum() != 0 && decimals <= MOST_DECIMALS;
          return isMeant && exact.scale() > 0
              ? written(exact.setScale(decimals, RoundingMode.HALF_EVEN), true)
              : plain(exact);
        });
  }

  /** A number without noise, all of whose digits are shown; years have no separators. */
  public String exact(String text) {
    return number(
        text, number -> written(number, number.precision() - number.scale() > YEAR_DIGITS));
  }

  private static String number(String text, Function<BigDecimal, String> form) {
    return read(text).map(form).orElse(text);
  }

  /** Empty for what is infinite or no number, and for what is long. */
  private static Optional<BigDecimal> read(String text) {
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    try {
      return Optional.of(new BigDecimal(text)).filter(number -> !isLong(number));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static boolean isLong(BigDecimal number) {
    return number.precision() > LONGEST || Math.abs((long) number.scale()) > LONGEST;
  }

  private String written(BigDecimal number, boolean isGrouped) {
    DecimalFormat format = new DecimalFormat("#,##0", symbols);
    format.setGroupingUsed(isGrouped);
    int decimals = Math.max(0, number.scale());
    format.setMinimumFractionDigits(decimals);
    format.setMaximumFractionDigits(decimals);
    return format.format(number);
  }

  /**
   * Labels of the ticks of an axis, each of which says its number exactly.
   *
   * @param isGrouped whether they have separators below 10,000: years have none
   */
  public List<String> labels(List<BigDecimal> ticks, boolean isGrouped) {
    int digits = 1;
    int decimals = 0;
    for (BigDecimal tick : ticks) {
      BigDecimal short_ = tick.stripTrailingZeros();
      if (short_.signum() != 0) {
        digits = Math.max(digits, short_.precision() - short_.scale());
        decimals = Math.max(decimals, short_.scale());
      }
    }
    if (digits > MOST_LABEL_DIGITS || decimals > MOST_DECIMALS) {
      return ticks.stream().map(this::scientific).toList();
    }
    int shown = decimals;
    boolean hasSeparators = isGrouped || digits > YEAR_DIGITS;
    List<String> full =
        ticks.stream()
            .map(tick -> written(tick.setScale(shown, RoundingMode.UNNECESSARY), hasSeparators))
            .toList();
    return full.stream().allMatch(label -> label.length() <= LONGEST_LABEL)
        ? full
        : withUnits(ticks).orElse(full);
  }

  /** With units such as {@code B} for a billion, if each says its number exactly. */
  private Optional<List<String>> withUnits(List<BigDecimal> ticks) {
    NumberFormat format = NumberFormat.getCompactNumberInstance(locale, NumberFormat.Style.SHORT);
    format.setMaximumFractionDigits(UNIT_DECIMALS);
    List<String> labels = new ArrayList<>();
    for (BigDecimal tick : ticks) {
      String label = format.format(tick);
      Number read = format.parse(label, new ParsePosition(0));
      if (read == null || new BigDecimal(read.toString()).compareTo(tick) != 0) {
        return Optional.empty();
      }
      labels.add(label);
    }
    return Optional.of(labels);
  }

  private String scientific(BigDecimal number) {
    if (number.signum() == 0) {
      return "0";
    }
    BigDecimal short_ = number.stripTrailingZeros();
    DecimalFormat format = new DecimalFormat("0E0", symbols);
    format.setMaximumFractionDigits(Math.max(0, short_.precision() - 1));
    return format.format(short_);
  }
}
