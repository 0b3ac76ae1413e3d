package org.dpjdbc.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether what a page links to in this repository is there. */
final class Links {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("`[^`]*`");
  private static final Pattern HEADING = Pattern.compile("#+ +(.+)");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

  private Links() {}

  static List<String> problems(Page page, Path root) throws IOException {
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < page.prose().size(); i++) {
      Matcher links = LINK.matcher(CODE.matcher(page.prose().get(i)).replaceAll(""));
      while (links.find()) {
        String link = links.group(1);
        if (!ELSEWHERE.matcher(link).matches() && !resolves(page, root, link)) {
          problems.add(page.name() + ":" + (i + 1) + ": nothing is at " + link);
        }
      }
    }
    return problems;
  }

  private static boolean resolves(Page page, Path root, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target =
        parts[0].isEmpty() ? page.file() : page.file().resolveSibling(parts[0]).normalize();
    if (!target.startsWith(root) || !Files.exists(target)) {
      return false;
    }
    return parts.length == 1 || anchors(Page.read(root, target)).contains(parts[1]);
  }

  /** The anchors of a page's headings, as GitHub makes them. */
  private static List<String> anchors(Page page) {
    List<String> anchors = new ArrayList<>();
    for (String line : page.prose()) {
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        String anchor = anchor(heading.group(1));
        long before = anchors.stream().filter(each -> each.matches(anchor + "(-\\d+)?")).count();
        anchors.add(before == 0 ? anchor : anchor + "-" + before);
      }
    }
    return anchors;
  }

  private static String anchor(String heading) {
    return heading
        .strip()
        .toLowerCase(Locale.ROOT)
        .replaceAll("\\[([^]]*)\\]\\([^)]*\\)", "$1")
        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
        .replace(' ', '-');
  }
}
