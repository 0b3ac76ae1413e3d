package org.dpjdbc.gateway.web.page;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.gateway.web.ask.ChargedQuery;
import org.dpjdbc.gateway.web.html.Html;
import org.dpjdbc.gateway.web.html.Tag;

/** Shows what the user's analyst was charged for, the newest first. */
public final class HistoryPage {
  /** Charges that are shown at once. */
  public static final int MOST = 200;

  private HistoryPage() {}

  /**
   * The page.
   *
   * @param past the newest first; a page of {@link #MOST} of them may have more behind it
   */
  public static Tag of(Viewer viewer, List<ChargedQuery> past) {
    if (past.isEmpty()) {
      return Layout.page(viewer, "/history", "History", Tag.of("p", "There are no charges."));
    }
    List<List<Tag>> rows = past.stream().map(each -> row(viewer, each)).toList();
    List<Html> parts = new ArrayList<>();
    parts.add(
        Tag.of(
            "p",
            "A repeated query returns the same answer for free, as long as the policy keeps"
                + " answers. The console shows the cost before it runs a query."));
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
    if (past.size() == MOST) {
      long last = past.get(MOST - 1).number();
      parts.add(
          Tag.of("p", PageParts.link(viewer.link("/history") + "&before=" + last, "Older ones")));
    }
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
