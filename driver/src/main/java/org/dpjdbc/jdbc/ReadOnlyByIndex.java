package org.dpjdbc.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;

/** Refuses every update of a column named by its index: an answer cannot be changed. */
interface ReadOnlyByIndex extends ResultSet {
  @Override
  default void updateArray(int index, Array value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateArray");
  }

  @Override
  default void updateAsciiStream(int index, InputStream value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateAsciiStream");
  }

  @Override
  default void updateAsciiStream(int index, InputStream value, int length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateAsciiStream");
  }

  @Override
  default void updateAsciiStream(int index, InputStream value, long length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateAsciiStream");
  }

  @Override
  default void updateBigDecimal(int index, BigDecimal value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateBigDecimal");
  }

  @Override
  default void updateBinaryStream(int index, InputStream value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateBinaryStream");
  }

  @Override
  default void updateBinaryStream(int index, InputStream value, int length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateBinaryStream");
  }

  @Override
  default void updateBinaryStream(int index, InputStream value, long length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateBinaryStream");
  }

  @Override
  default void updateBlob(int index, Blob value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateBlob");
  }

  @Override
  default void updateBlob(int index, InputStream value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateBlob");
  }

  @Override
  default void updateBlob(int index, InputStream value, long length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateBlob");
  }

  @Override
  default void updateBoolean(int index, boolean value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateBoolean");
  }

  @Override
  default void updateByte(int index, byte value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateByte");
  }

  @Override
  default void updateBytes(int index, byte[] value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateBytes");
  }

  @Override
  default void updateCharacterStream(int index, Reader value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateCharacterStream");
  }

  @Override
  default void updateCharacterStream(int index, Reader value, int length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateCharacterStream");
  }

  @Override
  default void updateCharacterStream(int index, Reader value, long length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateCharacterStream");
  }

  @Override
  default void updateClob(int index, Clob value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateClob");
  }

  @Override
  default void updateClob(int index, Reader value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateClob");
  }

  @Override
  default void updateClob(int index, Reader value, long length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateClob");
  }

  @Override
  default void updateDate(int index, Date value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateDate");
  }

  @Override
  default void updateDouble(int index, double value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateDouble");
  }

  @Override
  default void updateFloat(int index, float value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateFloat");
  }

  @Override
  default void updateInt(int index, int value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateInt");
  }

  @Override
  default void updateLong(int index, long value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateLong");
  }

  @Override
  default void updateNCharacterStream(int index, Reader value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateNCharacterStream");
  }

  @Override
  default void updateNCharacterStream(int index, Reader value, long length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateNCharacterStream");
  }

  @Override
  default void updateNClob(int index, NClob value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateNClob");
  }

  @Override
  default void updateNClob(int index, Reader value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateNClob");
  }

  @Override
  default void updateNClob(int index, Reader value, long length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateNClob");
  }

  @Override
  default void updateNString(int index, String value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateNString");
  }

  @Override
  default void updateNull(int index) throws SQLException {
    throw Errors.notOffered("ResultSet.updateNull");
  }

  @Override
  default void updateObject(int index, Object value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateObject");
  }

  @Override
  default void updateObject(int index, Object value, SQLType type) throws SQLException {
    throw Errors.notOffered("ResultSet.updateObject");
  }

  @Override
  default void updateObject(int index, Object value, SQLType type, int scale) throws SQLException {
    throw Errors.notOffered("ResultSet.updateObject");
  }

  @Override
  default void updateObject(int index, Object value, int scale) throws SQLException {
    throw Errors.notOffered("ResultSet.updateObject");
  }

  @Override
  default void updateRef(int index, Ref value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateRef");
  }

  @Override
  default void updateRowId(int index, RowId value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateRowId");
  }

  @Override
  default void updateSQLXML(int index, SQLXML value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateSQLXML");
  }

  @Override
  default void updateShort(int index, short value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateShort");
  }

  @Override
  default void updateString(int index, String value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateString");
  }

  @Override
  default void updateTime(int index, Time value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateTime");
  }

  @Override
  default void updateTimestamp(int index, Timestamp value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateTimestamp");
  }
}
