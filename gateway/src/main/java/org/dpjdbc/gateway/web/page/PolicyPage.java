package org.dpjdbc.gateway.web.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.dpjdbc.gateway.web.ask.PolicyTable;
import org.dpjdbc.gateway.web.html.Html;
import org.dpjdbc.gateway.web.html.Tag;

/** Says in words what may be asked. */
public final class PolicyPage {
  /** What the policy leaves to each query. */
  private static final String AUTO = "auto";

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
    if (!units(table).isEmpty() || table.limits().rows().isPresent()) {
      section.add(Tag.of("p", limits(table)));
    }
    if (!table.keys().isEmpty()) {
      section.add(Tag.of("p", "Primary key: " + String.join(", ", table.keys())));
    }
    table.references().forEach(each -> section.add(Tag.of("p", "Foreign key: " + each)));
    return section.add(
        PageParts.table(
            "Columns of " + name,
            Stream.of("Column", "Type", "Meaning").map(PageParts.Column::words).toList(),
            table.columns().stream()
                .map(
                    column ->
                        List.of(
                            PageParts.name(column.name()),
                            PageParts.cell(column.type()),
                            PageParts.cell(words(column))))
                .toList()));
  }

  private static String sentence(PolicyTable table) {
    if (!table.isPrivate()) {
      return "A public table: its rows can be queried.";
    }
    List<String> units = units(table);
    return units.isEmpty()
        ? "A private table."
        : "A private table. Its privacy unit is " + String.join(", ", units) + ".";
  }

  private static List<String> units(PolicyTable table) {
    return table.columns().stream()
        .filter(column -> column.privacy().startsWith("privacy unit"))
        .map(PolicyTable.PolicyColumn::name)
        .toList();
  }

  /** How much of one person counts, and what that means for an answer. */
  private static String limits(PolicyTable table) {
    Optional<String> rows = table.limits().rows();
    Optional<String> groups = table.limits().groups();
    if (rows.isEmpty() && units(table).equals(table.keys())) {
      return "max_rows_contributed is not set, because each person has one row.";
    } else if (rows.isEmpty()) {
      return "max_rows_contributed is not set. If a person may have several rows, the query must"
          + " set it: OPTIONS (max_rows_contributed = n).";
    }
    if (rows.get().equals(AUTO)) {
      return "max_rows_contributed: auto. Each count and sum chooses privately, with part of its"
          + " epsilon, how many rows of one person count.";
    }
    String head = "max_rows_contributed: " + rows.get() + ". ";
    return groups.isEmpty()
        ? head
            + "This is how many rows of one person count in a query, over all groups together."
            + " Rows of a person with more get less weight."
        : head
            + "This is how many rows of one person count in each group. Over all groups, a person"
            + " counts for at most %s groups (max_groups_contributed).".formatted(groups.get());
  }

  private static String words(PolicyTable.PolicyColumn column) {
    List<String> words = new ArrayList<>();
    if (column.privacy().startsWith("privacy unit")) {
      words.add("identifies the person (" + column.privacy() + ")");
    }
    if (column.lower().isPresent() || column.upper().isPresent()) {
      words.add(
          "is clamped to the range from %s to %s"
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
    return text.isEmpty() ? "any" : text.equals(AUTO) ? "a bound that each query chooses" : text;
  }
}
