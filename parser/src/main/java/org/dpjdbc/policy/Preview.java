package org.dpjdbc.policy;

/** What a tool is shown that asks for some rows of a private table. */
public enum Preview {
  /** A refusal. */
  NONE,
  /** Rows made up from the policy and the columns' types alone. */
  SAMPLE
}
