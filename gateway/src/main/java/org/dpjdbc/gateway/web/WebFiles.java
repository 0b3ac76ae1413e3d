package org.dpjdbc.gateway.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** The style sheet, the script and the icon, which are the same for everybody. */
final class WebFiles {
  private final Map<String, WebReply> files =
      Map.of(
          "/style.css", file("style.css", "text/css; charset=utf-8"),
          "/console.js", file("console.js", "text/javascript; charset=utf-8"),
          "/icon.svg", file("icon.svg", "image/svg+xml"));

  private static WebReply file(String name, String type) {
    try (InputStream in = WebFiles.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + name);
      }
      return WebReply.of(WebReply.OK, type, new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .with("Cache-Control", "max-age=600");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Optional<WebReply> find(String path) {
    return Optional.ofNullable(files.get(path));
  }
}
