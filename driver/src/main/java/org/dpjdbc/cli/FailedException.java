package org.dpjdbc.cli;

/** A command that could not be carried out; the message explains why. */
final class FailedException extends Exception {
  private static final long serialVersionUID = 1L;

  FailedException(String message) {
    super(message);
  }
}
