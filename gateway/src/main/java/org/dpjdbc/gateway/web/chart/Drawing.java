package org.dpjdbc.gateway.web.chart;

import java.util.List;
import org.dpjdbc.gateway.web.html.Tag;

/** What charts are drawn with. */
final class Drawing {
  /** From a line of text to its baseline, and around it. */
  static final double BASELINE = 5;

  private static final double CAP = 4;

  private Drawing() {}

  /** A picture, which says in a sentence what it shows. */
  static Tag picture(ChartSize size, double height, String said) {
    return picture(size.width(), height, said).with("class", "chart " + size.style());
  }

  /** The same for all screens, which has no labels. */
  static Tag picture(double width, double height, String said) {
    return Tag.of("svg")
        .with("viewBox", "0 0 %s %s".formatted(Axis.text(width), Axis.text(height)))
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

  static Tag path(String style, String steps) {
    return Tag.of("path").with("class", style).with("d", steps);
  }

  /** Adds the ticks of an axis that goes up, with lines from its place to the right. */
  static void grid(Tag picture, List<Tick> ticks, double left, double right) {
    for (Tick tick : ticks) {
      picture.add(
          line("grid", left, tick.place(), right, tick.place()),
          words("end", left - BASELINE, tick.place() + BASELINE, tick.label()));
    }
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
}
