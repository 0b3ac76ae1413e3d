package org.dpjdbc.sql;

import java.util.Optional;

/**
 * Every text that a user of the driver can read in an error, one method each, so that codes, states
 * and wording stay in one place. No text may hold anything that comes from the data.
 */
public final class Messages {
  private Messages() {}

  private static RefusedException refuse(RefusalCode code, String text) {
    return new RefusedException(code, text, Optional.empty(), Optional.empty());
  }

  /** An aggregated expression has no derivable range. */
  public static RefusedException noBounds(String expression, String column) {
    return refuse(
        RefusalCode.NO_BOUNDS,
        "the range of "
            + expression
            + " cannot be derived: column "
            + column
            + " has no lower and upper bound in the policy; ask the data owner to declare them");
  }

  /** An operator or function that is not on the list of those allowed on private rows. */
  public static RefusedException functionNotOffered(String operator) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            operator + " is not offered on the rows of a private table; apply it to aggregates")
        .about(new Culprit.Call(operator));
  }

  /** A cast that could fail for one row. */
  public static RefusedException castNotTotal(String from, String to) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "a cast from "
                + from
                + " to "
                + to
                + " can fail for a single row and is not offered on the rows of a private table")
        .about(new Culprit.Call("CAST"));
  }
}
