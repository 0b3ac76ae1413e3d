package org.dpjdbc.jdbc.error;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import org.dpjdbc.sql.refusal.JdbcMessages;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only class that creates a {@link SQLException}. None has a cause, a next exception or
 * anything that comes from the data. Vendor codes are stable: those of refusals are below 100.
 */
public final class Errors {
  private static final Logger LOGGER = LoggerFactory.getLogger(Errors.class);

  private Errors() {}

  /** A refusal in the JDBC subclass that fits its SQLState. */
  public static SQLException refused(RefusedException refusal) {
    String text = refusal.getMessage();
    String state = refusal.code().sqlState();
    int vendor = vendorCode(refusal.code());
    return switch (refusal.code()) {
      case RAW_ROWS, NO_BOUNDS, UNIT, UNSUPPORTED, SYNTAX, UNKNOWN_TABLE, UNKNOWN_COLUMN ->
          new SQLSyntaxErrorException(text, state, vendor);
      case READ_ONLY, BUDGET, BACKEND -> new SQLNonTransientException(text, state, vendor);
      case DIVISION_BY_ZERO, OUT_OF_RANGE, BAD_CAST, MANY_ROWS, FINISH, LIMIT ->
          new SQLDataException(text, state, vendor);
      case STOPPED -> new SQLTimeoutException(text, state, vendor);
      case POLICY -> new SQLNonTransientConnectionException(text, state, vendor);
      case LOGIN -> new SQLInvalidAuthorizationSpecException(text, state, vendor);
    };
  }

  private static int vendorCode(RefusalCode code) {
    return switch (code) {
      case RAW_ROWS -> 1;
      case NO_BOUNDS -> 2;
      case UNIT -> 3;
      case UNSUPPORTED -> 4;
      case READ_ONLY -> 5;
      case BUDGET -> 6;
      case BACKEND -> 7;
      case STOPPED -> 8;
      case POLICY -> 9;
      case SYNTAX -> 10;
      case UNKNOWN_TABLE -> 11;
      case UNKNOWN_COLUMN -> 12;
      case FINISH -> 13;
      case DIVISION_BY_ZERO -> 14;
      case OUT_OF_RANGE -> 15;
      case BAD_CAST -> 16;
      case LIMIT -> 19;
      case MANY_ROWS -> 17;
      case LOGIN -> 18;
    };
  }

  /** An unforeseen failure: logged here, and reported without details. */
  public static SQLException internal(Throwable failure) {
    try {
      LOGGER.error("The driver failed", failure);
    } catch (RuntimeException | Error again) {
      // Memory or stack may still be short; the caller gets the same exception all the same.
    }
    return new SQLNonTransientException(JdbcMessages.internalError(), "HY000", 100);
  }

  /** A JDBC method that is not offered. */
  public static SQLFeatureNotSupportedException notOffered(String method) {
    return new SQLFeatureNotSupportedException(JdbcMessages.methodNotOffered(method), "HYC00", 101);
  }

  public static SQLFeatureNotSupportedException classNotOffered(Class<?> target) {
    return new SQLFeatureNotSupportedException(
        JdbcMessages.classNotOffered(target.getName()), "HYC00", 102);
  }

  public static SQLFeatureNotSupportedException parameterClassNotOffered(Class<?> given) {
    return new SQLFeatureNotSupportedException(
        JdbcMessages.parameterClassNotOffered(given.getName()), "HYC00", 103);
  }

  public static SQLException connectionClosed() {
    return new SQLNonTransientConnectionException(JdbcMessages.closed("connection"), "08003", 110);
  }

  public static SQLException statementClosed() {
    return new SQLNonTransientException(JdbcMessages.closed("statement"), "HY010", 111);
  }

  public static SQLException resultClosed() {
    return new SQLNonTransientException(JdbcMessages.closed("result"), "24000", 112);
  }

  public static SQLException noCurrentRow() {
    return new SQLNonTransientException(JdbcMessages.noCurrentRow(), "24000", 113);
  }

  public static SQLException forwardOnly() {
    return new SQLNonTransientException(JdbcMessages.forwardOnly(), "HY106", 114);
  }

  public static SQLException noSuchColumn(int index, int count) {
    return new SQLNonTransientException(JdbcMessages.noSuchColumn(index, count), "07009", 120);
  }

  public static SQLException noSuchLabel(String label) {
    return new SQLSyntaxErrorException(JdbcMessages.noSuchLabel(label), "42S22", 121);
  }

  public static SQLException noSuchParameter(int index, int count) {
    return new SQLNonTransientException(JdbcMessages.noSuchParameter(index, count), "07009", 122);
  }

  public static SQLException parameterNotSet(int index) {
    return new SQLNonTransientException(JdbcMessages.parameterNotSet(index), "07001", 123);
  }

  public static SQLException notConvertible(Object value, Class<?> target) {
    return new SQLDataException(
        JdbcMessages.notConvertible(value.getClass().getSimpleName(), target.getName()),
        "22018",
        130);
  }

  public static SQLException stringNotReadable(Class<?> target) {
    return new SQLDataException(JdbcMessages.stringNotReadable(target.getName()), "22018", 131);
  }

  public static SQLException outOfRange(Class<?> target) {
    return new SQLDataException(JdbcMessages.outOfRange(target.getName()), "22003", 132);
  }

  public static SQLException badCharacter() {
    return new SQLDataException(JdbcMessages.badCharacter(), "22021", 133);
  }

  public static SQLException dateOutOfRange() {
    return new SQLDataException(JdbcMessages.dateOutOfRange(), "22008", 134);
  }

  public static SQLFeatureNotSupportedException parameterTypeNotOffered(int jdbcType) {
    return new SQLFeatureNotSupportedException(
        JdbcMessages.parameterTypeNotOffered(jdbcType), "HYC00", 104);
  }

  /** An argument outside what its method takes. */
  public static SQLException badArgument(String what) {
    return new SQLNonTransientException(JdbcMessages.badArgument(what), "HY024", 140);
  }

  /** A null argument where a value is needed. */
  public static SQLException nullArgument(String what) {
    return new SQLNonTransientException(JdbcMessages.nullArgument(what), "HY009", 141);
  }

  public static SQLException updateOfQuery() {
    return new SQLNonTransientException(JdbcMessages.updateOfQuery(), "HY000", 142);
  }

  public static SQLException queryOfUpdate() {
    return new SQLNonTransientException(JdbcMessages.queryOfUpdate(), "HY000", 142);
  }

  public static SQLException preparedAlready() {
    return new SQLNonTransientException(JdbcMessages.preparedAlready(), "HY010", 143);
  }

  public static SQLException noSuchSchema(String schema) {
    return new SQLNonTransientException(JdbcMessages.noSuchSchema(schema), "3F000", 144);
  }
}
