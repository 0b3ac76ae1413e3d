package org.dpjdbc.policy;

/** What a tool gets when it asks for some rows of a private table. */
public enum Preview {
  /** A refusal. */
  NONE,
  /** Sample rows generated from the policy and the columns' types alone. */
  SAMPLE
}
