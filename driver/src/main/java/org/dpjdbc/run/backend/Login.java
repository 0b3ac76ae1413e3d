package org.dpjdbc.run.backend;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.dpjdbc.budget.ChargeRequest;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.schema.CatalogRows;
import org.dpjdbc.sql.refusal.ConnectMessages;

/**
 * The database and the user of a connection, which determine the rows it sees if a database shows
 * each user different rows. Only sessions with equal logins share anything that depends on rows.
 *
 * @param url of the database
 * @param properties of the connection; without the password if the database reports the user, since
 *     a password does not change the visible rows, and a cached key should not contain one
 * @param user the database's own name of the user; empty if it does not know its users, and blank
 *     where anybody may come as that user
 * @param reported everything that the database reports about the connection
 * @param only the one analyst who uses it, where analysts share no answers
 */
public record Login(
    String url,
    Map<String, String> properties,
    Optional<String> user,
    List<Optional<String>> reported,
    Optional<String> only) {
  private static final String PASSWORD = "password";

  public Login {
    properties = Map.copyOf(properties);
    reported = List.copyOf(reported);
  }

  /**
   * Asks a fresh connection, before anything is set on it.
   *
   * @throws SQLException if the database fails
   */
  public static Login of(Connection connection, Settings settings) throws SQLException {
    Optional<String> query = CatalogRows.dialect(connection).loginQuery();
    List<Optional<String>> row =
        query.isPresent() ? row(connection, query.get()) : List.of(userName(connection));
    Map<String, String> properties = new TreeMap<>(settings.backendProperties());
    if (row.get(0).isPresent()) {
      properties.keySet().removeIf(PASSWORD::equalsIgnoreCase);
    }
    Stream<Optional<String>> reported =
        Stream.concat(row.stream(), Stream.of(Optional.ofNullable(connection.getCatalog())));
    return new Login(
        settings.backendUrl(), properties, row.get(0), reported.toList(), Optional.empty());
  }

  /** The same login, of one analyst alone: what it shares, it shares with no other analyst. */
  public Login of(String analyst) {
    return new Login(url, properties, user, reported, Optional.of(ChargeRequest.oneName(analyst)));
  }

  /** The database that the connection is of, if the server knows several. */
  public Optional<String> database() {
    return reported.isEmpty() ? Optional.empty() : reported.get(reported.size() - 1);
  }

  private static List<Optional<String>> row(Connection connection, String query)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      if (!rows.next()) {
        throw new SQLException("the database does not say who the user is");
      }
      List<Optional<String>> row = new ArrayList<>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        row.add(Optional.ofNullable(rows.getString(i)));
      }
      return row;
    }
  }

  /** As the driver tells it; some tell nothing of a database that has no users. */
  private static Optional<String> userName(Connection connection) throws SQLException {
    try {
      return Optional.ofNullable(connection.getMetaData().getUserName())
          .filter(name -> !name.isBlank());
    } catch (SQLFeatureNotSupportedException e) {
      return Optional.empty();
    }
  }

  /**
   * Settings that say whom to charge: the analyst they name, otherwise the user as the database
   * authenticated it. A user's name may be spelled in many ways, and an account without a name
   * admits any name.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if there is none
   */
  public Settings charged(Settings settings) {
    if (settings.analystNamed() || user.isEmpty()) {
      return settings;
    }
    if (user.get().isBlank()) {
      throw ConnectMessages.analystMissing();
    }
    return settings.chargedTo(user.get());
  }

  /** All of it in one string, different for different logins. */
  public String key() {
    Stream<String> parts =
        Stream.of(
                Stream.of(url, String.valueOf(properties.size())),
                new TreeMap<>(properties)
                    .entrySet().stream()
                        .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue())),
                reported.stream().map(value -> value.map(text -> "=" + text).orElse("")),
                only.stream())
            .flatMap(part -> part);
    return parts.map(part -> part.length() + ":" + part).toList().toString();
  }

  /** Without secrets. */
  @Override
  public String toString() {
    return "Login[user=" + user + "]";
  }
}
