package org.dpjdbc.gateway.resource;

/** Resources that a connection holds on behalf of its user. */
public interface ResourceLease extends AutoCloseable {
  /** Nothing. */
  ResourceLease NOTHING = () -> {};

  /** Returns it. A second call does nothing. Any thread may. */
  @Override
  void close();
}
