package org.dpjdbc.gateway.web;

/** Cookies that only this site can set, and that no script and no other site's request gets. */
final class WebCookies {
  static final String SESSION = "__Host-dpjdbc";
  static final String LOGIN = "__Host-dpjdbc-login";
  private static final String FLAGS = "; Path=/; Secure; HttpOnly; SameSite=Strict";

  private WebCookies() {}

  static WebReply set(WebReply reply, String name, String value) {
    return reply.with("Set-Cookie", name + "=" + value + FLAGS);
  }

  static WebReply remove(WebReply reply, String name) {
    return reply.with("Set-Cookie", name + "=" + FLAGS + "; Max-Age=0");
  }
}
