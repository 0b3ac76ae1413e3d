package org.dpjdbc.gateway.web.chart;

import java.util.Locale;

/**
 * Each chart is drawn for a desk and for a phone, because a picture that shrinks makes its labels
 * too small to read. The style sheet shows one of the two, and has the same sizes of letters.
 */
enum ChartSize {
  DESK(640, 280, 13),
  PHONE(360, 280, 14);

  private final double width;
  private final double height;
  private final double letter;

  ChartSize(double width, double height, double letter) {
    this.width = width;
    this.height = height;
    this.letter = letter;
  }

  double width() {
    return width;
  }

  /** Of a chart whose height does not depend on what is drawn. */
  double height() {
    return height;
  }

  /** The name that the style sheet has for it. */
  String style() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The maximum width of a string: fonts differ, and those of the reader are not known. */
  double of(String text) {
    return letter * text.codePoints().mapToDouble(ChartSize::share).sum();
  }

  /** The string, or a prefix if it is too wide. */
  String cut(String text, double most) {
    if (of(text) <= most) {
      return text;
    }
    StringBuilder begun = new StringBuilder();
    double left = most - of("…");
    for (int point : text.codePoints().toArray()) {
      left -= letter * share(point);
      if (left < 0) {
        break;
      }
      begun.appendCodePoint(point);
    }
    return begun.append('…').toString();
  }

  /** The share of a letter's height, in fonts as wide as DejaVu Sans. */
  private static double share(int point) {
    if (" .,:;'’|!()[]il\u00A0\u202F".indexOf(point) >= 0) {
      return 0.42;
    }
    if (point > '~') {
      return 1.05;
    }
    if ("mwMW@%".indexOf(point) >= 0) {
      return 1;
    }
    return Character.isUpperCase(point) || point == '+' || point == '-' ? 0.85 : 0.66;
  }
}
