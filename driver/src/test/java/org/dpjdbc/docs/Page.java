package org.dpjdbc.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A page of the manual.
 *
 * @param file where it is
 * @param name its path in the repository
 * @param lines of the file
 * @param prose its lines, those of blocks left empty
 * @param blocks its fenced blocks
 */
record Page(Path file, String name, List<String> lines, List<String> prose, List<Block> blocks) {
  private static final String FENCE = "```";

  static Page read(Path root, Path file) throws IOException {
    String name = root.relativize(file).toString();
    List<String> lines = Files.readAllLines(file);
    List<String> prose = new ArrayList<>();
    List<Block> blocks = new ArrayList<>();
    int opened = -1;
    for (int i = 0; i < lines.size(); i++) {
      boolean fence = lines.get(i).strip().startsWith(FENCE);
      if (fence && opened >= 0) {
        blocks.add(block(name, lines, opened, i));
        opened = -1;
      } else if (fence) {
        opened = i;
      }
      prose.add(fence || opened >= 0 ? "" : lines.get(i));
    }
    if (opened >= 0) {
      throw new IOException(name + ":" + (opened + 1) + ": the block is never closed");
    }
    return new Page(file, name, lines, prose, blocks);
  }

  private static Block block(String name, List<String> lines, int from, int to) {
    return new Block(
        name + ":" + (from + 1),
        lines.get(from).strip().substring(FENCE.length()).toLowerCase(Locale.ROOT),
        from == 0 ? "" : lines.get(from - 1).strip(),
        String.join("\n", lines.subList(from + 1, to)).stripIndent());
  }

  /** Whether another test runs its SQL and commands, as a comment says. */
  boolean hasTestOfItsOwn() {
    return lines.stream().anyMatch(line -> line.startsWith("<!-- page: run by "));
  }

  /** Its blocks in some language. */
  List<Block> in(String language) {
    return blocks.stream().filter(block -> block.language().equals(language)).toList();
  }
}
