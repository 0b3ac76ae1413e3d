package org.dpjdbc.sql.refusal;

/**
 * Messages of the driver about JDBC methods that are misused or not supported. No message may hold
 * anything that comes from the data.
 */
public final class JdbcMessages {
  private JdbcMessages() {}

  /** A JDBC method that is not supported. */
  public static String methodNotOffered(String method) {
    return method + " is not supported";
  }

  /** A class that values cannot be read as. */
  public static String classNotOffered(String className) {
    return "values cannot be converted to " + className;
  }

  /** A class that parameters cannot have. */
  public static String parameterClassNotOffered(String className) {
    return "a parameter cannot be a " + className + "; use a standard Java class for its SQL type";
  }

  /** A type code that parameters cannot have. */
  public static String parameterTypeNotOffered(int jdbcType) {
    return "a parameter cannot have the java.sql.Types code " + jdbcType;
  }

  /** A date that SQL does not have. */
  public static String dateOutOfRange() {
    return "a date parameter is outside the years 1 to 9999";
  }

  /** An unexpected failure; what it was is in the owner's log alone. */
  public static String internalError() {
    return "the driver failed; the reason is in the data owner's log";
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
    return "the result set is forward-only; create the statement with TYPE_SCROLL_INSENSITIVE";
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
    return "a value of type " + from + " cannot be converted to " + to;
  }

  /** A string that is not a value of the class asked for. */
  public static String stringNotReadable(String to) {
    return "the string cannot be converted to " + to;
  }

  /** A value that does not fit the class asked for. */
  public static String outOfRange(String to) {
    return "the value does not fit " + to;
  }

  /** A parameter with a character that SQL does not allow. */
  public static String badCharacter() {
    return "a string parameter contains a NUL or an unpaired surrogate";
  }

  /** An argument outside what its method takes. */
  public static String badArgument(String what) {
    return "invalid value for " + what;
  }

  /** A null argument where a value is needed. */
  public static String nullArgument(String what) {
    return what + " is null";
  }

  /** An update method that was given a query. */
  public static String updateOfQuery() {
    return "the statement is a query; call executeQuery or execute";
  }

  /** A query that was asked for where rows are written. */
  public static String queryOfUpdate() {
    return "the statement returns no rows; call executeUpdate or execute";
  }

  /** A method of Statement that was called on a prepared statement. */
  public static String preparedAlready() {
    return "the statement is prepared; call the method without SQL text";
  }

  /** A schema that is not there for the analyst. */
  public static String noSuchSchema(String schema) {
    return "there is no schema " + schema;
  }
}
