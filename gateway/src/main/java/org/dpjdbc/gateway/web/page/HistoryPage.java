package org.dpjdbc.gateway.web.page;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.dpjdbc.gateway.web.ask.ChargedQuery;
import org.dpjdbc.gateway.web.html.Html;
import org.dpjdbc.gateway.web.html.Tag;

/** Shows what the user's analyst was charged for, the newest first. */
public final class HistoryPage {
  private static final int MOST = 200;

  private HistoryPage() {}

  /** The page. */
  public static Tag of(Viewer viewer, List<ChargedQuery> past) {
    if (past.isEmpty()) {
      return Layout.page(viewer, "/history", "History", Tag.of("p", "Nothing was charged yet."));
    }
    List<ChargedQuery> newest = new ArrayList<>(past);
    Collections.reverse(newest);
    List<List<Tag>> rows = newest.stream().limit(MOST).map(each -> row(viewer, each)).toList();
    List<Html> parts = new ArrayList<>();
    parts.add(
        Tag.of(
            "p",
            "A repeated query returns the same answer for free, as long as the policy keeps"
                + " answers. The console shows the cost before it runs a query."));
    if (past.size() > MOST) {
      parts.add(
          Tag.of(
              "p",
              "The last %s of %s."
                  .formatted(viewer.numbers().count(MOST), viewer.numbers().count(past.size()))));
    }
    parts.add(
        PageParts.cards(
            "Queries",
            List.of(
                PageParts.Column.words("Time (UTC)"),
                PageParts.Column.number("Epsilon"),
                PageParts.Column.number("Delta"),
                PageParts.Column.words("Query"),
                PageParts.Column.words("Again")),
            rows));
    return Layout.page(viewer, "/history", "History", parts.toArray(Html[]::new));
  }

  private static List<Tag> row(Viewer viewer, ChargedQuery past) {
    Tag again =
        PageParts.link(viewer.link("/console") + "&number=" + past.number(), "Run again")
            .with("aria-label", "Run again: query " + past.number());
    return List.of(
        PageParts.name(past.at().truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' ')),
        PageParts.cell(viewer.numbers().plain(past.epsilon())),
        PageParts.cell(viewer.numbers().small(past.delta())),
        PageParts.cell(Tag.of("code", past.query())),
        PageParts.cell(again));
  }
}
