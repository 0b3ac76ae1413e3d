package org.dpjdbc.gateway.web;

import java.util.List;
import org.eclipse.jetty.http.HttpFields;

/** The headers of every answer, as OWASP's list of secure headers has them. */
final class SecureHeaders {
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self';"
          + " base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script';"
          + " trusted-types 'none'";

  private static final List<WebReply.Header> ALL =
      List.of(
          new WebReply.Header("Content-Security-Policy", POLICY),
          new WebReply.Header("Strict-Transport-Security", "max-age=31536000"),
          new WebReply.Header("X-Content-Type-Options", "nosniff"),
          new WebReply.Header("X-Frame-Options", "DENY"),
          new WebReply.Header("X-Permitted-Cross-Domain-Policies", "none"),
          // With no-referrer a browser would hide the origin of this site's own forms.
          new WebReply.Header("Referrer-Policy", "same-origin"),
          new WebReply.Header("Cross-Origin-Opener-Policy", "same-origin"),
          new WebReply.Header("Cross-Origin-Embedder-Policy", "require-corp"),
          new WebReply.Header("Cross-Origin-Resource-Policy", "same-origin"),
          new WebReply.Header("X-DNS-Prefetch-Control", "off"),
          new WebReply.Header(
              "Permissions-Policy",
              "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"));

  private SecureHeaders() {}

  static void set(HttpFields.Mutable headers) {
    ALL.forEach(header -> headers.put(header.name(), header.value()));
  }
}
