package org.dpjdbc.sql.dialect.common;

import java.util.Optional;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlNode;
import org.dpjdbc.sql.rewrite.DialectSyntax;

/**
 * How a product reads SQL: its identifiers, its functions, the order of its NULLs and the types of
 * its results. Which database then computes is for {@link BackendDialect} to say. Stateless.
 */
public interface ReadDialect {
  /** The product's name, as its driver gives it: whose words are read. */
  String productName();

  /** Its own functions, operators and clauses. */
  DialectSyntax syntax();

  /** How it spells identifiers. */
  ParserSettings parserSettings();

  /** How the analyst's own expressions are printed as the labels of columns. */
  SqlDialect labels();

  /**
   * The name of a column that the query does not name.
   *
   * @param item as it is written in the SELECT
   * @return empty if the name is the text of the expression
   */
  default Optional<String> called(SqlNode item) {
    return Optional.empty();
  }

  /**
   * The name of a column of VALUES that the query does not name.
   *
   * @param column from 0
   * @param first its value in the first row
   */
  default String valuesColumn(int column, SqlNode first) {
    return "C" + (column + 1);
  }

  /** Where NULLs are sorted of which a query says nothing. */
  NullCollation nullOrder();

  /** What a name in HAVING is that a column of FROM and an alias of the SELECT list have. */
  enum HavingNames {
    /** The column, as in the standard. */
    COLUMNS,
    /** The column if the query groups by it, and else the alias. */
    GROUPS_AND_ALIASES,
    /** Not known: such a query is refused. */
    NOT_KNOWN
  }

  /** What such a name in HAVING is. */
  default HavingNames havingNames() {
    return HavingNames.NOT_KNOWN;
  }

  /**
   * Whether such a name, alone in GROUP BY or ORDER BY, is looked for in the SELECT list as an item
   * and as its alias, and otherwise the column in GROUP BY and the alias in ORDER BY.
   */
  default boolean namesItemsFirst() {
    return false;
  }

  /** Whether there is a schema {@code pg_catalog}, whose tables are found without its name. */
  default boolean hasPgCatalog() {
    return false;
  }

  /** Precisions, and the types of aggregates. */
  RelDataTypeSystem typeSystem();

  /** Its name of a type, for result-set metadata. */
  String typeName(RelDataType type);

  /** JDBC's number of a type, a constant of {@link java.sql.Types}, for result-set metadata. */
  int jdbcType(RelDataType type);
}
