package org.dpjdbc.plan.key;

import java.math.BigDecimal;
import java.time.Year;
import java.util.List;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.algebra.DpOperators;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.model.GroupKey;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.validate.BackendOperators;

/**
 * Group keys in the form in which the database groups by them. Two values that are one to the
 * driver must be one group in the database as well, or a person in both would count twice. So the
 * database itself converts each key to the type in which the driver reads it, before anything is
 * counted, by total forms: numbers out of range become the nearest one of the type, NaN becomes
 * NULL if the type has none, and trailing blanks are removed from blank-padded strings.
 */
public final class KeyColumns {
  private final RexBuilder rex;
  private final KeyNumbers numbers;

  private KeyColumns(RexBuilder rex) {
    this.rex = rex;
    this.numbers = new KeyNumbers(rex);
  }

  /**
   * A key in the type that it is read in.
   *
   * @param group a column of {@code rel}; its type there may be wider, where a total form needs it
   */
  public static RexNode of(RexBuilder rex, RelNode rel, GroupKey group) {
    return new KeyColumns(rex).key(rel, group);
  }

  private RexNode key(RelNode rel, GroupKey group) {
    RexNode key = rex.makeInputRef(rel, group.column());
    RelDataType read = group.type();
    return switch (read.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> numbers.whole(key, read);
      case DECIMAL -> numbers.decimal(key, read, isStored(rel, group.column()));
      case REAL -> plusZero(numbers.single(key, read));
      case FLOAT, DOUBLE -> plusZero(as(key, read));
      case CHAR ->
          isOfOneLength(rel, group.column(), read.getPrecision())
              ? key
              : rex.makeCall(key.getType(), DpOperators.UNPADDED, List.of(key));
      case DATE, TIMESTAMP -> hasUnreadableYears() ? readable(key) : key;
      default -> key;
    };
  }

  private boolean hasUnreadableYears() {
    return rex.getTypeFactory().getTypeSystem() instanceof BackendTypes types
        && types.hasUnreadableYears();
  }

  /** The date or timestamp; NULL if it is read as another one. */
  private RexNode readable(RexNode timestamp) {
    RelDataType year =
        rex.getTypeFactory()
            .createTypeWithNullability(
                rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT),
                timestamp.getType().isNullable());
    RexNode years =
        rex.makeCall(
            year, BackendOperators.EXTRACT, List.of(rex.makeFlag(TimeUnitRange.YEAR), timestamp));
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        rex.makeCall(
            SqlStdOperatorTable.AND,
            rex.makeCall(
                SqlStdOperatorTable.GREATER_THAN_OR_EQUAL,
                years,
                rex.makeExactLiteral(BigDecimal.valueOf(Year.MIN_VALUE))),
            rex.makeCall(
                SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
                years,
                rex.makeExactLiteral(BigDecimal.valueOf(Year.MAX_VALUE)))),
        timestamp,
        rex.makeNullLiteral(timestamp.getType()));
  }

  /** A database may compute in more digits than the type has; -0.0 + 0 is 0.0. */
  private RexNode plusZero(RexNode number) {
    RelDataType type =
        rex.getTypeFactory()
            .createTypeWithNullability(
                rex.getTypeFactory().createSqlType(SqlTypeName.DOUBLE),
                number.getType().isNullable());
    return rex.makeCall(
        type, SqlStdOperatorTable.PLUS, List.of(number, rex.makeExactLiteral(BigDecimal.ZERO)));
  }

  private RexNode as(RexNode key, RelDataType read) {
    return rex.makeAbstractCast(
        rex.getTypeFactory().createTypeWithNullability(read, key.getType().isNullable()),
        key,
        false);
  }

  /** Whether a column of a relation is a stored column of a table, unchanged. */
  private static boolean isStored(RelNode rel, int column) {
    if (rel instanceof TableScan) {
      return true;
    }
    if (rel instanceof Filter || rel instanceof SubSelect) {
      return isStored(rel.getInput(0), column);
    }
    if (rel instanceof Aggregate aggregate) {
      return column < aggregate.getGroupCount()
          && isStored(aggregate.getInput(), aggregate.getGroupSet().nth(column));
    }
    if (rel instanceof Join join) {
      int left = join.getLeft().getRowType().getFieldCount();
      return column < left
          ? isStored(join.getLeft(), column)
          : isStored(join.getRight(), column - left);
    }
    return rel instanceof Project project
        && project.getProjects().get(column) instanceof RexInputRef ref
        && isStored(project.getInput(), ref.getIndex());
  }

  /** Whether all strings have the length of their type: those of a stored column, and literals. */
  private static boolean isOfOneLength(RelNode rel, int column, int length) {
    if (rel instanceof TableScan) {
      return true;
    }
    if (rel instanceof Filter filter) {
      return isOfOneLength(filter.getInput(), column, length);
    }
    return rel instanceof Project project
        && isOfOneLength(project, project.getProjects().get(column), length);
  }

  private static boolean isOfOneLength(Project project, RexNode text, int length) {
    if (text instanceof RexInputRef ref) {
      return ref.getType().getPrecision() == length
          && isOfOneLength(project.getInput(), ref.getIndex(), length);
    }
    if (text instanceof RexLiteral literal) {
      String value = RexLiteral.stringValue(literal);
      return literal.isNull() || (value != null && value.length() == length);
    }
    if (text.getKind() != SqlKind.CASE) {
      return false;
    }
    List<RexNode> parts = ((RexCall) text).getOperands();
    for (int i = 0; i < parts.size(); i++) {
      boolean isValue = i % 2 == 1 || i == parts.size() - 1;
      if (isValue
          && !(parts.get(i) instanceof RexLiteral
              && isOfOneLength(project, parts.get(i), length))) {
        return false;
      }
    }
    return true;
  }
}
