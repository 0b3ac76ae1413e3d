<#--
  The methods of JDBC that are not offered, and the getters by label: an interface of default methods for each, which the
  classes of JDBC implement. A method stands as JDBC declares it, without the names of its parameters; COLUMN is an index
  in one method, and a label in another. If one is missing, its class does not compile.
-->
<#assign tables = [
  {"name": "ConnectionStubs", "of": "Connection", "says": "Refuses to make objects that live in a database.", "methods": "
    Array createArrayOf(String, Object[]); Blob createBlob(); Clob createClob(); NClob createNClob();
    SQLXML createSQLXML(); Struct createStruct(String, Object[]); CallableStatement prepareCall(String);
    CallableStatement prepareCall(String, int, int); CallableStatement prepareCall(String, int, int, int);
    void releaseSavepoint(Savepoint); void rollback(Savepoint); Savepoint setSavepoint();
    Savepoint setSavepoint(String); void setShardingKey(ShardingKey); void setShardingKey(ShardingKey, ShardingKey);
    boolean setShardingKeyIfValid(ShardingKey, ShardingKey, int); boolean setShardingKeyIfValid(ShardingKey, int);
  "},
  {"name": "StatementStubs", "of": "Statement", "says": "Refuses batches: each query is charged on its own.", "methods": "
    void addBatch(String); int[] executeBatch(); long[] executeLargeBatch();
  "},
  {"name": "PreparedStatementStubs", "of": "PreparedStatement",
   "says": "Refuses streams, locators and arrays as parameters: a parameter is a literal to the analysis.", "methods": "
    void addBatch(); void setArray(int, Array); void setAsciiStream(int, InputStream);
    void setAsciiStream(int, InputStream, int); void setAsciiStream(int, InputStream, long);
    void setBinaryStream(int, InputStream); void setBinaryStream(int, InputStream, int);
    void setBinaryStream(int, InputStream, long); void setBlob(int, Blob); void setBlob(int, InputStream);
    void setBlob(int, InputStream, long); void setCharacterStream(int, Reader);
    void setCharacterStream(int, Reader, int); void setCharacterStream(int, Reader, long); void setClob(int, Clob);
    void setClob(int, Reader); void setClob(int, Reader, long); void setNCharacterStream(int, Reader);
    void setNCharacterStream(int, Reader, long); void setNClob(int, NClob); void setNClob(int, Reader);
    void setNClob(int, Reader, long); void setRef(int, Ref); void setRowId(int, RowId); void setSQLXML(int, SQLXML);
    void setURL(int, URL); void setUnicodeStream(int, InputStream, int);
  "},
  {"name": "ResultSetStubs", "of": "ResultSet",
   "says": "Refuses updates and references into a database: an answer is detached from it.", "methods": "
    void cancelRowUpdates(); void deleteRow(); String getCursorName(); void insertRow(); void moveToCurrentRow();
    void moveToInsertRow(); void refreshRow(); void updateRow(); Array getArray(int); Blob getBlob(int);
    Clob getClob(int); NClob getNClob(int); Ref getRef(int); RowId getRowId(int); SQLXML getSQLXML(int);
    URL getURL(int); InputStream getUnicodeStream(int); void updateArray(COLUMN, Array);
    void updateAsciiStream(COLUMN, InputStream); void updateAsciiStream(COLUMN, InputStream, int);
    void updateAsciiStream(COLUMN, InputStream, long); void updateBigDecimal(COLUMN, BigDecimal);
    void updateBinaryStream(COLUMN, InputStream); void updateBinaryStream(COLUMN, InputStream, int);
    void updateBinaryStream(COLUMN, InputStream, long); void updateBlob(COLUMN, Blob);
    void updateBlob(COLUMN, InputStream); void updateBlob(COLUMN, InputStream, long);
    void updateBoolean(COLUMN, boolean); void updateByte(COLUMN, byte); void updateBytes(COLUMN, byte[]);
    void updateCharacterStream(COLUMN, Reader); void updateCharacterStream(COLUMN, Reader, int);
    void updateCharacterStream(COLUMN, Reader, long); void updateClob(COLUMN, Clob);
    void updateClob(COLUMN, Reader); void updateClob(COLUMN, Reader, long); void updateDate(COLUMN, Date);
    void updateDouble(COLUMN, double); void updateFloat(COLUMN, float); void updateInt(COLUMN, int);
    void updateLong(COLUMN, long); void updateNCharacterStream(COLUMN, Reader);
    void updateNCharacterStream(COLUMN, Reader, long); void updateNClob(COLUMN, NClob);
    void updateNClob(COLUMN, Reader); void updateNClob(COLUMN, Reader, long); void updateNString(COLUMN, String);
    void updateNull(COLUMN); void updateObject(COLUMN, Object); void updateObject(COLUMN, Object, SQLType);
    void updateObject(COLUMN, Object, SQLType, int); void updateObject(COLUMN, Object, int);
    void updateRef(COLUMN, Ref); void updateRowId(COLUMN, RowId); void updateSQLXML(COLUMN, SQLXML);
    void updateShort(COLUMN, short); void updateString(COLUMN, String); void updateTime(COLUMN, Time);
    void updateTimestamp(COLUMN, Timestamp);
  "},
  {"name": "LabelledColumns", "of": "ResultSet", "byLabel": true,
   "says": "Implements every getter by label with the getter by index.", "methods": "
    Array getArray(String); InputStream getAsciiStream(String); BigDecimal getBigDecimal(String);
    BigDecimal getBigDecimal(String, int); InputStream getBinaryStream(String); Blob getBlob(String);
    boolean getBoolean(String); byte getByte(String); byte[] getBytes(String); Reader getCharacterStream(String);
    Clob getClob(String); Date getDate(String); Date getDate(String, Calendar); double getDouble(String);
    float getFloat(String); int getInt(String); long getLong(String); Reader getNCharacterStream(String);
    NClob getNClob(String); String getNString(String); Object getObject(String); <T> T getObject(String, Class<T>);
    Object getObject(String, Map); Ref getRef(String); RowId getRowId(String); SQLXML getSQLXML(String);
    short getShort(String); String getString(String); Time getTime(String); Time getTime(String, Calendar);
    Timestamp getTimestamp(String); Timestamp getTimestamp(String, Calendar); URL getURL(String);
    InputStream getUnicodeStream(String);
  "}
]>
<#macro method head types byLabel of>
  @Override
  default ${head}(<#list types as type>${type} a${type?index}<#sep>, </#list>) throws SQLException {
<#local name = head?keep_after_last(" ")>
<#if byLabel>
    return ${name}(<#list types as type>${type?is_first?then("findColumn(a0)", "a" + type?index)}<#sep>, </#list>);
<#else>
    throw Errors.notOffered("${of}.${name}");
</#if>
  }

</#macro>
<@pp.dropOutputFile/>
<#list tables as table>
<@pp.changeOutputFile name="/org/dpjdbc/jdbc/" + table.name + ".java"/>
package org.dpjdbc.jdbc;

import java.io.*;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.*;
import java.util.Calendar;
import java.util.Map;
import org.dpjdbc.jdbc.error.Errors;
import org.jspecify.annotations.NullUnmarked;

/** ${table.says} */
@NullUnmarked
@SuppressWarnings({"deprecation", "rawtypes", "unchecked"})
interface ${table.name} extends ${table.of} {
<#list table.methods?replace("\\s+", " ", "r")?split(";") as declared>
<#if declared?trim != "">
<#assign head = declared?keep_before("(")?trim types = declared?keep_after("(")?keep_before_last(")")>
<#list declared?contains("COLUMN")?then(["int", "String"], [""]) as column>
<@method head types?replace("COLUMN", column)?split(", ")?filter(type -> type != "") table.byLabel!false table.of/>
</#list>
</#if>
</#list>
}
</#list>
