package org.dpjdbc.sql.dialect.common;

import java.util.Optional;
import org.apache.calcite.rel.type.RelDataTypeSystem;

/**
 * The dialect that SQL is read in, and that of the database which is asked.
 *
 * @param named the one that the connection names; without, SQL is read as the database reads it
 * @param backend what is printed
 */
public record Dialects(Optional<ReadDialect> named, BackendDialect backend) {
  /** As the database itself reads and computes. */
  public static Dialects own(BackendDialect backend) {
    return new Dialects(Optional.empty(), backend);
  }

  /** The dialect that is read. */
  public ReadDialect read() {
    return named.orElse(backend);
  }

  /** Whether what is read is computed by another product. */
  public boolean isForeign() {
    return !read().productName().equals(backend.productName());
  }

  /** The types of results, as they are read, and those that the database computes in. */
  public RelDataTypeSystem typeSystem() {
    return isForeign()
        ? new ForeignTypes((BackendTypes) read().typeSystem(), (BackendTypes) backend.typeSystem())
        : backend.typeSystem();
  }

  /** A name of ours, in upper case, as an unquoted one is read. */
  public String folded(String name) {
    return read().parserSettings().folded(name);
  }
}
