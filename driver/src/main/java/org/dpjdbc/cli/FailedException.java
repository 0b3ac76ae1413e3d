package org.dpjdbc.cli;

/** A command that could not be carried out; the message says all there is to say. */
final class FailedException extends Exception {
  private static final long serialVersionUID = 1L;

  FailedException(String message) {
    super(message);
  }
}
