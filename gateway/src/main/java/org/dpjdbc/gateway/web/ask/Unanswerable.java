package org.dpjdbc.gateway.web.ask;

/** A page cannot be shown, because the driver did not answer what it is made of. */
public final class Unanswerable extends Exception {
  private static final long serialVersionUID = 1;

  Unanswerable(String message) {
    super(message);
  }
}
