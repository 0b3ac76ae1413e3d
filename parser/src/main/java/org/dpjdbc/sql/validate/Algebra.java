package org.dpjdbc.sql.validate;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.rules.FilterJoinRule.FilterIntoJoinRule.FilterIntoJoinRuleConfig;
import org.apache.calcite.rel.rules.UnionMergeRule;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.dialect.common.Dialects;
import org.dpjdbc.sql.dialect.common.ReadDialect;
import org.dpjdbc.sql.dialect.common.ValuesColumns;
import org.dpjdbc.sql.parse.AnalystName;
import org.dpjdbc.sql.parse.ExecutionContext;
import org.dpjdbc.sql.parse.Hints;
import org.dpjdbc.sql.parse.Labels;
import org.dpjdbc.sql.parse.ParameterTypes;
import org.dpjdbc.sql.parse.ParameterValues;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.dpjdbc.sql.parse.QueryTemplate;
import org.dpjdbc.sql.parse.ReferencedNames;
import org.dpjdbc.sql.refusal.AnalysisSteps;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.rewrite.CurrentTimestampFunctions;
import org.dpjdbc.sql.rewrite.DialectFunctionRewriter;
import org.dpjdbc.sql.rewrite.DialectSyntax;
import org.dpjdbc.sql.rewrite.SqlFeature;
import org.dpjdbc.sql.rewrite.TimeZones;
import org.dpjdbc.sql.simplify.LiteralCasts;
import org.dpjdbc.sql.simplify.PlainMetadata;
import org.dpjdbc.sql.validate.padding.PaddedColumns;
import org.dpjdbc.sql.validate.padding.PaddedStrings;
import org.dpjdbc.sql.validate.subquery.CorrelatedWindows;
import org.dpjdbc.sql.validate.subquery.CountJoins;
import org.dpjdbc.sql.validate.subquery.ExistsJoins;
import org.dpjdbc.sql.validate.subquery.GrowingColumns;
import org.dpjdbc.sql.validate.subquery.SubQueryAggregates;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From a parsed query to relational algebra over the catalog. Thread-safe. */
public final class Algebra {
  private static final Logger LOGGER = LoggerFactory.getLogger(Algebra.class);
  private static final Pattern QUOTED = Pattern.compile("'([^']*)'");

  private static final Pattern WITHIN_GROUP =
      Pattern.compile("^WITHIN GROUP not allowed with (\\w+) function");

  private static final Pattern OPERANDS =
      Pattern.compile("^Cannot apply '([^']+)' to arguments of type '<([^<>]+)> [^']*?<([^<>]+)>'");

  private static final Pattern BOOLEAN_CAST =
      Pattern.compile("^Cast function cannot convert value of type BOOLEAN\\b.* to type (.*)$");

  private static final Pattern UNKNOWN = Pattern.compile("^(?:table|column) (.*) not found$");

  /** Not those of CoreRules, which makes every rule of Calcite at once, of 900 classes. */
  private static final List<RelOptRule> SIMPLIFYING =
      List.of(FilterIntoJoinRuleConfig.DEFAULT.toRule(), UnionMergeRule.Config.DEFAULT.toRule());

  private static final String CONSTANT_KEY =
      "a constant key of ROLLUP, CUBE or GROUPING SETS with a correlated subquery";

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
    return validated(query, Optional.empty()).types();
  }

  /**
   * Rewrites and validates a query whose parameters need not be bound. This is all the analysis
   * that a query without parameters needs: its description and its plan are made of it.
   *
   * @param given literals of which only the types may be used
   * @throws RefusedException if it names what is not there, or its types do not fit
   */
  public Validated validated(ParsedQuery query, Optional<QueryTemplate.Instance> given) {
    return read(
        query,
        () -> {
          int parameters = ParameterTypes.count(query.node());
          ValidTree tree =
              ParameterTypes.given(
                  standard(query, Optional.empty()),
                  node -> validated(ParameterValues.marked(node, given, parameters)));
          if (given.isPresent()) {
            checkForAll(tree);
          }
          SqlValidator validator = tree.validator();
          RelDataType rowType = validator.getValidatedNodeType(tree.valid());
          List<Set<String>> names =
              Labels.names(query.node(), rowType.getFieldNames(), catalog.dialects());
          return new Validated(
              new ValidQuery(
                  rowType,
                  names.stream().map(of -> of.iterator().next()).toList(),
                  names,
                  validator.getParameterRowType(
                      ParameterValues.withoutMarks(tree.valid(), parameters)),
                  AnalystName.mayStandIn(query.node()),
                  CurrentTimestampFunctions.use(query.node(), syntax()),
                  catalog.namesColumnInUtc(query.node()) || TimeZones.areNamed(query.node())),
              () -> read(query, () -> algebra(tree)));
        });
  }

  /**
   * Translates a query with its parameters bound.
   *
   * @param query the query
   * @param parameters one value per parameter; {@code null} is SQL NULL
   * @param context what {@code USER} and {@code CURRENT_DATE} are
   * @throws RefusedException if it names what is not there, or its types do not fit
   */
  public RelNode translate(
      ParsedQuery query, List<@Nullable Object> parameters, ExecutionContext context) {
    return translate(query, parameters, context, Optional.empty());
  }

  /**
   * As {@link #translate(ParsedQuery, List, ExecutionContext)}, but that a parameter of the algebra
   * stands for each value that is given apart.
   *
   * @throws RefusedException also if the query would mean something else without these values
   */
  public RelNode translate(
      ParsedQuery query,
      List<@Nullable Object> parameters,
      ExecutionContext context,
      Optional<QueryTemplate.Instance> given) {
    return read(
        query,
        () -> {
          ValidTree tree =
              validated(
                  ParameterValues.bind(
                      standard(query, Optional.of(context.timestamp())), parameters, given));
          if (given.isPresent()) {
            checkForAll(tree);
          }
          return AnalystName.put(context.analyst(), algebra(tree));
        });
  }

  /**
   * A query that was rewritten and validated, whatever its parameters are and the clock shows.
   * Confined to one thread.
   */
  public static final class Validated {
    private final ValidQuery types;
    private final Supplier<RelNode> algebra;

    private Validated(ValidQuery types, Supplier<RelNode> algebra) {
      this.types = types;
      this.algebra = algebra;
    }

    /** What it looks like from outside. */
    public ValidQuery types() {
      return types;
    }

    /**
     * Translates it to algebra. What holds of the algebra holds whatever the values are.
     *
     * @throws RefusedException if a parameter stands where there must be a value, or the query is
     *     not offered
     */
    public RelNode translate() {
      return algebra.get();
    }
  }

  /**
   * A query as the validator left it.
   *
   * @param valid with the validator's own casts
   * @param growing its recursions
   */
  private record ValidTree(
      SqlNode valid, SqlValidator validator, CalciteCatalogReader reader, GrowingColumns growing) {}

  private ValidTree validated(SqlNode query) {
    AnalysisSteps.pass(AnalysisSteps.Pass.VALIDATE);
    CalciteCatalogReader reader = catalog.reader(query);
    SqlValidator validator = validator(reader);
    GrowingColumns growing = GrowingColumns.of(query);
    return new ValidTree(validator.validate(query), validator, reader, growing);
  }

  /** Checks that the query means the same whatever the values are that are given apart. */
  private static void checkForAll(ValidTree tree) {
    if (BooleanAsNumber.isIn(tree.valid(), tree.validator())) {
      throw ParseMessages.notSupported("a boolean where a number is expected");
    }
  }

  private RelNode algebra(ValidTree tree) {
    AnalysisSteps.pass(AnalysisSteps.Pass.TRANSLATE);
    VolcanoPlanner planner = new VolcanoPlanner();
    planner.setExecutor(LiteralCasts.EXECUTOR);
    RelOptCluster cluster = RelOptCluster.create(planner, new CountedRex(catalog.types()));
    cluster.setMetadataQuerySupplier(PlainMetadata::new);
    SqlToRelConverter converter =
        new GroupedConverter(
            (rowType, text, schemaPath, viewPath) -> {
              throw new IllegalStateException("the catalog has no views");
            },
            tree.validator(),
            tree.reader(),
            cluster,
            DateSubtraction.convertlets(),
            SqlToRelConverter.config()
                .withHintStrategyTable(ExplicitGroups.HINTS)
                .withExpand(false)
                .withInSubQueryThreshold(Integer.MAX_VALUE)
                .withTrimUnusedFields(false));
    Dialects dialects = catalog.dialects();
    RelNode written = converter.convertQuery(tree.valid(), false, true).project();
    boolean padded = catalog.hasPaddedStrings() && !dialects.isForeign();
    RelNode rel =
        withoutSubQueries(
            padded
                ? PaddedStrings.of(written, catalog::comparedAs, dialects.backend().stripsPadding())
                : written);
    tree.growing().check(rel);
    Operators.check(rel);
    BinaryColumns.check(rel);
    RelNode own =
        dialects.named().isPresent() ? ProductSemantics.of(rel, dialects) : PaddedColumns.of(rel);
    return OperatorExpansion.of(withKeys(own));
  }

  /**
   * Runs a step of the analysis of a query within the {@link AnalysisSteps} that one may take, so
   * that what it refuses says where in the text it is.
   */
  public static <T> T located(ParsedQuery query, Supplier<T> step) {
    try {
      return AnalysisSteps.bounded(step);
    } catch (RefusedException e) {
      throw query.place(e);
    } catch (CalciteContextException e) {
      throw refusal(e, query).at(place(e));
    } catch (CalciteException
        | UnsupportedOperationException
        | IllegalArgumentException
        | ArithmeticException
        | AssertionError e) {
      // Numbers beyond all types and doubles among them: Calcite fails on literals of those.
      throw query.place(ParseMessages.notSupported(QueryForms.of(query.node())));
    } catch (RuntimeException e) {
      // Calcite fails in many ways on what its grammar takes; and whatever fails here is refused
      // before anything was asked or charged.
      LOGGER.warn("The analysis of a query failed; it is refused", e);
      throw query.place(ParseMessages.notSupported(QueryForms.of(query.node())));
    } catch (StackOverflowError e) {
      throw ParseMessages.statementRefused("nested too deeply");
    }
  }

  /**
   * As {@link #located}; a declared column that no query can read is refused as what it is, and
   * beside an unknown name stands the nearest one of the policy.
   */
  private <T> T read(ParsedQuery query, Supplier<T> step) {
    try {
      return located(query, step);
    } catch (RefusedException e) {
      Matcher unknown = UNKNOWN.matcher(e.text());
      if (!unknown.find()) {
        throw e;
      }
      RefusedException better = better(e, unknown.group(1), query.node());
      throw e.position().map(better::at).orElse(better);
    }
  }

  private RefusedException better(RefusedException refusal, String name, SqlNode query) {
    return switch (refusal.code()) {
      case UNKNOWN_TABLE ->
          catalog
              .nearestTable(name)
              .map(near -> ParseMessages.unknownTable(name, near))
              .orElse(refusal);
      case UNKNOWN_COLUMN ->
          catalog
              .unreadType(name)
              .map(type -> ParseMessages.columnNotRead(name, type))
              .or(
                  () ->
                      catalog
                          .nearestColumn(query, name)
                          .map(near -> ParseMessages.unknownColumn(name, near)))
              .orElse(refusal);
      default -> refusal;
    };
  }

  /** Without hints, and with what databases spell in their own ways in one. */
  private SqlNode standard(ParsedQuery query, Optional<LocalDateTime> timestamp) {
    AnalysisSteps.pass(AnalysisSteps.Pass.REWRITE);
    if (catalog.dialects().isForeign()) {
      ReferencedNames.naturalJoin(query.node())
          .ifPresent(
              join -> {
                throw ParseMessages.formNotSupported("NATURAL JOIN", Optional.empty())
                    .at(Position.of(join.getParserPosition()));
              });
    }
    DialectSyntax syntax = syntax();
    boolean timestamps =
        catalog.types().getTypeSystem() instanceof BackendTypes database
            && database.truncatesToTimestamps();
    SqlNode plain =
        DialectFunctionRewriter.standard(
            CurrentTimestampFunctions.put(Hints.remove(query.node()), syntax, timestamp),
            syntax,
            catalog.dialects().named().isPresent());
    DateArguments.check(plain);
    return ValuesColumns.named(
        SelectForms.standard(
            DateTruncForms.standard(
                QuantileForms.standard(UsingColumns.qualified(plain)),
                timestamps,
                syntax.has(SqlFeature.DECADES)),
            catalog.dialects().read()),
        catalog.dialects().read());
  }

  /** Whose words are read. */
  private DialectSyntax syntax() {
    return catalog.dialects().read().syntax();
  }

  private SqlValidator validator(CalciteCatalogReader reader) {
    ReadDialect read = catalog.dialects().read();
    return new CountedValidator(
        Operators.table(),
        reader,
        catalog.types(),
        config()
            .withConformance(read.parserSettings().conformance())
            .withDefaultNullCollation(read.nullOrder())
            .withIdentifierExpansion(true),
        read);
  }

  private SqlValidator.Config config() {
    return SqlValidator.Config.DEFAULT.withTypeCoercionFactory(
        catalog.dialects().isForeign() ? SingleCoercion::new : TemporalCoercion::new);
  }

  private RelNode withoutSubQueries(RelNode rel) {
    checkGroupingSets(rel);
    RelNode joined = unnested(ExplicitGroups.marked(Clauses.marked(rel)));
    CorrelatedWindows.check(joined);
    return simplified(decorrelated(joined));
  }

  /** A subquery may hold subqueries, which the rules see once it is a join. */
  private static RelNode unnested(RelNode rel) {
    if (!isAnywhere(rel, node -> node instanceof Correlate || hasSubQuery(node))) {
      return rel;
    }
    RelNode before = rel;
    RelNode after = unnestedOnce(before);
    while (!after.deepEquals(before)) {
      before = after;
      after = unnestedOnce(before);
    }
    return after;
  }

  private static RelNode unnestedOnce(RelNode rel) {
    return applied(CountJoins.of(ExistsJoins.of(rel)), SubQueryAggregates.RULES);
  }

  /** Calcite 1.42 fails where a correlated query has grouping sets over a constant. */
  private static RelNode decorrelated(RelNode rel) {
    try {
      return RelDecorrelator.decorrelateQuery(
          rel, RelFactories.LOGICAL_BUILDER.create(rel.getCluster(), null));
    } catch (IllegalArgumentException e) {
      throw ParseMessages.notSupported(CONSTANT_KEY);
    }
  }

  /**
   * Refuses grouping sets with a constant among their keys over a correlated query: what Calcite
   * makes of them violates its own assertions, which are on in tests alone.
   */
  private static void checkGroupingSets(RelNode rel) {
    boolean[] found = new boolean[2];
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        found[0] |= !node.getVariablesSet().isEmpty();
        found[1] |=
            node instanceof Aggregate aggregate
                && aggregate.getGroupType() != Aggregate.Group.SIMPLE
                && aggregate.getInput() instanceof Project keys
                && aggregate.getGroupSet().asList().stream()
                    .anyMatch(
                        key -> RelOptUtil.InputFinder.bits(keys.getProjects().get(key)).isEmpty());
        super.visit(node, ordinal, parent);
      }
    }.go(rel);
    if (found[0] && found[1]) {
      throw ParseMessages.notSupported(CONSTANT_KEY);
    }
  }

  /**
   * {@code FROM a, b WHERE a.x = b.y} is a join on x = y: the rule for joins sees the condition,
   * also where it stands in each operand of an OR. {@code a UNION ALL b UNION ALL c} is one union:
   * printed one in another they cost H2 a time that doubles with each.
   */
  private static RelNode simplified(RelNode rel) {
    RelNode plain = CommonConditions.of(rel);
    return isAnywhere(plain, node -> node.getInputs().size() > 1)
        ? applied(plain, SIMPLIFYING)
        : plain;
  }

  /**
   * A join with groups that equates a computed value with them, as {@code UPPER(x) IN (SELECT y …)}
   * does: the value becomes a column of what is joined, and so the groups have a key.
   */
  private static RelNode withKeys(RelNode rel) {
    return rel.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            return visited instanceof Join join && equatesCalls(join) && isGrouped(join.getRight())
                ? RelOptUtil.pushDownJoinConditions(
                    join, RelFactories.LOGICAL_BUILDER.create(join.getCluster(), null))
                : visited;
          }
        });
  }

  private static boolean equatesCalls(Join join) {
    return RelOptUtil.conjunctions(join.getCondition()).stream()
        .anyMatch(
            term ->
                term instanceof RexCall call
                    && call.getKind() == SqlKind.EQUALS
                    && call.getOperands().stream().anyMatch(RexCall.class::isInstance));
  }

  private static boolean isGrouped(RelNode rel) {
    return rel instanceof Aggregate
        || rel instanceof SetOp
        || (rel instanceof Project project && isGrouped(project.getInput()));
  }

  private static boolean hasSubQuery(RelNode rel) {
    return (rel instanceof Filter filter && RexUtil.SubQueryFinder.containsSubQuery(filter))
        || (rel instanceof Project project && RexUtil.SubQueryFinder.containsSubQuery(project))
        || (rel instanceof Join join && RexUtil.SubQueryFinder.containsSubQuery(join));
  }

  /** Calcite's planner copies a whole query before it looks for what its rules are about. */
  private static boolean isAnywhere(RelNode rel, Predicate<RelNode> kind) {
    return kind.test(rel) || rel.getInputs().stream().anyMatch(input -> isAnywhere(input, kind));
  }

  private static RelNode applied(RelNode rel, List<RelOptRule> rules) {
    HepProgramBuilder program = new HepProgramBuilder();
    rules.forEach(program::addRuleInstance);
    HepPlanner planner = new HepPlanner(program.build());
    planner.setRoot(rel);
    return planner.findBestExp();
  }

  private static RefusedException refusal(CalciteContextException e, ParsedQuery query) {
    String text = e.getCause() == null ? "" : String.valueOf(e.getCause().getMessage());
    if (text.startsWith("Object '") || text.startsWith("Table '")) {
      return ParseMessages.unknownTable(query.nameAt(place(e)).orElseGet(() -> quoted(text)));
    } else if (text.startsWith("Column '") && text.contains("not found")) {
      return DateArguments.unitOfTime(query.node(), place(e))
          .orElseGet(() -> ParseMessages.unknownColumn(quoted(text)));
    } else if (text.startsWith("No match found for function signature")) {
      return NearestFunctions.refused(
          query.node(),
          place(e),
          text.substring("No match found for function signature".length()).strip());
    }
    Matcher operands = OPERANDS.matcher(text);
    Optional<String> word =
        operands.find() ? query.operatorAt(place(e), operands.group(1)) : Optional.<String>empty();
    if (word.isPresent()) {
      return ParseMessages.operandTypes(word.get(), operands.group(2), operands.group(3));
    }
    Matcher bool = BOOLEAN_CAST.matcher(text);
    if (bool.find()) {
      return ParseMessages.booleanCast(bool.group(1));
    }
    Matcher within = WITHIN_GROUP.matcher(text);
    if (within.find()) {
      return NearestFunctions.refused(query.node(), place(e), within.group(1));
    } else if (text.startsWith("Unknown identifier '")) {
      return NearestTypes.refused(quoted(text)).orElseGet(() -> ParseMessages.invalid(text));
    }
    return ParseMessages.invalid(text);
  }

  private static Position place(CalciteContextException e) {
    return new Position(e.getPosLine(), e.getPosColumn(), e.getEndPosLine(), e.getEndPosColumn());
  }

  private static String quoted(String text) {
    Matcher matcher = QUOTED.matcher(text);
    return matcher.find() ? String.valueOf(matcher.group(1)) : "";
  }
}
