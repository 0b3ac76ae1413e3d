package org.dpjdbc.gateway.answer;

import java.time.Duration;
import org.dpjdbc.gateway.wire.ServerError;

/** Is told what becomes of the statements that the driver gets. Never of a value. */
public interface Observer {
  /**
   * A statement was answered.
   *
   * @param text as the analyst wrote it, without the values of its parameters
   * @param time that the answer took
   * @param budget what is spent and left, in words
   */
  void answered(String text, Duration time, String budget);

  /**
   * A statement was refused, or failed.
   *
   * @param error that the analyst was told
   */
  void refused(String text, Duration time, ServerError error);
}
