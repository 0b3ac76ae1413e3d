package org.dpjdbc.gateway.web.page;

import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.gateway.web.ask.PolicyTable;
import org.dpjdbc.gateway.web.html.Html;
import org.dpjdbc.gateway.web.html.Tag;

/** Says in words what may be asked. */
public final class PolicyPage {
  private PolicyPage() {}

  /** The page. */
  public static Tag of(Viewer viewer, List<PolicyTable> tables) {
    List<Html> parts = new ArrayList<>();
    parts.add(
        Tag.of(
            "p",
            "Private tables answer aggregates with noise: counts, sums, means and others. They never"
                + " return rows. Public tables answer everything, exactly and for free."));
    tables.forEach(table -> parts.add(section(table)));
    return Layout.page(viewer, "/policy", "Policy", parts.toArray(Html[]::new));
  }

  private static Tag section(PolicyTable table) {
    String name = table.schema() + "." + table.name();
    Tag section = Tag.of("section", Tag.of("h2", name));
    section.add(Tag.of("p", sentence(table)));
    if (!table.keys().isEmpty()) {
      section.add(Tag.of("p", "Primary key: " + String.join(", ", table.keys())));
    }
    table.references().forEach(each -> section.add(Tag.of("p", "Foreign key: " + each)));
    List<Tag> rows =
        table.columns().stream()
            .map(
                column ->
                    Tag.of(
                        "tr",
                        Parts.name(column.name()),
                        Parts.cell(column.type()),
                        Parts.cell(words(column))))
            .toList();
    return section.add(
        Parts.table("Columns of " + name, List.of("Column", "Type", "What it is"), rows));
  }

  private static String sentence(PolicyTable table) {
    if (!table.isPrivate()) {
      return "A public table: its rows may be asked for.";
    }
    List<String> units =
        table.columns().stream()
            .filter(column -> column.privacy().startsWith("privacy unit"))
            .map(PolicyTable.PolicyColumn::name)
            .toList();
    return units.isEmpty()
        ? "A private table."
        : "A private table. Whom a row belongs to stands in " + String.join(", ", units) + ".";
  }

  private static String words(PolicyTable.PolicyColumn column) {
    List<String> words = new ArrayList<>();
    if (column.privacy().startsWith("privacy unit")) {
      words.add("says whom a row belongs to (" + column.privacy() + ")");
    }
    if (column.lower().isPresent() || column.upper().isPresent()) {
      words.add(
          "counts from %s to %s; what is outside is moved to the nearer end"
              .formatted(bound(column.lower().orElse("")), bound(column.upper().orElse(""))));
    }
    column.step().ifPresent(step -> words.add("in steps of " + step));
    column
        .values()
        .ifPresent(values -> words.add("public keys, all of which are listed: " + values));
    column
        .flipped()
        .ifPresent(share -> words.add("answers were randomized with probability " + share));
    return String.join("; ", words);
  }

  private static String bound(String text) {
    return text.isEmpty() ? "any" : text.equals("auto") ? "what each query finds out" : text;
  }
}
