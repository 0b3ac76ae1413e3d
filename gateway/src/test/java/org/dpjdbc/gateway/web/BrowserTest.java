package org.dpjdbc.gateway.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.dpjdbc.gateway.KnownPassword;
import org.dpjdbc.gateway.Program;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page in a real Chromium, which npm installs below {@code target} in the version that the
 * files beside the script name. The script tries all that a user does, has axe-core look at every
 * page in light and dark, at a desk's and a phone's width, and makes the manual's pictures, below
 * {@code target/pictures}. Without Node or a network it is left out, and says so.
 */
@Tag("thorough")
class BrowserTest {
  private static final Path SCRIPT = Path.of("src/test/resources/clients/browser").toAbsolutePath();
  private static final Path INSTALLED = Path.of("target/clients/browser").toAbsolutePath();
  private static final Path PICTURES = Path.of("target/pictures").toAbsolutePath();

  @TempDir Path folder;

  private static void copy() throws IOException {
    Files.createDirectories(INSTALLED);
    for (String name : List.of("package.json", "package-lock.json", "checks.mjs")) {
      Files.write(INSTALLED.resolve(name), Files.readAllBytes(SCRIPT.resolve(name)));
    }
  }

  private static void assumeHere(String command) {
    assumeTrue(Program.find(command).isPresent(), () -> command + " is not on this machine");
  }

  @Test
  void doesAllThatAUserDoes() throws Exception {
    assumeHere("node");
    assumeHere("npm");
    copy();
    Program.of(INSTALLED, "npm", "ci").install("--ignore-scripts", "--no-audit", "--no-fund");
    Program node = Program.of(INSTALLED, "node");
    Program.Outcome started =
        node.run(
            "--input-type=module",
            "--eval",
            "import chromium from '@sparticuz/chromium'; import {chromium as p} from"
                + " 'playwright-core'; await (await p.launch({executablePath: await"
                + " chromium.executablePath(), args: [...chromium.args, '--no-sandbox']})).close()");
    assumeTrue(
        started.exit() == 0, () -> "Chromium does not start on this machine: " + started.output());
    try (WebFixture web = WebFixture.start(folder, "East", 1, 20)) {
      node.with(
              Map.of(
                  "BASE", web.url(""),
                  "WORD", KnownPassword.TEXT,
                  "PICTURES", PICTURES.toString()))
          .check("checks.mjs");
    }
    assertThat(PICTURES.resolve("out-of-budget-light.png")).exists();
  }
}
