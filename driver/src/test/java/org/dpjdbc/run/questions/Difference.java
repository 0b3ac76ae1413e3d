package org.dpjdbc.run.questions;

import java.math.BigDecimal;
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

  /** A column has another type than in the database; its values are the same. */
  record OtherType(String column) implements Difference {}

  /** Texts are ordered by their bytes, and not by the rules of a language. */
  record OrderOfStrings() implements Difference {}

  /** A sum over nobody is 0, and not NULL. */
  record ZeroForNoPerson(String column) implements Difference {}

  /**
   * What is written: {@code empty groups where COLUMN}, {@code COLUMN is within NUMBER}, {@code
   * COLUMN is 0 for nobody}, {@code COLUMN has another type}, {@code order of texts}.
   */
  static Difference parse(String text) {
    Matcher empty = Pattern.compile("empty groups where (.+)").matcher(text);
    if (empty.matches()) {
      return new EmptyGroups(empty.group(1));
    }
    Matcher near = Pattern.compile("(.+) is within ([\\d.]+)").matcher(text);
    if (near.matches()) {
      return new Near(near.group(1), new BigDecimal(near.group(2)));
    }
    Matcher nobody = Pattern.compile("(.+) is 0 for nobody").matcher(text);
    if (nobody.matches()) {
      return new ZeroForNoPerson(nobody.group(1));
    }
    Matcher type = Pattern.compile("(.+) has another type").matcher(text);
    if (type.matches()) {
      return new OtherType(type.group(1));
    }
    if (text.equals("order of texts")) {
      return new OrderOfStrings();
    }
    throw new IllegalArgumentException(text);
  }
}
