package org.dpjdbc.jdbc;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.NClob;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.Struct;

/** Refuses to make objects that live in a database: procedures, locators, savepoints, shards. */
interface NoServerObjects extends Connection {
  @Override
  default Array createArrayOf(String value, Object[] value2) throws SQLException {
    throw Errors.notOffered("Connection.createArrayOf");
  }

  @Override
  default Blob createBlob() throws SQLException {
    throw Errors.notOffered("Connection.createBlob");
  }

  @Override
  default Clob createClob() throws SQLException {
    throw Errors.notOffered("Connection.createClob");
  }

  @Override
  default NClob createNClob() throws SQLException {
    throw Errors.notOffered("Connection.createNClob");
  }

  @Override
  default SQLXML createSQLXML() throws SQLException {
    throw Errors.notOffered("Connection.createSQLXML");
  }

  @Override
  default Struct createStruct(String value, Object[] value2) throws SQLException {
    throw Errors.notOffered("Connection.createStruct");
  }

  @Override
  default CallableStatement prepareCall(String value) throws SQLException {
    throw Errors.notOffered("Connection.prepareCall");
  }

  @Override
  default CallableStatement prepareCall(String value, int value2, int length) throws SQLException {
    throw Errors.notOffered("Connection.prepareCall");
  }

  @Override
  default CallableStatement prepareCall(String value, int value2, int length, int value4)
      throws SQLException {
    throw Errors.notOffered("Connection.prepareCall");
  }

  @Override
  default void releaseSavepoint(Savepoint value) throws SQLException {
    throw Errors.notOffered("Connection.releaseSavepoint");
  }

  @Override
  default void rollback(Savepoint value) throws SQLException {
    throw Errors.notOffered("Connection.rollback");
  }

  @Override
  default Savepoint setSavepoint() throws SQLException {
    throw Errors.notOffered("Connection.setSavepoint");
  }

  @Override
  default Savepoint setSavepoint(String value) throws SQLException {
    throw Errors.notOffered("Connection.setSavepoint");
  }

  @Override
  default void setShardingKey(ShardingKey value) throws SQLException {
    throw Errors.notOffered("Connection.setShardingKey");
  }

  @Override
  default void setShardingKey(ShardingKey value, ShardingKey value2) throws SQLException {
    throw Errors.notOffered("Connection.setShardingKey");
  }

  @Override
  default boolean setShardingKeyIfValid(ShardingKey value, ShardingKey value2, int length)
      throws SQLException {
    throw Errors.notOffered("Connection.setShardingKeyIfValid");
  }

  @Override
  default boolean setShardingKeyIfValid(ShardingKey value, int value2) throws SQLException {
    throw Errors.notOffered("Connection.setShardingKeyIfValid");
  }
}
