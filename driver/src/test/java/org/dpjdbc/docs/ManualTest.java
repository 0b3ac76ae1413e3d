package org.dpjdbc.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything on a page of the manual is true: links lead somewhere, SQL is answered or refused as
 * the page says, policies are read, Java compiles, commands are understood.
 * docs/contributing/manual-pages.md says how a page marks what is special about a block.
 */
class ManualTest {
  private static final int README_LINES = 150;

  private static Manual manual;

  @TempDir private Path folder;

  @BeforeAll
  static void readManual() throws IOException {
    manual = Manual.read();
  }

  @Test
  void linksLeadSomewhere() throws IOException {
    List<String> problems = new ArrayList<>();
    for (Page page : manual.pages()) {
      problems.addAll(Links.problems(page, manual.root()));
    }
    assertThat(problems).isEmpty();
  }

  @Test
  void theReadmeIsShort() {
    assertThat(manual.page("README.md").lines().size()).isLessThanOrEqualTo(README_LINES);
  }

  @Test
  void sqlAndCommandsDoWhatPagesSay() throws Exception {
    List<String> problems = new ArrayList<>();
    try (ManualDatabases databases = new ManualDatabases(folder)) {
      for (Page page : manual.pages()) {
        problems.addAll(PageRun.problems(page, databases));
      }
    }
    assertThat(problems).isEmpty();
  }

  @Test
  void policiesAreRead() {
    assertThat(manual.pages().stream().flatMap(page -> PolicyBlocks.problems(page).stream()))
        .isEmpty();
  }

  @Test
  void theTutorialShowsTheQuickstartsPolicy() throws IOException {
    Path quickstart = Path.of("examples/src/main/resources/org/dpjdbc/examples/clinic.yaml");
    String policy = Files.readString(manual.root().resolve(quickstart), UTF_8);
    Page page = manual.page("docs/tutorials/first-private-query.md");
    assertThat(page.in("yaml").get(0).text()).isEqualTo(policy.strip());
  }

  @Test
  void javaCompiles() throws IOException {
    assertThat(JavaBlocks.problems(manual.pages(), folder)).isEmpty();
  }
}
