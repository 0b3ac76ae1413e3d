package org.dpjdbc.plan.relation;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.contribution.OverLimitReference;
import org.dpjdbc.policy.ColumnPolicy;
import org.dpjdbc.sql.validate.CatalogTable;
import org.jspecify.annotations.Nullable;

/**
 * A column that numbers the rows with the same reference, as line items are numbered within their
 * order. The database keeps it unique together with the reference, and the policy bounds it. It
 * therefore limits how many rows reference one row ({@link OverLimitReference}), except for rows
 * whose number is out of bounds. Such rows count in no query, so that the answer does not depend on
 * the strategy that reads the table. Whether there is a numbering depends only on the policy and on
 * the types and keys of the table.
 *
 * <p>Leaving out a row because of its own values affects no other row, and removes at most what the
 * row would add.
 *
 * @param column its place among those of the scan
 * @param min the smallest number that counts
 * @param max the largest number that counts
 */
public record Numbering(int column, BigInteger min, BigInteger max) {

  /**
   * The column that numbers the rows with the same reference; of several the one with the fewest
   * numbers.
   *
   * @param scanned the columns that are read
   * @param reference the column that references whoever has a row
   */
  public static Optional<Numbering> of(
      CatalogTable.Backend table, RelDataType scanned, String reference) {
    return table.live().uniqueKeys().stream()
        .filter(key -> key.size() == 2 && key.contains(reference))
        .flatMap(List::stream)
        .filter(name -> !name.equals(reference))
        .distinct()
        .sorted()
        .flatMap(name -> of(table, scanned.getField(name, true, false)))
        .min(Comparator.comparing(Numbering::numbers));
  }

  private static Stream<Numbering> of(
      CatalogTable.Backend table, @Nullable RelDataTypeField field) {
    if (field == null
        || field.getType().isNullable()
        || !SqlTypeName.INT_TYPES.contains(field.getType().getSqlTypeName())) {
      return Stream.of();
    }
    return table.policy().column(field.getName()).flatMap(ColumnPolicy::bounds).stream()
        .map(
            bounds ->
                new Numbering(
                    field.getIndex(),
                    whole(PolicyValues.ordinal(bounds.lower()), RoundingMode.CEILING),
                    whole(PolicyValues.ordinal(bounds.upper()), RoundingMode.FLOOR)));
  }

  private static BigInteger whole(BigDecimal bound, RoundingMode inwards) {
    return bound.setScale(0, inwards).toBigInteger();
  }

  /** How many numbers count. */
  public BigInteger numbers() {
    return max.subtract(min).add(BigInteger.ONE).max(BigInteger.ZERO);
  }

  /** The rows whose number counts. */
  RelNode kept(RelNode scan) {
    return LogicalFilter.create(scan, counts(scan));
  }

  /** Whether the rows of a relation are {@link #kept} ones of a scan. */
  public boolean isKept(RelNode rel) {
    return (rel instanceof Filter filter
            && isScan(filter.getInput())
            && filter.getCondition().equals(counts(filter.getInput())))
        || (rel.getInputs().size() == 1 && isKept(rel.getInput(0)));
  }

  /** A scan, or its columns in the same order, in the form that the dialect reads them in. */
  private static boolean isScan(RelNode rel) {
    return rel instanceof TableScan
        || (rel instanceof Filter && isScan(rel.getInput(0)))
        || (rel instanceof Project project
            && project.getInput() instanceof TableScan scan
            && project.getRowType().getFieldNames().equals(scan.getRowType().getFieldNames()));
  }

  private RexNode counts(RelNode scan) {
    RexBuilder rex = scan.getCluster().getRexBuilder();
    RexNode number = rex.makeInputRef(scan, column);
    return rex.makeCall(
        SqlStdOperatorTable.AND,
        rex.makeCall(
            SqlStdOperatorTable.GREATER_THAN_OR_EQUAL,
            number,
            rex.makeExactLiteral(new BigDecimal(min))),
        rex.makeCall(
            SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
            number,
            rex.makeExactLiteral(new BigDecimal(max))));
  }
}
