/**
 * MariaDB and MySQL: what they have in common and how they differ. The build tests only MariaDB.
 * Read {@link org.dpjdbc.sql.dialect.mysql.MySqlFamily} first.
 */
@NullMarked
package org.dpjdbc.sql.dialect.mysql;

import org.jspecify.annotations.NullMarked;
