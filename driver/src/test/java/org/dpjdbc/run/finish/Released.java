package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.tools.FrameworkConfig;
import org.apache.calcite.tools.Frameworks;
import org.apache.calcite.tools.Planner;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/**
 * A world of released tables: SQL over them becomes a plan with {@link FinishInput}s, which can be
 * run by the finisher, or by Calcite's own engine.
 */
final class Released {

  private static final HepProgram SUB_QUERY_REMOVAL =
      HepProgram.builder()
          .addRuleInstance(CoreRules.PROJECT_SUB_QUERY_TO_CORRELATE)
          .addRuleInstance(CoreRules.FILTER_SUB_QUERY_TO_CORRELATE)
          .addRuleInstance(CoreRules.JOIN_SUB_QUERY_TO_CORRELATE)
          .build();

  private final Map<String, Table> tables = new LinkedHashMap<>();
  private final Finisher finisher = new Finisher();

  /** One column: a name and a type such as {@code DECIMAL(10, 2)}; {@code ?} after it for NULL. */
  record Column(String name, SqlTypeName type, int precision, int scale, boolean nullable) {
    static Column of(String name, SqlTypeName type) {
      return new Column(
          name, type, RelDataType.PRECISION_NOT_SPECIFIED, RelDataType.SCALE_NOT_SPECIFIED, true);
    }

    Column of(int digits) {
      return new Column(name, type, digits, scale, nullable);
    }

    Column of(int digits, int after) {
      return new Column(name, type, digits, after, nullable);
    }

    Column notNull() {
      return new Column(name, type, precision, scale, false);
    }

    RelDataType in(RelDataTypeFactory types) {
      RelDataType plain =
          precision == RelDataType.PRECISION_NOT_SPECIFIED
              ? types.createSqlType(type)
              : scale == RelDataType.SCALE_NOT_SPECIFIED
                  ? types.createSqlType(type, precision)
                  : types.createSqlType(type, precision, scale);
      return types.createTypeWithNullability(plain, nullable);
    }
  }

  record Table(List<Column> columns, Rows rows) {}

  Released table(String name, List<Column> columns, List<@Nullable Object[]> rows) {
    tables.put(name, new Table(columns, Rows.of(columns.size(), rows)));
    return this;
  }

  Map<String, Table> tables() {
    return tables;
  }

  Finisher finisher() {
    return finisher;
  }

  /** The plan of a query. */
  RelNode plan(String sql) {
    SchemaPlus schema = CalciteSchema.createRootSchema(false, false).plus();
    tables.forEach(
        (name, table) ->
            schema.add(
                name,
                new AbstractTable() {
                  @Override
                  public RelDataType getRowType(RelDataTypeFactory types) {
                    RelDataTypeFactory.Builder row = types.builder();
                    table.columns().forEach(column -> row.add(column.name(), column.in(types)));
                    return row.build();
                  }
                }));
    FrameworkConfig config =
        Frameworks.newConfigBuilder()
            .defaultSchema(schema)
            .typeSystem(new H2Types())
            .context(
                Contexts.of(
                    new CalciteConnectionConfigImpl(new Properties())
                        .set(CalciteConnectionProperty.DEFAULT_NULL_COLLATION, "LOW")))
            .parserConfig(SqlParser.config().withConformance(SqlConformanceEnum.LENIENT))
            .sqlValidatorConfig(
                SqlValidator.Config.DEFAULT.withConformance(SqlConformanceEnum.LENIENT))
            .operatorTable(
                SqlOperatorTables.chain(
                    SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(
                        SqlLibrary.STANDARD, SqlLibrary.POSTGRESQL, SqlLibrary.ORACLE),
                    SqlOperatorTables.of(SqlLibraryOperators.LOG2)))
            .build();
    try (Planner planner = Frameworks.getPlanner(config)) {
      RelNode rel = planner.rel(planner.validate(planner.parse(sql))).project();
      HepPlanner removal = new HepPlanner(SUB_QUERY_REMOVAL);
      removal.setRoot(rel);
      RelNode flat =
          RelDecorrelator.decorrelateQuery(
              removal.findBestExp(), RelFactories.LOGICAL_BUILDER.create(rel.getCluster(), null));
      return flat.accept(
          new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(TableScan scan) {
              List<String> names = scan.getTable().getQualifiedName();
              return new FinishInput(
                  scan.getCluster(),
                  FinishInput.Kind.RELEASED,
                  names.get(names.size() - 1),
                  scan.getRowType());
            }
          });
    } catch (Exception failure) {
      throw new IllegalArgumentException(sql, failure);
    }
  }

  /** The rows of a query. */
  List<List<@Nullable Object>> rows(String sql) {
    RelNode plan = plan(sql);
    return list(finisher.run(finisher.compile(plan), inputs(), new Cancellation()));
  }

  /** The rows of a query, all of it evaluated by Calcite's own engine. */
  List<List<@Nullable Object>> rowsByCalcite(String sql) {
    RelNode plan = PlanCopy.adopt(plan(sql));
    EnumerableCompiler compiler = new EnumerableCompiler();
    Operator operator =
        compiler.compile(
            plan,
            leaf ->
                leaf instanceof FinishInput input
                    ? run -> run.input(input.name())
                    : finisher.compile(leaf).root());
    return list(new Run(inputs(), new Cancellation(), Memory.ofProcess(), "ann").whole(operator));
  }

  Map<String, Rows> inputs() {
    Map<String, Rows> inputs = new LinkedHashMap<>();
    tables.forEach((name, table) -> inputs.put(name, table.rows()));
    return inputs;
  }

  static List<List<@Nullable Object>> list(Rows rows) {
    List<List<@Nullable Object>> list = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      List<@Nullable Object> values = new ArrayList<>();
      for (int column = 0; column < rows.width(); column++) {
        values.add(rows.get(row, column));
      }
      list.add(values);
    }
    return list;
  }
}
