package org.dpjdbc.it.questions;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where an answer without noise differs from the database's own by design. */
public sealed interface Difference {
  /** Groups of public keys that nobody is in are listed, too: in those the column is 0 or NULL. */
  record EmptyGroups(String column) implements Difference {}

  /**
   * A quantile is a value near the one of the rank.
   *
   * @param column its label
   * @param by how far it may be off: a number, or days
   */
  record Near(String column, BigDecimal by) implements Difference {}

  /** What is written: {@code empty groups where COLUMN}, {@code COLUMN is within NUMBER}. */
  static Difference parse(String text) {
    Matcher empty = Pattern.compile("empty groups where (.+)").matcher(text);
    if (empty.matches()) {
      return new EmptyGroups(empty.group(1));
    }
    Matcher near = Pattern.compile("(.+) is within ([\\d.]+)").matcher(text);
    if (near.matches()) {
      return new Near(near.group(1), new BigDecimal(near.group(2)));
    }
    throw new IllegalArgumentException(text);
  }

  /** The labels of the columns that only need to be near. */
  static List<Near> near(List<Difference> all) {
    return all.stream().filter(Near.class::isInstance).map(Near.class::cast).toList();
  }
}
