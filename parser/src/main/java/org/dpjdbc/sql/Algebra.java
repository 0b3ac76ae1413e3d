package org.dpjdbc.sql;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/** From a parsed query to relational algebra over the catalog. Thread-safe. */
public final class Algebra {
  private static final Pattern QUOTED = Pattern.compile("'([^']*)'");

  /** Every sub-query expression becomes a join, so that one set of rules serves them all. */
  private static final List<RelOptRule> SUB_QUERY_RULES =
      List.of(
          CoreRules.FILTER_SUB_QUERY_TO_CORRELATE,
          CoreRules.PROJECT_SUB_QUERY_TO_CORRELATE,
          CoreRules.JOIN_SUB_QUERY_TO_CORRELATE);

  private final Catalog catalog;

  /**
   * Creates the translation.
   *
   * @param catalog what exists
   */
  public Algebra(Catalog catalog) {
    this.catalog = catalog;
  }

  /**
   * Validates a query whose parameters need not be bound.
   *
   * @throws RefusedException if it names what is not there, or its types do not fit
   */
  public ValidQuery validate(ParsedQuery query) {
    return located(
        query,
        () -> {
          SqlValidator validator = validator();
          SqlNode valid = validator.validate(standard(query));
          RelDataType rowType = validator.getValidatedNodeType(valid);
          return new ValidQuery(
              rowType,
              Labels.of(query.node(), rowType.getFieldNames(), catalog.dialect().labels()),
              validator.getParameterRowType(valid),
              AnalystName.mayStandIn(query.node()));
        });
  }

  /**
   * Translates a query with its parameters bound.
   *
   * @param query the query
   * @param parameters one value per parameter; {@code null} is SQL NULL
   * @param analyst what {@code USER} is
   * @throws RefusedException if it names what is not there, or its types do not fit
   */
  public RelNode translate(ParsedQuery query, List<@Nullable Object> parameters, String analyst) {
    return translate(query, parameters, analyst, Optional.empty());
  }

  /**
   * As {@link #translate(ParsedQuery, List, String)}, but that a parameter of the algebra stands
   * for each value that is given apart.
   */
  public RelNode translate(
      ParsedQuery query,
      List<@Nullable Object> parameters,
      String analyst,
      Optional<QueryTemplate.Instance> given) {
    return located(
        query,
        () -> {
          SqlValidator validator = validator();
          SqlNode bound = ParameterValues.bind(standard(query), parameters, given);
          SqlNode valid = validator.validate(bound);
          RelOptCluster cluster =
              RelOptCluster.create(new VolcanoPlanner(), new RexBuilder(catalog.types()));
          SqlToRelConverter converter =
              new SqlToRelConverter(
                  (rowType, text, schemaPath, viewPath) -> {
                    throw new IllegalStateException("the catalog has no views");
                  },
                  validator,
                  catalog.reader(),
                  cluster,
                  StandardConvertletTable.INSTANCE,
                  SqlToRelConverter.config()
                      .withExpand(false)
                      .withInSubQueryThreshold(Integer.MAX_VALUE)
                      .withTrimUnusedFields(false));
          RelNode rel = withoutSubQueries(converted(converter, valid).project());
          Operators.check(rel);
          return AnalystName.put(analyst, WidthBucket.put(rel));
        });
  }

  /**
   * Runs a step of the analysis of a query, so that what it refuses says where in the text it is.
   */
  public static <T> T located(ParsedQuery query, Supplier<T> step) {
    try {
      return step.get();
    } catch (RefusedException e) {
      throw e.at(query.locate(e.culprit().orElse(new Culprit.Clause(Culprit.Kind.QUERY))));
    } catch (CalciteContextException e) {
      throw refusal(e)
          .at(
              new Position(
                  e.getPosLine(), e.getPosColumn(), e.getEndPosLine(), e.getEndPosColumn()));
    } catch (CalciteException | UnsupportedOperationException | AssertionError e) {
      throw Messages.notUnderstood().at(query.locate(new Culprit.Clause(Culprit.Kind.QUERY)));
    } catch (StackOverflowError e) {
      throw Messages.textRefused("nested too deeply");
    }
  }

  /** Without hints, and with what databases spell in their own ways in one. */
  private SqlNode standard(ParsedQuery query) {
    boolean timestamps =
        catalog.types().getTypeSystem() instanceof BackendTypes database
            && database.truncatesToTimestamps();
    return DateTruncForms.standard(QuantileForms.standard(Hints.remove(query.node())), timestamps);
  }

  private SqlValidator validator() {
    return SqlValidatorUtil.newValidator(
        Operators.table(),
        catalog.reader(),
        catalog.types(),
        SqlValidator.Config.DEFAULT
            .withConformance(catalog.dialect().parserSettings().conformance())
            .withDefaultNullCollation(catalog.dialect().printer().getNullCollation())
            .withIdentifierExpansion(true));
  }

  /**
   * Calcite 1.42 fails, and wraps the failure, where a correlated sub-query names a column of a
   * derived table that has two columns of one name, whichever it names.
   */
  private static RelRoot converted(SqlToRelConverter converter, SqlNode valid) {
    try {
      return converter.convertQuery(valid, false, true);
    } catch (RuntimeException e) {
      if (e.getClass() == RuntimeException.class) {
        throw Messages.notUnderstood();
      }
      throw e;
    }
  }

  private RelNode withoutSubQueries(RelNode rel) {
    return simplified(decorrelated(unnested(rel)));
  }

  /** A sub-query may hold sub-queries, which the rules see once it is a join. */
  private RelNode unnested(RelNode rel) {
    RelNode before = rel;
    RelNode after = unnestedOnce(before);
    while (!after.deepEquals(before)) {
      before = after;
      after = unnestedOnce(before);
    }
    return after;
  }

  private RelNode unnestedOnce(RelNode rel) {
    boolean joins = catalog.dialect().asksOfOuterRows();
    return applied(joins ? ExistsJoins.of(rel) : rel, SUB_QUERY_RULES);
  }

  /** Calcite 1.42 fails where a correlated query has grouping sets over a constant. */
  private static RelNode decorrelated(RelNode rel) {
    try {
      return RelDecorrelator.decorrelateQuery(
          rel, RelFactories.LOGICAL_BUILDER.create(rel.getCluster(), null));
    } catch (IllegalArgumentException e) {
      throw Messages.notUnderstood();
    }
  }

  /**
   * {@code FROM a, b WHERE a.x = b.y} is a join on x = y: the rule for joins sees the condition.
   * {@code a UNION ALL b UNION ALL c} is one union: printed one in another they cost H2 a time that
   * doubles with each.
   */
  private static RelNode simplified(RelNode rel) {
    return applied(rel, List.of(CoreRules.FILTER_INTO_JOIN, CoreRules.UNION_MERGE));
  }

  private static RelNode applied(RelNode rel, List<RelOptRule> rules) {
    HepProgramBuilder program = new HepProgramBuilder();
    rules.forEach(program::addRuleInstance);
    HepPlanner planner = new HepPlanner(program.build());
    planner.setRoot(rel);
    return planner.findBestExp();
  }

  private static RefusedException refusal(CalciteContextException e) {
    String text = e.getCause() == null ? "" : String.valueOf(e.getCause().getMessage());
    if (text.startsWith("Object '") || text.startsWith("Table '")) {
      return Messages.unknownTable(quoted(text));
    } else if (text.startsWith("Column '") && text.contains("not found")) {
      return Messages.unknownColumn(quoted(text));
    } else if (text.startsWith("No match found for function signature")) {
      return Messages.unknownFunction(
          text.substring("No match found for function signature".length()).strip());
    }
    return Messages.invalid(text);
  }

  private static String quoted(String text) {
    Matcher matcher = QUOTED.matcher(text);
    return matcher.find() ? String.valueOf(matcher.group(1)) : "";
  }
}
