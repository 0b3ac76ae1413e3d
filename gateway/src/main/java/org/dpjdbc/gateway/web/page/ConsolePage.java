package org.dpjdbc.gateway.web.page;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.dpjdbc.gateway.web.ask.PolicyTable;
import org.dpjdbc.gateway.web.ask.WebOutcome;
import org.dpjdbc.gateway.web.html.Tag;

/** Where queries are written, explained and run. */
public final class ConsolePage {
  private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]*|[A-Z_][A-Z0-9_]*");

  private ConsolePage() {}

  /**
   * Its content.
   *
   * @param form a random name of this form: sent twice, it asks once
   * @param tables whose names are offered
   * @param query the initial SQL
   * @param outcome what became of it
   * @param download where its rows are as a file
   */
  public record Contents(
      String form,
      List<PolicyTable> tables,
      String query,
      Optional<WebOutcome> outcome,
      Optional<String> download) {}

  /** The page. */
  public static Tag of(Viewer viewer, Contents contents) {
    Tag answer =
        Tag.of("section")
            .with("id", "answer")
            .with("tabindex", "-1")
            .with("role", "region")
            .with("aria-live", "polite")
            .with("aria-label", "Answer");
    contents
        .outcome()
        .ifPresent(
            outcome -> answer.add(OutcomePart.of(outcome, contents.download(), viewer.numbers())));
    return Layout.page(
        viewer,
        "/console",
        "Console",
        Tag.of("div", Tag.of("div", form(viewer, contents), names(contents.tables())), answer)
            .with("class", "beside"));
  }

  private static Tag form(Viewer viewer, Contents contents) {
    Tag text =
        Tag.of("textarea", contents.query())
            .with("id", "query")
            .with("name", "query")
            .with("rows", "10")
            .with("cols", "40")
            .with("spellcheck", "false")
            .with("autocapitalize", "none")
            .with("autocomplete", "off")
            .with("aria-describedby", "help")
            .flag("required", true);
    return PageParts.form(viewer, "/console#answer")
        .add(
            PageParts.hidden("form", contents.form()),
            Tag.of("label", "Query").with("for", "query"),
            text,
            Tag.of("ul")
                .with("id", "choices")
                .with("role", "listbox")
                .with("aria-label", "Names")
                .flag("hidden", true),
            Tag.of("p").with("id", "told").with("class", "unseen").with("role", "status"),
            Tag.of("p", "Explain costs nothing and runs nothing. Run charges the budget.")
                .with("id", "help"),
            Tag.of("p", button("explain", "Explain"), button("run", "Run").with("class", "run"))
                .with("class", "buttons"));
  }

  private static Tag button(String value, String text) {
    return Tag.of("button", text).with("type", "submit").with("name", "do").with("value", value);
  }

  private static Tag names(List<PolicyTable> tables) {
    Tag list = Tag.of("dl").with("id", "names");
    for (PolicyTable table : tables) {
      list.add(Tag.of("dt", Tag.of("code", quoted(table.name()))));
      Tag columns = Tag.of("dd");
      table
          .columns()
          .forEach(column -> columns.add(Tag.of("code", quoted(column.name()))).add(" "));
      list.add(columns);
    }
    return Tag.of("details", Tag.of("summary", "Tables and columns"), list);
  }

  private static String quoted(String name) {
    return PLAIN.matcher(name).matches() ? name : '"' + name.replace("\"", "\"\"") + '"';
  }
}
