package org.dpjdbc.gateway.web.ask;

/** A page cannot be shown because a query of the driver failed. */
public final class PageUnavailableException extends Exception {
  private static final long serialVersionUID = 1;

  PageUnavailableException(String message) {
    super(message);
  }
}
