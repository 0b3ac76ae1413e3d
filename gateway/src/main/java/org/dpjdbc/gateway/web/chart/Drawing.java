package org.dpjdbc.gateway.web.chart;

import org.dpjdbc.gateway.web.html.Tag;

/** What charts are drawn with. */
final class Drawing {
  static final double WIDTH = 640;
  private static final double CAP = 4;

  private Drawing() {}

  /** A picture, which says in a sentence what it shows. */
  static Tag picture(double height, String said) {
    return Tag.of("svg")
        .with("viewBox", "0 0 %s %s".formatted(Axis.text(WIDTH), Axis.text(height)))
        .with("role", "img")
        .with("focusable", "false")
        .with("aria-label", said)
        .with("class", "chart");
  }

  static Tag line(String style, double x1, double y1, double x2, double y2) {
    return Tag.of("line")
        .with("class", style)
        .with("x1", Axis.text(x1))
        .with("y1", Axis.text(y1))
        .with("x2", Axis.text(x2))
        .with("y2", Axis.text(y2));
  }

  static Tag box(String style, double x, double y, double width, double height) {
    return Tag.of("rect")
        .with("class", style)
        .with("x", Axis.text(x))
        .with("y", Axis.text(y))
        .with("width", Axis.text(Math.max(0, width)))
        .with("height", Axis.text(Math.max(0, height)));
  }

  static Tag words(String anchor, double x, double y, String words) {
    return Tag.of("text", words)
        .with("text-anchor", anchor)
        .with("x", Axis.text(x))
        .with("y", Axis.text(y));
  }

  /** An interval, with its two ends. */
  static Tag interval(boolean isUpright, double at, double from, double to) {
    return isUpright
        ? Tag.of(
                "g",
                line("error", at, from, at, to),
                line("error", at - CAP, from, at + CAP, from),
                line("error", at - CAP, to, at + CAP, to))
            .with("class", "interval")
        : Tag.of(
                "g",
                line("error", from, at, to, at),
                line("error", from, at - CAP, from, at + CAP),
                line("error", to, at - CAP, to, at + CAP))
            .with("class", "interval");
  }

  static String cut(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }
}
