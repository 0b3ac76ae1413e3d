package org.dpjdbc.gateway.resource;

/** Something that a connection has taken of its user's resources. */
public interface ResourceLease extends AutoCloseable {
  /** Nothing. */
  ResourceLease NOTHING = () -> {};

  /** Returns it. A second call does nothing. Any thread may. */
  @Override
  void close();
}
