package org.dpjdbc.gateway.web.page;

import java.util.Optional;
import java.util.TreeSet;
import org.dpjdbc.gateway.web.html.Html;
import org.dpjdbc.gateway.web.html.Tag;

/** What all pages have around what they show. */
final class Layout {
  private Layout() {}

  /** A page of a user who is logged in. */
  static Tag page(Viewer viewer, String path, String title, Html... content) {
    return document(title, Optional.of(header(viewer, path)), content);
  }

  /** A page of a user who is not. */
  static Tag page(String title, Html... content) {
    return document(title, Optional.empty(), content);
  }

  private static Tag document(String title, Optional<Tag> header, Html... content) {
    Tag main =
        Tag.of("main", Tag.of("h1", title)).add(content).with("id", "main").with("tabindex", "-1");
    Tag body = Tag.of("body");
    header.ifPresent(
        head ->
            body.add(
                Tag.of("a", "Skip to the content").with("class", "skip").with("href", "#main"),
                head));
    return Tag.of(
            "html",
            Tag.of(
                "head",
                Tag.of("meta").with("charset", "utf-8"),
                Tag.of("title", title + " – dp-jdbc gateway"),
                Tag.of("meta")
                    .with("name", "viewport")
                    .with("content", "width=device-width, initial-scale=1"),
                Tag.of("meta").with("name", "color-scheme").with("content", "light dark"),
                Tag.of("link")
                    .with("rel", "icon")
                    .with("type", "image/svg+xml")
                    .with("href", "/icon.svg"),
                Tag.of("link").with("rel", "stylesheet").with("href", "/style.css"),
                Tag.of("script").with("src", "/console.js").flag("defer", true)),
            body.add(main))
        .with("lang", "en");
  }

  private static Tag header(Viewer viewer, String path) {
    Tag list = Tag.of("ul");
    list.add(
        item(viewer, path, "/budget", "Budget"),
        item(viewer, path, "/policy", "Policy"),
        item(viewer, path, "/console", "Console"),
        item(viewer, path, "/history", "History"));
    if (viewer.user().isOwner()) {
      list.add(item(viewer, path, "/owner", "Owner"));
    }
    return Tag.of(
        "header",
        Tag.of("nav", list).with("aria-label", "Pages"),
        databases(viewer, path),
        PageParts.form(viewer, "/logout")
            .add(
                Tag.of("span", viewer.user().name()).with("class", "user"),
                Tag.of("button", "Log out").with("type", "submit")));
  }

  private static Tag item(Viewer viewer, String path, String to, String text) {
    Tag link = PageParts.link(viewer.link(to), text);
    return Tag.of("li", path.equals(to) ? link.with("aria-current", "page") : link);
  }

  private static Tag databases(Viewer viewer, String path) {
    Tag list = Tag.of("ul");
    for (String each : new TreeSet<>(viewer.user().databases())) {
      Tag link = PageParts.link(Viewer.link(path, each), each);
      list.add(
          Tag.of("li", each.equals(viewer.database()) ? link.with("aria-current", "true") : link));
    }
    return Tag.of("nav", list).with("aria-label", "Databases");
  }
}
