package org.dpjdbc.docs;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block of a page.
 *
 * @param place page and line, as a compiler writes them
 * @param language what stands after the fence; empty if nothing does
 * @param before the line above the fence
 * @param text what it holds
 */
record Block(String place, String language, String before, String text) {
  private static final Pattern MARK = Pattern.compile("<!-- ([a-z]+): (.+?) -->");
  private static final Set<String> SHELLS = Set.of("", "console", "sh", "bash");
  private static final String NONE = "none ";

  /** What the comment above the block says of it, as {@code refused DP-UNIT}; empty if nothing. */
  String mark() {
    Matcher mark = MARK.matcher(before);
    boolean own = mark.matches() && mark.group(1).equals(isForAShell() ? "console" : language);
    return own ? mark.group(2) : "";
  }

  /** Whether it may hold commands. */
  boolean isForAShell() {
    return SHELLS.contains(language);
  }

  /** Whether the block is not run, for a reason that its mark gives. */
  boolean isLeftOut() {
    return mark().startsWith(NONE) && mark().length() > NONE.length();
  }

  /** Its lines. */
  List<String> lines() {
    return text.lines().toList();
  }

  /** A problem in it. */
  String problem(String words) {
    return place + ": " + words.replaceAll("\\s+", " ");
  }

  /** A mark that nobody knows, or one without a reason. */
  String unknownMark() {
    return problem("nothing is known of the mark '%s'".formatted(mark().toLowerCase(Locale.ROOT)));
  }
}
