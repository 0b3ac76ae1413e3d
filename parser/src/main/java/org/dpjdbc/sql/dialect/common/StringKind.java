package org.dpjdbc.sql.dialect.common;

/** The types of strings that a database compares in different ways. */
public enum StringKind {
  /** CHAR(n): trailing blanks do not count, neither in it nor in what it is compared with. */
  PADDED,
  /** VARCHAR: trailing blanks count, unless it is compared with a {@link #PADDED} string. */
  VARYING,
  /** Trailing blanks always count. */
  TEXT,
  /** A literal or a parameter: of the type of what it is compared with. */
  LITERAL
}
