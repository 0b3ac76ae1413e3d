package org.dpjdbc.gateway.answer;

import java.time.Duration;
import org.dpjdbc.gateway.wire.ServerError;

/** Receives events about the statements that the driver gets, but never values. */
public interface Observer {
  /**
   * A statement begins.
   *
   * @throws ServerError if what becomes of it could not be written down
   */
  void begins() throws ServerError;

  /**
   * A statement has to wait or be sent again, and does not reach the driver.
   *
   * @param error that the analyst received
   */
  void turnedAway(String text, Duration time, ServerError error);

  /**
   * A statement was answered.
   *
   * @param text as the analyst wrote it, without the values of its parameters
   * @param time that the answer took
   * @param budget what is spent and left, in words
   * @param mayBeCharged whether something was charged meanwhile, or that is unknown
   * @throws ServerError if the event cannot be recorded, and the answer must not be sent
   */
  void answered(String text, Duration time, String budget, boolean mayBeCharged) throws ServerError;

  /**
   * A statement was refused, or failed.
   *
   * @param error that the analyst received
   */
  void refused(String text, Duration time, ServerError error);
}
