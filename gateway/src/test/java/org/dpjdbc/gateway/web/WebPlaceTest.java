package org.dpjdbc.gateway.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.dpjdbc.gateway.KnownPassword;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.SettingsReader;
import org.htmlunit.WebClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page moves when the file says so, without a restart. */
class WebPlaceTest {
  @TempDir Path folder;

  private Settings with(String web) throws Exception {
    Path file = folder.resolve("gateway.yaml");
    Files.writeString(file, Files.readString(file).replaceAll("(?m)^web: .*$", "web: " + web));
    return SettingsReader.read(file, Map.of());
  }

  private static void check(WebFixture web) throws IOException {
    try (WebClient client = WebFixture.browser()) {
      assertThat(web.logIn(client, "mia", KnownPassword.TEXT).getUrl().getPath())
          .isEqualTo("/budget");
    }
  }

  /** Moves to a port that is free, which others may take first. */
  private int move(WebFixture web) throws Exception {
    for (int tries = 0; tries < 20; tries++) {
      int free;
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        free = socket.getLocalPort();
      }
      try {
        web.gateway().take(with("{port: %d}".formatted(free)));
        return free;
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("cannot listen at");
      }
    }
    throw new IOException("no port is free");
  }

  @Test
  void movesWhereItIsWantedAndStaysWhereItCannotBe() throws Exception {
    try (WebFixture web = WebFixture.start(folder);
        ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Settings wrong = with("{port: %d}".formatted(taken.getLocalPort()));
      try (WebClient client = WebFixture.browser()) {
        web.logIn(client, "mia", KnownPassword.TEXT);
        assertThatThrownBy(() -> web.gateway().take(wrong)).isInstanceOf(IOException.class);
        assertThat(client.getPage(web.url("/budget")).getUrl().getPath()).isEqualTo("/budget");
      }
      web.gateway().take(with("{enabled: false}"));
      assertThat(web.gateway().webPort()).isEmpty();
      assertThat(move(web)).isEqualTo(web.port());
      check(web);
    }
  }
}
