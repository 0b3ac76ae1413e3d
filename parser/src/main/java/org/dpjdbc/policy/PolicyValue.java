package org.dpjdbc.policy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/** A scalar written in a policy: a bound, or one of a column's public values. */
public sealed interface PolicyValue {
  /** A number, read exactly. */
  record Number(BigDecimal value) implements PolicyValue {}

  /** A string. */
  record Text(String value) implements PolicyValue {}

  /** A boolean. */
  record Bool(boolean value) implements PolicyValue {}

  /** A date. */
  record Date(LocalDate value) implements PolicyValue {}

  /** A time of day. */
  record Time(LocalTime value) implements PolicyValue {}

  /** A date and time without zone. */
  record Timestamp(LocalDateTime value) implements PolicyValue {}
}
