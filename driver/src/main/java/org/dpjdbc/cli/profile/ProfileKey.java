package org.dpjdbc.cli.profile;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The keys of a profile; the manual lists them from here. */
public enum ProfileKey {
  DEFAULT(false, "The connection to use if none is named."),
  CONNECTIONS(false, "The connections, each under a name that you choose."),
  SQLLINE_JAR(
      false, "The jar, or a list of the jars, of the console that `dp-jdbc sqlline` opens."),
  URL(true, "The database's own JDBC URL. Required."),
  POLICY(true, "The policy: a file, or `classpath:` followed by the name of a resource."),
  DRIVER_JAR(true, "The jar, or a list of the jars, of the database's own driver."),
  USER(true, "The database user."),
  PASSWORD(true, "The user's password: `{env: VARIABLE}`, `{file: FILE}`, or the password itself."),
  ANALYST(true, "The analyst to charge queries to, if it is not the user."),
  LEDGER(true, "The ledger's JDBC URL, if it is not the file next to the policy."),
  LEDGER_USER(true, "The ledger's user."),
  LEDGER_PASSWORD(true, "The ledger's password, in the same form as `password`."),
  SETTINGS(true, "Other connection properties, such as `{dp.epsilon: 0.1}`.");

  private final boolean ofConnection;
  private final String meaning;

  ProfileKey(boolean ofConnection, String meaning) {
    this.ofConnection = ofConnection;
    this.meaning = meaning;
  }

  /** Those of a connection, or those of the whole file. */
  public static List<ProfileKey> all(boolean ofConnection) {
    return Arrays.stream(values()).filter(key -> key.ofConnection == ofConnection).toList();
  }

  static List<String> rewrites(boolean ofConnection) {
    return all(ofConnection).stream().map(ProfileKey::form).toList();
  }

  /** As it is written. */
  public String form() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** One sentence for people. */
  public String meaning() {
    return meaning;
  }
}
