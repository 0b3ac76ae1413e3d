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

/** Refuses every update of a column named by its label: an answer cannot be changed. */
interface ReadOnlyByLabel extends ResultSet {
  @Override
  default void updateArray(String label, Array value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateArray");
  }

  @Override
  default void updateAsciiStream(String label, InputStream value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateAsciiStream");
  }

  @Override
  default void updateAsciiStream(String label, InputStream value, int length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateAsciiStream");
  }

  @Override
  default void updateAsciiStream(String label, InputStream value, long length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateAsciiStream");
  }

  @Override
  default void updateBigDecimal(String label, BigDecimal value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateBigDecimal");
  }

  @Override
  default void updateBinaryStream(String label, InputStream value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateBinaryStream");
  }

  @Override
  default void updateBinaryStream(String label, InputStream value, int length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateBinaryStream");
  }

  @Override
  default void updateBinaryStream(String label, InputStream value, long length)
      throws SQLException {
    throw Errors.notOffered("ResultSet.updateBinaryStream");
  }

  @Override
  default void updateBlob(String label, Blob value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateBlob");
  }

  @Override
  default void updateBlob(String label, InputStream value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateBlob");
  }

  @Override
  default void updateBlob(String label, InputStream value, long length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateBlob");
  }

  @Override
  default void updateBoolean(String label, boolean value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateBoolean");
  }

  @Override
  default void updateByte(String label, byte value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateByte");
  }

  @Override
  default void updateBytes(String label, byte[] value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateBytes");
  }

  @Override
  default void updateCharacterStream(String label, Reader value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateCharacterStream");
  }

  @Override
  default void updateCharacterStream(String label, Reader value, int length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateCharacterStream");
  }

  @Override
  default void updateCharacterStream(String label, Reader value, long length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateCharacterStream");
  }

  @Override
  default void updateClob(String label, Clob value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateClob");
  }

  @Override
  default void updateClob(String label, Reader value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateClob");
  }

  @Override
  default void updateClob(String label, Reader value, long length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateClob");
  }

  @Override
  default void updateDate(String label, Date value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateDate");
  }

  @Override
  default void updateDouble(String label, double value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateDouble");
  }

  @Override
  default void updateFloat(String label, float value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateFloat");
  }

  @Override
  default void updateInt(String label, int value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateInt");
  }

  @Override
  default void updateLong(String label, long value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateLong");
  }

  @Override
  default void updateNCharacterStream(String label, Reader value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateNCharacterStream");
  }

  @Override
  default void updateNCharacterStream(String label, Reader value, long length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateNCharacterStream");
  }

  @Override
  default void updateNClob(String label, NClob value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateNClob");
  }

  @Override
  default void updateNClob(String label, Reader value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateNClob");
  }

  @Override
  default void updateNClob(String label, Reader value, long length) throws SQLException {
    throw Errors.notOffered("ResultSet.updateNClob");
  }

  @Override
  default void updateNString(String label, String value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateNString");
  }

  @Override
  default void updateNull(String label) throws SQLException {
    throw Errors.notOffered("ResultSet.updateNull");
  }

  @Override
  default void updateObject(String label, Object value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateObject");
  }

  @Override
  default void updateObject(String label, Object value, SQLType type) throws SQLException {
    throw Errors.notOffered("ResultSet.updateObject");
  }

  @Override
  default void updateObject(String label, Object value, SQLType type, int scale)
      throws SQLException {
    throw Errors.notOffered("ResultSet.updateObject");
  }

  @Override
  default void updateObject(String label, Object value, int scale) throws SQLException {
    throw Errors.notOffered("ResultSet.updateObject");
  }

  @Override
  default void updateRef(String label, Ref value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateRef");
  }

  @Override
  default void updateRowId(String label, RowId value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateRowId");
  }

  @Override
  default void updateSQLXML(String label, SQLXML value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateSQLXML");
  }

  @Override
  default void updateShort(String label, short value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateShort");
  }

  @Override
  default void updateString(String label, String value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateString");
  }

  @Override
  default void updateTime(String label, Time value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateTime");
  }

  @Override
  default void updateTimestamp(String label, Timestamp value) throws SQLException {
    throw Errors.notOffered("ResultSet.updateTimestamp");
  }
}
