package org.dpjdbc.gateway.answer;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens the driver's connections for one analyst. */
public interface Connector {
  Connection connect() throws SQLException;
}
