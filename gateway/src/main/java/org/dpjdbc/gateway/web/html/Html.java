package org.dpjdbc.gateway.web.html;

/** A part of a page: an element or a text. */
public abstract sealed class Html permits Tag, PlainText {

  abstract void write(StringBuilder out);

  /** A text node, whatever characters it has. */
  public static Html text(String text) {
    return new PlainText(text);
  }

  /** The whole page. */
  public static String document(Tag root) {
    StringBuilder out = new StringBuilder("<!DOCTYPE html>\n");
    root.write(out);
    return out.append('\n').toString();
  }

  /** Escapes a string so that it cannot end the text or the attribute that contains it. */
  static void escape(String text, StringBuilder out) {
    text.codePoints()
        .forEach(
            point -> {
              switch (point) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(isShown(point) ? point : '\uFFFD');
              }
            });
  }

  /** HTML has no characters for control codes, halves of pairs and noncharacters. */
  private static boolean isShown(int point) {
    return point == '\n'
        || point == '\t'
        || point == '\r'
        || !(Character.isISOControl(point)
            || Character.getType(point) == Character.SURROGATE
            || (point & 0xFFFE) == 0xFFFE
            || (point >= 0xFDD0 && point <= 0xFDEF));
  }
}
