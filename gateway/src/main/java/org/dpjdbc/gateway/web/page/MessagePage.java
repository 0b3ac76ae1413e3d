package org.dpjdbc.gateway.web.page;

import java.util.Optional;
import org.dpjdbc.gateway.web.html.Tag;

/** Says why there is no other page. */
public final class MessagePage {
  private MessagePage() {}

  /** The page. */
  public static Tag of(Optional<Viewer> viewer, String title, String text) {
    Tag words = Tag.of("p", text).with("role", "alert");
    return viewer
        .map(who -> Layout.page(who, "/budget", title, words))
        .orElseGet(
            () -> Layout.page(title, words, Tag.of("p", PageParts.link("/", "To the first page"))));
  }
}
