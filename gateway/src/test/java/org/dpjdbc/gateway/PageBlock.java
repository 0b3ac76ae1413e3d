package org.dpjdbc.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block of a page of the manual.
 *
 * @param mark what the comment above it says, as {@code file: rides.sql}; empty if there is none
 * @param language what stands after the fence; empty if nothing does
 * @param text what it holds
 */
record PageBlock(String mark, String language, String text) {
  private static final Path MANUAL = Path.of("../docs");
  private static final Pattern BLOCK =
      Pattern.compile("(?m)(?:^<!-- (.+) -->\n)?^```(\\w*)\n(?s:(.*?))^```$");

  /** The blocks of a page, in its order. */
  static List<PageBlock> of(String page) throws IOException {
    List<PageBlock> blocks = new ArrayList<>();
    Matcher block = BLOCK.matcher(Files.readString(MANUAL.resolve(page)));
    while (block.find()) {
      String mark = Optional.ofNullable(block.group(1)).orElse("");
      blocks.add(new PageBlock(mark, block.group(2), block.group(3)));
    }
    return blocks;
  }

  /** What its mark has after a word, as the name of a file. */
  Optional<String> marked(String word) {
    String start = word + ": ";
    return mark.startsWith(start) ? Optional.of(mark.substring(start.length())) : Optional.empty();
  }
}
