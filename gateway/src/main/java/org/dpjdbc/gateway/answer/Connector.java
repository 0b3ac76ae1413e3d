package org.dpjdbc.gateway.answer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** Opens the driver's connections for one analyst. */
public interface Connector {
  /**
   * Opens one.
   *
   * @param properties of the driver that the analyst sets
   */
  Connection connect(Map<String, String> properties) throws SQLException;
}
