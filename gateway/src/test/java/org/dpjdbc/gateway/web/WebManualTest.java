package org.dpjdbc.gateway.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.SettingsReader;
import org.dpjdbc.gateway.config.UsersFile;
import org.dpjdbc.gateway.login.Verifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the manual's page says of the files is what the gateway reads. */
class WebManualTest {
  private static final Path PAGE = Path.of("../docs/how-to/use-the-web-page.md");
  private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  private static final String FILE =
      "version: 1\ndatabases: {clinic: {url: \"jdbc:h2:mem:x\", policy: clinic.yaml}}\n";

  @TempDir Path folder;

  private Settings read(String more) throws IOException, ConfigException {
    Files.writeString(folder.resolve("clinic.yaml"), "version: 1\n");
    Path file = Files.writeString(folder.resolve("gateway.yaml"), FILE + more);
    return SettingsReader.read(file, Map.of());
  }

  @Test
  void readsWhatThePageShows() throws IOException, ConfigException {
    Matcher yaml = YAML.matcher(Files.readString(PAGE));
    assertThat(yaml.find()).isTrue();
    Settings.Web shown = read(yaml.group(1)).web().orElseThrow();
    assertThat(shown).isEqualTo(new Settings.Web("127.0.0.1", 8433));
    assertThat(read("web: {}\n").web()).contains(shown);
    assertThat(read("web: {enabled: false, port: 1}\n").web()).isEmpty();
    assertThat(read("").web()).isEmpty();
    assertThatThrownBy(() -> read("web: {port: 65536}\n")).hasMessageContaining("web.port");
  }

  @Test
  void keepsWhoIsAnOwner() throws IOException, ConfigException {
    String verifier = Verifier.of(new char[] {'x'}, new SecureRandom()).text();
    List<String> databases = List.of("clinic");
    Settings before = read("");
    before
        .usersFile()
        .put(
            "olga",
            new UsersFile.UserEntry(verifier, Optional.empty(), databases, Optional.of(true)));
    before
        .usersFile()
        .put(
            "ann",
            new UsersFile.UserEntry(verifier, Optional.empty(), databases, Optional.empty()));
    Settings after = read("");
    assertThat(after.users().get("olga").isOwner()).isTrue();
    assertThat(after.users().get("ann").isOwner()).isFalse();
  }
}
