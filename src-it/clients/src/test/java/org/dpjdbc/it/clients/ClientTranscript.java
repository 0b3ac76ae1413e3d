package org.dpjdbc.it.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dpjdbc.backends.TestBackend;

/** A session as a client tells it, for the page on that client. */
final class ClientTranscript {
  private static final Pattern SESSION = Pattern.compile("(?s)(<!-- session -->\n```\n)(.*?)```");

  private final StringBuilder text = new StringBuilder();

  /** What a client does, and gives. */
  @FunctionalInterface
  interface Asked {
    /** The answer, line by line. */
    List<String> rows() throws Exception;
  }

  /**
   * Asks, and writes down the answer, or what the client makes of the refusal.
   *
   * @param what as somebody who uses the client has written it
   */
  void ask(String what, Asked asked) {
    text.append("> ").append(what.replace("\n", "\n  ")).append('\n');
    try {
      asked.rows().forEach(row -> text.append(row).append('\n'));
    } catch (Exception e) {
      text.append(refusal(e)).append('\n');
    }
  }

  /** Writes down what a client has said of itself. */
  void say(String output) {
    output.strip().lines().forEach(line -> text.append(line.stripTrailing()).append('\n'));
  }

  /** What is told: the client's exception, and the driver's within it. */
  private static String refusal(Exception e) {
    SQLException root = Refused.root(e);
    String outer = root == e ? "" : e.getClass().getSimpleName() + ": ";
    return "%s%s [%s]: %s"
        .formatted(outer, root.getClass().getSimpleName(), root.getSQLState(), root.getMessage());
  }

  /**
   * Compares with the page on a client, which shows the session with H2; with {@code
   * -Dpages.write=true} writes it there.
   */
  void isOn(String page, TestBackend kind, Shop shop) throws IOException {
    if (!Shop.isH2(kind)) {
      return;
    }
    Path path = Path.of(System.getProperty("basedir"), "..", "..", "docs", "clients", page + ".md");
    String session = shop.anonymous(text.toString());
    String written = Files.readString(path, UTF_8);
    Matcher block = SESSION.matcher(written);
    assertThat(block.find()).as("a session on %s", path).isTrue();
    if (Boolean.getBoolean("pages.write")) {
      Files.writeString(
          path,
          block.replaceFirst(Matcher.quoteReplacement(block.group(1) + session + "```")),
          UTF_8);
    } else {
      assertThat(block.group(2)).as("the session on %s", path).isEqualTo(session);
    }
  }
}
