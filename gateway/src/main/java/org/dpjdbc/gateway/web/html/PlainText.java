package org.dpjdbc.gateway.web.html;

/** A text node, which is escaped when it is written. */
final class PlainText extends Html {
  private final String text;

  PlainText(String text) {
    this.text = text;
  }

  @Override
  void write(StringBuilder out) {
    escape(text, out);
  }
}
