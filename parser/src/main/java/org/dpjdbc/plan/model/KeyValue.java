package org.dpjdbc.plan.model;

import org.dpjdbc.policy.CanonicalDigest;

/** A value of a group key, or SQL NULL. */
public sealed interface KeyValue {
  /** SQL NULL. */
  KeyValue NULL = new Null();

  /** Adds the value, so that no two values of the same or of different types are written alike. */
  void addTo(CanonicalDigest digest);

  /** A value in its runtime form. */
  record Of(Object value) implements KeyValue {
    @Override
    public void addTo(CanonicalDigest digest) {
      digest.text(value.getClass().getSimpleName()).text(value.toString());
    }
  }

  /** SQL NULL. */
  record Null() implements KeyValue {
    @Override
    public void addTo(CanonicalDigest digest) {
      digest.text("NULL");
    }
  }
}
