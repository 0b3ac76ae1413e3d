package org.dpjdbc.cli.profile;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a profile says, and what is refused in one. */
@DisabledOnOs(OS.WINDOWS)
class ProfileReaderTest {
  private static final String SHARED = "rw-r--r--";
  private static final String OWN = "rw-------";

  @TempDir private Path folder;

  private Path write(String name, String permissions, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    return file;
  }

  private NamedConnection only(String permissions, String keys) throws Exception {
    return ProfileReader.read(
            write(
                "p.yaml", permissions, "connections:\n  clinic: {url: jdbc:h2:x, " + keys + "}\n"))
        .connection(Optional.empty());
  }

  private String refusal(Path file) {
    return assertThatExceptionOfType(ProfileException.class)
        .isThrownBy(() -> ProfileReader.read(file))
        .actual()
        .getMessage()
        .replace(folder + "/", "");
  }

  private static String refusal(Secret secret, Path folder) {
    return assertThatExceptionOfType(ProfileException.class)
        .isThrownBy(secret::read)
        .actual()
        .getMessage()
        .replace(folder + "/", "");
  }

  @Test
  void readsEverything() throws Exception {
    write("secret", OWN, "from a file\r\nmore\n");
    Path file =
        write(
            "p.yaml",
            SHARED,
            """
            default: owner
            sqlline_jar: [a.jar, /b.jar]
            connections:
              clinic:
                url: jdbc:postgresql://localhost/clinic?sslmode=require
                policy: conf/clinic.yaml
                driver_jar: ~/postgresql.jar
                user: analyst
                password: {file: secret}
                analyst: ann
                ledger: jdbc:h2:/ledger
                ledger_user: keeper
                ledger_password: {env: PATH}
                settings: {dp.epsilon: 0.50, dp.error_columns: true}
              owner: {url: 'jdbc:h2:x', policy: 'classpath:x.yaml'}
            """);
    Profile profile = ProfileReader.read(file);
    NamedConnection clinic = profile.connection(Optional.of("clinic"));
    assertThat(clinic.url()).isEqualTo("jdbc:postgresql://localhost/clinic?sslmode=require");
    assertThat(clinic.policy()).contains(folder + "/conf/clinic.yaml");
    assertThat(clinic.driverJars())
        .containsExactly(Path.of(System.getProperty("user.home"), "postgresql.jar"));
    assertThat(clinic.user()).contains("analyst");
    assertThat(clinic.password().orElseThrow().read()).isEqualTo("from a file");
    assertThat(clinic.ledger().url()).contains("jdbc:h2:/ledger");
    assertThat(clinic.ledger().user()).contains("keeper");
    assertThat(clinic.ledger().password().orElseThrow().read()).isEqualTo(System.getenv("PATH"));
    assertThat(clinic.settings())
        .isEqualTo(Map.of("dp.epsilon", "0.50", "dp.error_columns", "true", "dp.analyst", "ann"));
    assertThat(profile.sqllineJars())
        .isEqualTo(List.of(folder.resolve("a.jar"), Path.of("/b.jar")));
    assertThat(profile.connection(Optional.empty()).policy()).contains("classpath:x.yaml");
    assertThat(clinic.toString()).isEqualTo("connection 'clinic' of %s:5".formatted(file));
  }

  @Test
  void reportsEveryProblemAtOnce() throws Exception {
    Path file =
        write(
            "p.yaml",
            SHARED,
            """
            defualt: clinic
            default: clinics
            connections:
              clinic:
                url: jdbc:dp:h2:x
                polcy: clinic.yaml
                driver_jar: {a: b}
                password: {env: A, file: b}
                settings: {dp.epsilom: 1, dp.policy: x, dp.delta: [0]}
              owner: {user: sa, user: sb}
              both: jdbc:h2:x
            """);
    assertThat(refusal(file).lines())
        .containsExactly(
            "p.yaml:1: unknown key 'defualt'; did you mean 'default'?",
            "p.yaml:2: 'default' must be one of the connections: clinic, owner, both",
            "p.yaml:5: 'url' must be the database's own URL, which begins with jdbc: and has no"
                + " dp:",
            "p.yaml:6: unknown key 'polcy'; did you mean 'policy'?",
            "p.yaml:7: 'driver_jar' must be a single string",
            "p.yaml:8: 'password' must be {env: VARIABLE} or {file: FILE}",
            "p.yaml:9: unknown key 'dp.epsilom'; did you mean 'dp.epsilon'?",
            "p.yaml:9: write 'dp.policy' as 'policy:' of the connection",
            "p.yaml:9: 'dp.delta' must be a single string",
            "p.yaml:10: 'user' is given twice; keep one",
            "p.yaml:10: the connection 'owner' has no url; write 'url:' and the database's own JDBC"
                + " URL",
            "p.yaml:11: the connection 'both' must be a mapping of keys to values",
            "p.yaml:11: the connection 'both' has no url; write 'url:' and the database's own JDBC"
                + " URL");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing", "connections: {}", "{}", "connections:"})
  void saysHowToBegin(String text) throws Exception {
    assertThat(refusal(write("p.yaml", SHARED, text)))
        .contains("write, for example, 'connections: {clinic: {url: ");
  }

  @Test
  void takesAPasswordInClearTextFromAFileOfItsOwnerAlone() throws Exception {
    assertThat(only(OWN, "password: hunter2").password().orElseThrow().read()).isEqualTo("hunter2");
    assertThat(only(OWN, "password: hunter2").toString()).doesNotContain("hunter2");
    assertThat(only(OWN, "password: 0012").password().orElseThrow().read()).isEqualTo("0012");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "url: jdbc:h2:x, password: hunter2",
        "url: jdbc:h2:x, ledger_password: hunter2",
        "url: 'jdbc:h2:x;PASSWORD=hunter2'",
        "url: 'jdbc:postgresql://h/d?a=b&password=hunter2'",
        "url: 'jdbc:mysql://ann:hunter2@h/d'",
        "url: 'jdbc:oracle:thin:ann/hunter2@h:1521:d'",
      })
  void refusesOneInAFileThatOthersCanRead(String keys) throws Exception {
    for (String permissions : List.of(SHARED, "rw-r-----")) {
      assertThat(refusal(write("p.yaml", permissions, "connections:\n  clinic: {" + keys + "}\n")))
          .startsWith("p.yaml:2: a password is in this file, which others can read")
          .contains("password: {env: VARIABLE}", "chmod 600")
          .doesNotContain("hunter2");
    }
    ProfileReader.read(write("p.yaml", OWN, "connections:\n  clinic: {" + keys + "}\n"));
  }

  @Test
  void saysWhereAPasswordIsMissing() throws Exception {
    assertThat(refusal(only(SHARED, "password: {env: NO_SUCH}").password().orElseThrow(), folder))
        .isEqualTo(
            "p.yaml:2: the environment variable NO_SUCH is not set; set it, or ask for the password"
                + " with --password");
    Secret secret = only(SHARED, "password: {file: secret}").password().orElseThrow();
    assertThat(refusal(secret, folder)).isEqualTo("p.yaml:2: secret: there is no such file");
    write("secret", SHARED, "hunter2");
    assertThat(refusal(secret, folder))
        .isEqualTo("p.yaml:2: others can read the password in secret: run chmod 600 secret");
    write("secret", OWN, "\nhunter2");
    assertThat(refusal(secret, folder)).isEqualTo("p.yaml:2: the first line of secret is empty");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-rw-r--", "rw-r--rw-"})
  void refusesAProfileThatOthersCanWrite(String permissions) throws Exception {
    assertThat(refusal(write("p.yaml", permissions, "connections: {a: {url: jdbc:h2:x}}")))
        .isEqualTo(
            "p.yaml: others can write this profile, which says what driver is loaded: run chmod"
                + " go-w p.yaml");
  }

  @Test
  void refusesWhatIsNoString() throws Exception {
    assertThat(refusal(folder.resolve("gone.yaml"))).isEqualTo("gone.yaml: there is no such file");
    assertThat(refusal(folder)).endsWith(": this is a directory; name a file");
    assertThat(refusal(Files.write(folder.resolve("p.yaml"), new byte[] {'a', ':', (byte) 0xFF})))
        .isEqualTo("p.yaml: the file is not UTF-8 text");
    assertThat(refusal(Files.write(folder.resolve("p.yaml"), new byte[(1 << 20) + 1])))
        .isEqualTo("p.yaml: the file is larger than 1 MiB");
  }

  @Test
  void choosesAConnection() throws Exception {
    Profile profile =
        ProfileReader.read(
            write(
                "p.yaml",
                SHARED,
                "connections: {clinic: {url: jdbc:h2:x}, owner: {url: jdbc:h2:x}}"));
    assertThat(profile.connection(Optional.of("owner")).name()).isEqualTo("owner");
    assertThatExceptionOfType(ProfileException.class)
        .isThrownBy(() -> profile.connection(Optional.empty()))
        .withMessageContaining("name one with --connection, or write 'default: clinic' there")
        .withMessageEndingWith("clinic, owner");
    assertThatExceptionOfType(ProfileException.class)
        .isThrownBy(() -> profile.connection(Optional.of("onwer")))
        .withMessageContaining("has no connection 'onwer'; did you mean 'owner'?");
  }

  @Test
  void looksHereAndThenAtHome() throws Exception {
    Path home = write("home.yaml", SHARED, "connections: {home: {url: jdbc:h2:x}}");
    Path here = folder.resolve("here.yaml");
    ProfileLocations places =
        new ProfileLocations(List.of(here, home), Optional.of(Files.getOwner(home)));
    assertThat(places.read().orElseThrow().file()).isEqualTo(home.toString());
    write("here.yaml", SHARED, "connections: {here: {url: jdbc:h2:x}}");
    assertThat(places.read().orElseThrow().file()).isEqualTo(here.toString());
    assertThat(new ProfileLocations(List.of(folder.resolve("gone")), Optional.empty()).read())
        .isEmpty();
    assertThat(ProfileLocations.ofUser().places())
        .satisfiesExactly(
            first -> assertThat(first).isEqualTo(Path.of("dp-jdbc.yaml")),
            second -> assertThat(second).endsWithRaw(Path.of("dp-jdbc", "dp-jdbc.yaml")));
    assertThat(ProfileLocations.ofUser().user()).contains(Files.getOwner(home));
  }

  @Test
  void readsNoProfileOfSomebodyElseUnnamed() throws Exception {
    Path file = write("p.yaml", SHARED, "connections: {here: {url: jdbc:h2:x}}");
    ProfileLocations others = new ProfileLocations(List.of(file), Optional.empty());
    assertThatExceptionOfType(ProfileException.class)
        .isThrownBy(others::read)
        .withMessage(
            "%s: this profile belongs to another user, and is not read unless you name it: --profile"
                    .formatted(file)
                + " %s",
            file);
    assertThat(ProfileReader.read(file).connections()).containsOnlyKeys("here");
  }

  /** The target is the user's own, but what it names would be read beside the link. */
  @Test
  void followsNoLinkOfSomebodyElseUnnamed() throws Exception {
    Path file = write("p.yaml", SHARED, "connections: {here: {url: jdbc:h2:x}}");
    Path link = Files.createSymbolicLink(folder.resolve("link.yaml"), file);
    Optional<UserPrincipal> user = Optional.of(Files.getOwner(file));
    ProfileLocations places = new ProfileLocations(List.of(link), user);
    assertThat(places.read()).isPresent();
    assumeThat(user.get().getName()).as("only root gives files away").isEqualTo("root");
    Files.setAttribute(link, "unix:uid", 65534, NOFOLLOW_LINKS);
    assertThatExceptionOfType(ProfileException.class)
        .isThrownBy(places::read)
        .withMessageContaining("belongs to another user");
  }

  @Test
  void readsAProfileOnlyWhereSomethingIsMissing() throws Exception {
    Path file = write("p.yaml", SHARED, "broken");
    ProfileOptions options =
        new ProfileOptions(new ProfileLocations(List.of(file), Optional.of(Files.getOwner(file))));
    assertThat(options.connection(false)).isEmpty();
    assertThatExceptionOfType(ProfileException.class)
        .isThrownBy(() -> options.connection(true))
        .withMessageContaining("must be a mapping");
    assertThat(Stream.of(options.used())).containsOnly(Optional.empty());
  }
}
