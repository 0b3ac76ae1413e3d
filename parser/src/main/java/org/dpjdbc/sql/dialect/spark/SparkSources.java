package org.dpjdbc.sql.dialect.spark;

import java.util.Locale;
import java.util.Optional;
import org.dpjdbc.sql.dialect.common.Connectors;

/** Spark's data sources. What a view reads is not known. */
final class SparkSources implements Connectors {
  /** The source that the thorough build runs hostile values on. */
  private static final String VERIFIED = "parquet";

  @Override
  public Optional<String> tableQuery(String table) {
    return Optional.of("DESCRIBE TABLE EXTENDED " + table);
  }

  @Override
  public String property() {
    return "Provider";
  }

  @Override
  public boolean isVerified(String connector) {
    return connector.toLowerCase(Locale.ROOT).equals(VERIFIED);
  }
}
