package org.dpjdbc.jdbc;

import java.io.InputStream;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;

/** Refuses the values that are references into a database: an answer is detached from it. */
interface NoLocators extends ResultSet {
  @Override
  default Array getArray(int index) throws SQLException {
    throw Errors.notOffered("ResultSet.getArray");
  }

  @Override
  default Blob getBlob(int index) throws SQLException {
    throw Errors.notOffered("ResultSet.getBlob");
  }

  @Override
  default Clob getClob(int index) throws SQLException {
    throw Errors.notOffered("ResultSet.getClob");
  }

  @Override
  default NClob getNClob(int index) throws SQLException {
    throw Errors.notOffered("ResultSet.getNClob");
  }

  @Override
  default Ref getRef(int index) throws SQLException {
    throw Errors.notOffered("ResultSet.getRef");
  }

  @Override
  default RowId getRowId(int index) throws SQLException {
    throw Errors.notOffered("ResultSet.getRowId");
  }

  @Override
  default SQLXML getSQLXML(int index) throws SQLException {
    throw Errors.notOffered("ResultSet.getSQLXML");
  }

  @Override
  default URL getURL(int index) throws SQLException {
    throw Errors.notOffered("ResultSet.getURL");
  }

  @Override
  @Deprecated
  default InputStream getUnicodeStream(int index) throws SQLException {
    throw Errors.notOffered("ResultSet.getUnicodeStream");
  }
}
