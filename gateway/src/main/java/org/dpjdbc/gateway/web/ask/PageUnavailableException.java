package org.dpjdbc.gateway.web.ask;

/** A page cannot be shown, because the driver did not answer what it is made of. */
public final class PageUnavailableException extends Exception {
  private static final long serialVersionUID = 1;

  PageUnavailableException(String message) {
    super(message);
  }
}
