package org.dpjdbc.sql.refusal;

/**
 * Every text that a user of the driver can read when a JDBC method is misused or not offered, one
 * method each. Messages about queries are in the other classes. No text may hold anything that
 * comes from the data.
 */
public final class JdbcMessages {
  private JdbcMessages() {}

  /** A JDBC method that is not offered. */
  public static String methodNotOffered(String method) {
    return method + " is not offered";
  }

  /** A class that values cannot be read as. */
  public static String classNotOffered(String className) {
    return "values cannot be read as " + className;
  }

  /** A class that parameters cannot have. */
  public static String parameterClassNotOffered(String className) {
    return "a parameter cannot be a " + className + "; use a standard Java class for its SQL type";
  }

  /** A type code that parameters cannot have. */
  public static String parameterTypeNotOffered(int jdbcType) {
    return "a parameter cannot have the java.sql.Types code " + jdbcType;
  }

  /** A date that SQL cannot spell. */
  public static String dateOutOfRange() {
    return "a date parameter lies outside the years 1 to 9999";
  }

  /** An unexpected failure; what it was is in the owner's log alone. */
  public static String internalError() {
    return "the driver failed; the reason is logged for the data owner";
  }

  /** Use of a closed object. */
  public static String closed(String what) {
    return "the " + what + " is closed";
  }

  /** A getter while the cursor is not on a row. */
  public static String noCurrentRow() {
    return "the cursor is not on a row; call next() first";
  }

  /** A cursor movement that needs a scrollable result. */
  public static String forwardOnly() {
    return "the result is forward only; create the statement with TYPE_SCROLL_INSENSITIVE";
  }

  /** A column index that is not there. */
  public static String noSuchColumn(int index, int count) {
    return "there is no column " + index + "; the result has " + count;
  }

  /** A column label that is not there. */
  public static String noSuchLabel(String label) {
    return "the result has no column labelled " + label;
  }

  /** A parameter index that is not there. */
  public static String noSuchParameter(int index, int count) {
    return "there is no parameter " + index + "; the statement has " + count;
  }

  /** A parameter without a value. */
  public static String parameterNotSet(int index) {
    return "parameter " + index + " has no value";
  }

  /** A value that has no meaning in the class asked for. */
  public static String notConvertible(String from, String to) {
    return "a value of type " + from + " cannot be read as " + to;
  }

  /** A text that does not spell a value of the class asked for. */
  public static String textNotReadable(String to) {
    return "the text cannot be read as " + to;
  }

  /** A value that does not fit the class asked for. */
  public static String outOfRange(String to) {
    return "the value does not fit " + to;
  }

  /** A parameter with a character that no SQL text may hold. */
  public static String badCharacter() {
    return "a text parameter holds a NUL or an unpaired surrogate";
  }

  /** An argument outside what its method takes. */
  public static String badArgument(String what) {
    return "the value given is not allowed for " + what;
  }

  /** A null argument where a value is needed. */
  public static String nullArgument(String what) {
    return what + " is null";
  }

  /** An update method that was given a query. */
  public static String updateOfQuery() {
    return "the statement is a query: use executeQuery or execute";
  }

  /** A query that was asked for where rows are written. */
  public static String queryOfUpdate() {
    return "the statement has no rows to show: use executeUpdate or execute";
  }

  /** A method of Statement that was called on a prepared statement. */
  public static String preparedAlready() {
    return "the statement is prepared: call the method without SQL text";
  }

  /** A schema that is not there for the analyst. */
  public static String noSuchSchema(String schema) {
    return "there is no schema " + schema;
  }
}
