package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.backends.PostgresServer;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Another account of the machine tries again and again what it can do to a gateway: read its
 * environment and files, replace them, end its processes, and enter the catalog server without its
 * password. Meanwhile that server is killed again and again, since a new one could be open for a
 * moment. The account gains nothing, and an analyst gets answers.
 */
@Tag("thorough")
class AnotherAccountTest {
  private static final int SECONDS = SuiteCases.ANOTHER_ACCOUNT.number("gateway.account.seconds");

  private static final int KILLS_SECONDS = 3;

  /** How the superuser, or whoever may become it, runs a command as the least account. */
  private static final List<List<String>> AS_NOBODY =
      List.of(
          List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"),
          List.of("sudo", "-n", "-u", "nobody", "--"));

  /**
   * The attacks. Prints a line for each that succeeds, and {@code done} after each round. Needs the
   * folder of temporary files, the gateway's process, and the seconds. The catalog server's
   * processes are those that name the folder.
   */
  private static final String ATTACKS =
      """
      folder=$1; gateway=$2; end=$(($(date +%s) + $3))
      gained() { echo "gained: $*"; }
      processes() {
        for process in "/proc/$gateway" $(grep -alF "$folder" /proc/[0-9]*/cmdline); do
          process=${process%/cmdline}
          [ -O "$process" ] && continue
          for file in environ maps; do
            # of a process that has just ended it can be opened, and is empty
            [ -n "$(head -c 1 "$process/$file" | od -An -tx1)" ] && gained "read $process/$file"
          done
          ls "$process/cwd/" >/dev/null && gained "listed $process/cwd"
          kill -KILL "${process#/proc/}" && gained "killed $process"
          enter "$(tr '\\0' ' ' <"$process/cmdline" | sed -n 's/.* -p \\([0-9]*\\).*/\\1/p')"
        done
      }
      enter() {
        [ -n "$1" ] || return
        reply=$({
          printf '\\0\\0\\0\\051\\0\\3\\0\\0user\\0postgres\\0database\\0postgres\\0\\0' >&3
          timeout 2 head -c 9 <&3
        } 3<>"/dev/tcp/127.0.0.1/$1" | od -An -tx1 | tr -d ' ')
        case $reply in
          5200000008*) gained "entered the server at $1" ;;
          52*0000000a|45*) ;;
          ?*) gained "asked by the server at $1 for $reply" ;;
        esac
      }
      files() {
        for made in "$folder"/*; do
          [ -O "$made" ] && continue
          ls "$made/" >/dev/null && gained "listed $made"
          touch "$made/planted" && gained "wrote in $made"
          mv "$made" "$made.moved" && gained "moved $made"
          rm -r "$made" && gained "removed $made"
        done
        trap="$folder/dp-jdbc-shadow$RANDOM"
        mkdir -p "$trap/data"
        echo "$gateway" >"$trap/process"
        echo "$gateway" >"$trap/data/postmaster.pid"
        : >"$trap/lock"
        chmod -R a+rwX "$trap"
      }
      while [ -d "/proc/$gateway" ] && [ "$(date +%s)" -lt "$end" ]; do
        processes; files
        echo done
      done
      """;

  @TempDir private Path own;

  private static Optional<List<String>> asNobody() throws IOException, InterruptedException {
    for (List<String> each : AS_NOBODY) {
      List<String> command = new ArrayList<>(each);
      command.addAll(List.of("bash", "-c", "id -u"));
      try {
        Process asked = new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
        String account = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (asked.waitFor() == 0 && account.strip().equals("65534")) {
          return Optional.of(each);
        }
      } catch (IOException e) {
        // there is no such program
      }
    }
    return Optional.empty();
  }

  @Test
  void gainsNothing() throws IOException, InterruptedException, SQLException, ConfigException {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")));
    Optional<List<String>> nobody = asNobody();
    assumeTrue(nobody.isPresent(), "nobody's account cannot be used");
    Path temporary = Files.createTempDirectory("shared");
    run("chmod", "1777", temporary.toString());
    try (PostgresServer backend = Clinic.fill()) {
      Clinic.write(own, backend.url());
      try (GatewayProcess gateway = GatewayProcess.start(own.resolve("gateway.yaml"), temporary)) {
        List<String> command = new ArrayList<>(nobody.get());
        command.addAll(List.of("bash", "-c", ATTACKS, "attacks", temporary.toString()));
        command.addAll(List.of(String.valueOf(gateway.pid()), String.valueOf(SECONDS)));
        Path found = own.resolve("found");
        Process attack =
            new ProcessBuilder(command)
                .redirectError(Redirect.DISCARD)
                .redirectOutput(found.toFile())
                .start();
        while (!attack.waitFor(KILLS_SECONDS, TimeUnit.SECONDS)) {
          long session = answer(gateway, "SELECT pg_backend_pid()");
          ProcessHandle.of(session)
              .flatMap(ProcessHandle::parent)
              .ifPresent(ProcessHandle::destroyForcibly);
        }
        assertThat(Files.readAllLines(found)).containsOnly("done");
        assertThat(answer(gateway, "SELECT COUNT(*) FROM patients")).isPositive();
      }
    } finally {
      run("rm", "-rf", temporary.toString());
    }
  }

  private static void run(String... command) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
  }

  /** Asks in new sessions, until the catalog server is there again. */
  private static long answer(GatewayProcess gateway, String sql) {
    while (true) {
      try (Connection connection = gateway.connect("ann");
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        return rows.next() ? rows.getLong(1) : -1;
      } catch (SQLException e) {
        assertThat(e.getSQLState()).isIn("57P03", "57P01", "57P02", "08006", "08001");
      }
    }
  }
}
