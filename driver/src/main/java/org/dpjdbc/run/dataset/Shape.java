package org.dpjdbc.run.dataset;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.Outline;
import org.dpjdbc.plan.Planner;
import org.dpjdbc.plan.TablePeek;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.api.AnswerColumns;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.finish.error.ErrorColumns;
import org.dpjdbc.run.finish.error.NoisyInput;
import org.dpjdbc.sql.dialect.common.ReadDialect;
import org.dpjdbc.sql.validate.Catalog;
import org.dpjdbc.sql.validate.ValidQuery;

/**
 * The columns of every answer to a query text, whatever the values of its parameters and whether it
 * has rows: determined by the SQL alone. Plans follow it, so that no answer differs from its
 * description.
 *
 * @param types of the query's own columns
 * @param noisy which of them have an error, if errors are shown
 * @param error the type of errors
 * @param saysMadeUp the type of the column that says so, where the query opens a private table
 */
public record Shape(
    ValidQuery types, List<Boolean> noisy, RelDataType error, Optional<RelDataType> saysMadeUp) {
  /** Decimal digits that every double has. */
  private static final int DOUBLE_DIGITS = 15;

  /**
   * The shape of a query; one without algebra, which is refused, has its own columns.
   *
   * @param outlines finds the columns that have an error; empty if none are shown
   */
  static Shape of(
      ValidQuery types, Optional<RelNode> rel, Catalog catalog, Optional<Planner> outlines) {
    return new Shape(
        types,
        rel.flatMap(query -> outlines.map(planner -> noisy(planner.outline(query))))
            .orElseGet(() -> Collections.nCopies(types.rowType().getFieldCount(), false)),
        ErrorColumns.type(catalog.types()),
        rel.flatMap(TablePeek::of).map(peek -> last(peek.finish())));
  }

  private static List<Boolean> noisy(Outline outline) {
    return ErrorColumns.noisy(outline.finish(), inputs(outline.noisy()));
  }

  private static List<NoisyInput> inputs(Map<String, List<Integer>> noisy) {
    List<NoisyInput> inputs = new ArrayList<>();
    noisy.forEach(
        (name, columns) ->
            inputs.add(
                new NoisyInput(
                    name,
                    columns.stream()
                        .map(column -> new NoisyInput.Column(column, Set.of(column)))
                        .toList(),
                    /* independentRows= */ true)));
    return inputs;
  }

  private static RelDataType last(RelNode rel) {
    List<RelDataTypeField> fields = rel.getRowType().getFieldList();
    return fields.get(fields.size() - 1).getType();
  }

  /** A plan whose columns have the described types, as far as these hold all its values. */
  public RelNode fitted(RelNode finish) {
    RexBuilder rex = finish.getCluster().getRexBuilder();
    List<RexNode> columns = new ArrayList<>();
    boolean asIs = true;
    for (RelDataTypeField field : finish.getRowType().getFieldList()) {
      RexNode column = rex.makeInputRef(finish, field.getIndex());
      RelDataType described = types.rowType().getFieldList().get(field.getIndex()).getType();
      boolean fits = !alike(described, field.getType()) && holdsAll(described, field.getType());
      columns.add(fits ? rex.makeAbstractCast(described, column, /* safe= */ false) : column);
      asIs &= !fits;
    }
    return asIs
        ? finish
        : LogicalProject.create(
            finish, List.of(), columns, finish.getRowType().getFieldNames(), Set.of());
  }

  private static boolean alike(RelDataType one, RelDataType other) {
    return one.getSqlTypeName() == other.getSqlTypeName()
        && one.getPrecision() == other.getPrecision()
        && one.getScale() == other.getScale();
  }

  /** Whether every value of a type is one of another, which it is shown as. */
  private static boolean holdsAll(RelDataType shown, RelDataType type) {
    if (type.getSqlTypeName() == SqlTypeName.NULL) {
      return true;
    } else if (SqlTypeUtil.isExactNumeric(shown) && SqlTypeUtil.isExactNumeric(type)) {
      return type.getScale() <= shown.getScale()
          && type.getPrecision() - type.getScale() <= shown.getPrecision() - shown.getScale();
    } else if (shown.getSqlTypeName() == SqlTypeName.DOUBLE) {
      return SqlTypeUtil.isApproximateNumeric(type)
          || (SqlTypeUtil.isExactNumeric(type) && type.getPrecision() <= DOUBLE_DIGITS);
    }
    boolean unlimited = shown.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED;
    return shown.getSqlTypeName() == SqlTypeName.VARCHAR
        && (unlimited
            || (SqlTypeUtil.inCharFamily(type)
                && type.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED
                && type.getPrecision() <= shown.getPrecision()));
  }

  /** The columns that are described. */
  public List<AnswerColumn> columns(ReadDialect dialect, Settings settings, boolean previews) {
    return columns(types.rowType(), dialect, settings, previews);
  }

  /**
   * The columns of an answer: those that are described, but for types that cannot hold its values.
   *
   * @param given the types of the query's own columns in the plan
   */
  public List<AnswerColumn> columns(
      RelDataType given, ReadDialect dialect, Settings settings, boolean previews) {
    List<AnswerColumn> columns = new ArrayList<>();
    for (int i = 0; i < noisy.size(); i++) {
      String label = types.labels().get(i);
      RelDataType described = types.rowType().getFieldList().get(i).getType();
      RelDataType actual = given.getFieldList().get(i).getType();
      // Decimals may have other digits than are described, as numbers in a result may.
      boolean asDescribed = described.getSqlTypeName() == actual.getSqlTypeName();
      columns.add(AnswerColumns.of(label, asDescribed ? described : actual, dialect));
      if (settings.errorColumns() && noisy.get(i)) {
        columns.add(AnswerColumns.of(label + ErrorColumns.SUFFIX, error, dialect));
      }
    }
    if (previews) {
      saysMadeUp.ifPresent(type -> columns.add(AnswerColumns.of(TablePeek.LABEL, type, dialect)));
    }
    return List.copyOf(columns);
  }
}
