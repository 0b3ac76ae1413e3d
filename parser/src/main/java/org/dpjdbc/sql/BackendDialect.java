package org.dpjdbc.sql;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlDialect;
import org.dpjdbc.policy.LiveSchema;

/** What differs between the databases behind the driver, and nothing else. Stateless. */
public interface BackendDialect {
  /** The database's product name, as its driver gives it. */
  String productName();

  /** How the database spells identifiers. */
  ParserSettings parserSettings();

  /** How SQL is printed for the database. */
  SqlDialect printer();

  /** Precisions, and the types of aggregates. */
  RelDataTypeSystem typeSystem();

  /**
   * The type of a column, nullable as the live schema says.
   *
   * @return empty for a type that is not offered
   */
  Optional<RelDataType> type(RelDataTypeFactory types, LiveSchema.Column column);

  /**
   * Whether a column is cast to text where it is read: a comparison with a text could fail for its
   * own type.
   */
  boolean readAsText(LiveSchema.Column column);

  /** The database's name of a type, for result-set metadata. */
  String typeName(RelDataType type);

  /**
   * A number that is a fixed, data-independent hash of the values: by its order it is decided which
   * of a unit's groups or values are kept. Total; NULL is a value like any other.
   */
  RexNode hash(RexBuilder rex, List<RexNode> values);

  /**
   * Whether joins are planned better where the rows are then sorted: H2 reckons the cost of sorting
   * for each table, and so prefers to read a large one once and to look up in small ones.
   */
  default boolean plansBetterOrdered() {
    return false;
  }

  /**
   * Whether conditions of inner joins belong into WHERE, all together: H2 finds those that follow
   * from two others only where these stand side by side.
   */
  default boolean joinsInWhere() {
    return false;
  }

  /** The statements that pin a new backend connection; run once, before anything else. */
  List<String> pinning();

  /** The dialect of a database by its product name. */
  static Optional<BackendDialect> of(String productName) {
    return productName.equals("H2") ? Optional.of(new H2Backend()) : Optional.empty();
  }
}
