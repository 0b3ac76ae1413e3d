package org.dpjdbc.sql.validate;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.util.Litmus;
import org.dpjdbc.sql.dialect.common.ReadDialect;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.jspecify.annotations.Nullable;

/**
 * Columns of FROM that an alias of the SELECT list has the name of. Calcite takes the alias in each
 * expression of HAVING, QUALIFY and ORDER BY. Databases take the column in an expression of ORDER
 * BY and in QUALIFY; in HAVING and GROUP BY they differ.
 */
final class HiddenColumns {
  private static final Set<SqlKind> OF_ROWS =
      EnumSet.of(SqlKind.FILTER, SqlKind.WITHIN_GROUP, SqlKind.WITHIN_DISTINCT);

  private final SqlSelect select;
  private final SelectScope from;
  private final SqlNameMatcher names;

  HiddenColumns(SqlSelect select, SelectScope from, SqlNameMatcher names) {
    this.select = select;
    this.from = from;
    this.names = names;
  }

  /**
   * An item of ORDER BY, whose columns are qualified unless a name stands alone.
   *
   * @param byPlace whether a name alone is the first item that is the column or has the alias, and
   *     not the alias in any case
   */
  SqlNode inOrder(SqlNode item, boolean byPlace) {
    if (!(item instanceof SqlIdentifier name)) {
      return qualified(item);
    }
    if (!byPlace || !hides(name)) {
      return item;
    }
    int column = columnPlace(name);
    return column >= 0 && column < place(name) ? number(column, name) : item;
  }

  /** An expression in which the columns are qualified that an alias hides. */
  SqlNode qualified(SqlNode expression) {
    return accepted(expression, new Qualified());
  }

  private static SqlNode accepted(SqlNode expression, SqlShuttle shuttle) {
    return Objects.requireNonNull(expression.accept(shuttle), "an expression");
  }

  /**
   * A condition on groups.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if it is not known what the database takes
   */
  SqlNode inHaving(SqlNode condition, ReadDialect.HavingNames dialect) {
    if (dialect == ReadDialect.HavingNames.COLUMNS) {
      return qualified(condition);
    }
    SqlNode aliases = accepted(condition, new InAggregates());
    if (dialect == ReadDialect.HavingNames.NOT_KNOWN
        && !qualified(aliases).equalsDeep(aliases, Litmus.IGNORE)) {
      throw ParseMessages.hiddenColumn().at(Position.of(condition.getParserPosition()));
    }
    return aliases;
  }

  /** The keys of groups, a name that is an alias and no item itself as the number of its item. */
  SqlNodeList withAliasesNumbered(SqlNodeList keys) {
    SqlNodeList numbered = new SqlNodeList(keys.getParserPosition());
    for (SqlNode key : keys) {
      numbered.add(
          key instanceof SqlIdentifier name && hides(name) && columnPlace(name) < 0
              ? number(place(name), name)
              : key);
    }
    return numbered;
  }

  private static SqlNode number(int place, SqlIdentifier name) {
    return SqlLiteral.createExactNumeric(Integer.toString(place + 1), name.getParserPosition());
  }

  private boolean hides(SqlIdentifier name) {
    return name.isSimple()
        && place(name) >= 0
        && !from.findQualifyingTableNames(name.getSimple(), name, names).isEmpty();
  }

  /** The first item of another value that has a name as its alias, or -1. */
  private int place(SqlIdentifier name) {
    return first(
        item ->
            item.getKind() == SqlKind.AS
                && ((SqlCall) item).operand(1) instanceof SqlIdentifier alias
                && names.matches(alias.getSimple(), name.getSimple())
                && !isColumn(SqlUtil.stripAs(item), name));
  }

  /** The first item that is a column of a name, whatever its alias is, or -1. */
  private int columnPlace(SqlIdentifier name) {
    return first(item -> isColumn(SqlUtil.stripAs(item), name));
  }

  private int first(Predicate<SqlNode> which) {
    SqlNodeList items = select.getSelectList();
    return IntStream.range(0, items.size())
        .filter(i -> which.test(items.get(i)))
        .findFirst()
        .orElse(-1);
  }

  private boolean isColumn(SqlNode item, SqlIdentifier name) {
    return item instanceof SqlIdentifier column
        && names.matches(column.names.get(column.names.size() - 1), name.getSimple());
  }

  private final class Qualified extends SqlShuttle {
    @Override
    public SqlNode visit(SqlIdentifier name) {
      return hides(name) ? from.fullyQualify(name).identifier : name;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      return call.isA(SqlKind.QUERY) ? call : super.visit(call);
    }
  }

  /** An aggregate is of columns, whatever stands around it. */
  private final class InAggregates extends SqlShuttle {
    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      if (call.isA(SqlKind.QUERY)) {
        return call;
      }
      return Operators.isAggregate(call) || call.isA(OF_ROWS) ? qualified(call) : super.visit(call);
    }
  }
}
