package org.dpjdbc.gateway.config;

/** A file of the gateway that cannot be used; the message says where and why. */
public final class ConfigException extends Exception {
  private static final long serialVersionUID = 1;

  public ConfigException(String message) {
    super(message);
  }
}
