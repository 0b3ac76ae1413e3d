package org.dpjdbc.gateway.answer;

import java.time.Duration;
import org.dpjdbc.gateway.wire.ServerError;

/** Is told what becomes of the statements that the driver gets. Never of a value. */
public interface Observer {
  /**
   * A statement begins.
   *
   * @throws ServerError if what becomes of it could not be written down
   */
  void begins() throws ServerError;

  /**
   * A statement has to wait or come again, and the driver does not get it.
   *
   * @param error that the analyst was told
   */
  void turnedAway(String text, Duration time, ServerError error);

  /**
   * A statement was answered.
   *
   * @param text as the analyst wrote it, without the values of its parameters
   * @param time that the answer took
   * @param budget what is spent and left, in words
   * @throws ServerError if that cannot be written down, and the answer must not be given
   */
  void answered(String text, Duration time, String budget) throws ServerError;

  /**
   * A statement was refused, or failed.
   *
   * @param error that the analyst was told
   */
  void refused(String text, Duration time, ServerError error);
}
