package org.dpjdbc.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;

/**
 * Refuses parameters that are streams, locators or arrays: a parameter is a literal to the
 * analysis.
 */
interface NoStreamParameters extends PreparedStatement {
  @Override
  default void setArray(int index, Array value) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setArray");
  }

  @Override
  default void setAsciiStream(int index, InputStream value) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setAsciiStream");
  }

  @Override
  default void setAsciiStream(int index, InputStream value, int length) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setAsciiStream");
  }

  @Override
  default void setAsciiStream(int index, InputStream value, long length) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setAsciiStream");
  }

  @Override
  default void setBinaryStream(int index, InputStream value) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setBinaryStream");
  }

  @Override
  default void setBinaryStream(int index, InputStream value, int length) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setBinaryStream");
  }

  @Override
  default void setBinaryStream(int index, InputStream value, long length) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setBinaryStream");
  }

  @Override
  default void setBlob(int index, Blob value) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setBlob");
  }

  @Override
  default void setBlob(int index, InputStream value) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setBlob");
  }

  @Override
  default void setBlob(int index, InputStream value, long length) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setBlob");
  }

  @Override
  default void setCharacterStream(int index, Reader value) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setCharacterStream");
  }

  @Override
  default void setCharacterStream(int index, Reader value, int length) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setCharacterStream");
  }

  @Override
  default void setCharacterStream(int index, Reader value, long length) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setCharacterStream");
  }

  @Override
  default void setClob(int index, Clob value) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setClob");
  }

  @Override
  default void setClob(int index, Reader value) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setClob");
  }

  @Override
  default void setClob(int index, Reader value, long length) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setClob");
  }

  @Override
  default void setNCharacterStream(int index, Reader value) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setNCharacterStream");
  }

  @Override
  default void setNCharacterStream(int index, Reader value, long length) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setNCharacterStream");
  }

  @Override
  default void setNClob(int index, NClob value) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setNClob");
  }

  @Override
  default void setNClob(int index, Reader value) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setNClob");
  }

  @Override
  default void setNClob(int index, Reader value, long length) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setNClob");
  }

  @Override
  default void setRef(int index, Ref value) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setRef");
  }

  @Override
  default void setRowId(int index, RowId value) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setRowId");
  }

  @Override
  default void setSQLXML(int index, SQLXML value) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setSQLXML");
  }

  @Override
  default void setURL(int index, URL value) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setURL");
  }

  @Override
  @Deprecated
  default void setUnicodeStream(int index, InputStream value, int length) throws SQLException {
    throw Errors.notOffered("PreparedStatement.setUnicodeStream");
  }
}
