package org.dpjdbc.cli;

import org.dpjdbc.cli.profile.ProfileException;

/** A command that could not be carried out; the message explains why. */
final class FailedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  FailedException(String message) {
    this(message, Main.FAILED);
  }

  FailedException(ProfileException problem) {
    this(String.valueOf(problem.getMessage()), Main.FAILED);
  }

  private FailedException(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  /** A command that lacks a word, or has one too many. */
  static FailedException notSupported(String message) {
    return new FailedException(message, Main.USAGE_ERROR);
  }

  int exitCode() {
    return exitCode;
  }
}
