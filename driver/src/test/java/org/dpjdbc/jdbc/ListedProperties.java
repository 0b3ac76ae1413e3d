package org.dpjdbc.jdbc;

import java.util.List;
import org.dpjdbc.jdbc.settings.ConnectionProperties;
import org.dpjdbc.jdbc.settings.ConnectionProperty;

/** The parameters of a connection, for the page that lists them. */
public final class ListedProperties {
  private ListedProperties() {}

  /** Each as its key, what its value has to be, and its description. What is required says so. */
  public static List<List<String>> all() {
    return ConnectionProperties.ALL.stream()
        .map(
            property ->
                List.of(
                    property.key(),
                    property.expected().startsWith("a string") ? "a string" : property.expected(),
                    property.description()
                        + (property.kind() == ConnectionProperty.Kind.REQUIRED
                            ? " Default: required."
                            : "")))
        .toList();
  }
}
