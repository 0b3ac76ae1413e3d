package org.dpjdbc.plan.model;

/** A value of a group key, or SQL NULL. */
public sealed interface KeyValue {
  /** SQL NULL. */
  KeyValue NULL = new Null();

  /** A value in its run-time form. */
  record Of(Object value) implements KeyValue {}

  /** SQL NULL. */
  record Null() implements KeyValue {}
}
