package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.rel2sql.RelToSqlConverter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.dialect.H2SqlDialect;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.tools.FrameworkConfig;
import org.apache.calcite.tools.Frameworks;
import org.apache.calcite.tools.Planner;

/**
 * Expressions in SQL over a table with a column of each type, as the validator and translator of
 * Calcite hand them on, and printed again for H2.
 */
final class Expressions {
  static final RelDataTypeSystem TYPES =
      new RelDataTypeSystemImpl() {
        @Override
        public int getMaxPrecision(SqlTypeName typeName) {
          return switch (typeName) {
            case DECIMAL -> 38;
            case TIME, TIMESTAMP -> 9;
            default -> super.getMaxPrecision(typeName);
          };
        }

        @Override
        public int getMaxScale(SqlTypeName typeName) {
          return typeName == SqlTypeName.DECIMAL ? 38 : super.getMaxScale(typeName);
        }

        @Override
        public boolean shouldConvertRaggedUnionTypesToVarying() {
          return true;
        }
      };

  static final SqlDialect H2 =
      new H2SqlDialect(H2SqlDialect.DEFAULT_CONTEXT.withDataTypeSystem(TYPES));

  /**
   * A column of the table.
   *
   * @param type as Calcite has it
   * @param ddl as H2 has it
   */
  record Column(
      String name,
      SqlTypeName type,
      int precision,
      int scale,
      String ddl,
      Optional<Interval> range,
      Optional<BigDecimal> step) {

    private static Column of(String name, SqlTypeName type, String ddl) {
      return new Column(name, type, -1, -1, ddl, Optional.empty(), Optional.empty());
    }

    private Column sized(int precision, int scale) {
      return new Column(name, type, precision, scale, ddl, range, step);
    }

    private Column ranged(String lower, String upper) {
      Interval bounds = new Interval(new BigDecimal(lower), new BigDecimal(upper));
      return new Column(name, type, precision, scale, ddl, Optional.of(bounds), step);
    }

    private Column dated(String lower, String upper, long unit) {
      return ranged(
          String.valueOf(LocalDate.parse(lower).toEpochDay() * unit),
          String.valueOf(LocalDate.parse(upper).toEpochDay() * unit));
    }

    private Column stepped(String grid) {
      return new Column(
          name, type, precision, scale, ddl, range, Optional.of(new BigDecimal(grid)));
    }

    ColumnFacts facts() {
      return new ColumnFacts(name, range, step);
    }

    private RelDataType in(RelDataTypeFactory types) {
      RelDataType plain =
          precision < 0
              ? types.createSqlType(type)
              : scale < 0
                  ? types.createSqlType(type, precision)
                  : types.createSqlType(type, precision, scale);
      return types.createTypeWithNullability(plain, true);
    }
  }

  /** Declared bounds on some, none on others. */
  static final List<Column> COLUMNS =
      List.of(
          Column.of("ID", SqlTypeName.INTEGER, "INTEGER"),
          Column.of("TI", SqlTypeName.TINYINT, "TINYINT").ranged("-5", "5"),
          Column.of("SI", SqlTypeName.SMALLINT, "SMALLINT").ranged("-10", "10"),
          Column.of("I", SqlTypeName.INTEGER, "INTEGER").ranged("0", "120"),
          Column.of("J", SqlTypeName.INTEGER, "INTEGER"),
          Column.of("BI", SqlTypeName.BIGINT, "BIGINT").ranged("-1000000", "1000000"),
          Column.of("BJ", SqlTypeName.BIGINT, "BIGINT"),
          Column.of("R", SqlTypeName.REAL, "REAL").ranged("0", "1"),
          Column.of("D", SqlTypeName.DOUBLE, "DOUBLE PRECISION").ranged("0", "300").stepped("0.1"),
          Column.of("E", SqlTypeName.DOUBLE, "DOUBLE PRECISION").ranged("-1.5", "2.5"),
          Column.of("F", SqlTypeName.DOUBLE, "DOUBLE PRECISION"),
          Column.of("N", SqlTypeName.DECIMAL, "DECIMAL(10, 2)").sized(10, 2).ranged("0", "5000"),
          Column.of("M", SqlTypeName.DECIMAL, "DECIMAL(15, 5)")
              .sized(15, 5)
              .ranged("-0.5", "1000.25"),
          Column.of("Q", SqlTypeName.DECIMAL, "DECIMAL(38, 10)").sized(38, 10).ranged("-1", "1E9"),
          Column.of("B", SqlTypeName.BOOLEAN, "BOOLEAN"),
          Column.of("S", SqlTypeName.VARCHAR, "VARCHAR(20)").sized(20, -1),
          Column.of("C", SqlTypeName.CHAR, "CHAR(3)").sized(3, -1),
          Column.of("DT", SqlTypeName.DATE, "DATE").dated("1950-01-01", "2020-12-31", 1),
          Column.of("DU", SqlTypeName.DATE, "DATE"),
          Column.of("TS", SqlTypeName.TIMESTAMP, "TIMESTAMP(6)")
              .sized(6, -1)
              .dated("2020-01-01", "2026-12-31", 86_400),
          Column.of("TU", SqlTypeName.TIMESTAMP, "TIMESTAMP(6)").sized(6, -1),
          Column.of("TM", SqlTypeName.TIME, "TIME"));

  private static final SqlOperatorTable OPERATORS =
      SqlOperatorTables.chain(
          SqlStdOperatorTable.instance(),
          SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(
              SqlLibrary.BIG_QUERY, SqlLibrary.POSTGRESQL, SqlLibrary.MYSQL));

  private static final SchemaPlus SCHEMA = schema();

  private final RelNode table;
  private final RexNode node;
  private final RowExpressions rows;

  private Expressions(RelNode table, RexNode node) {
    this.table = table;
    this.node = node;
    this.rows =
        new RowExpressions(
            table.getCluster().getRexBuilder(), COLUMNS.stream().map(Column::facts).toList());
  }

  private static SchemaPlus schema() {
    SchemaPlus root = Frameworks.createRootSchema(false);
    root.add(
        "T",
        new AbstractTable() {
          @Override
          public RelDataType getRowType(RelDataTypeFactory types) {
            RelDataTypeFactory.Builder row = types.builder();
            COLUMNS.forEach(column -> row.add(column.name(), column.in(types)));
            return row.build();
          }
        });
    return root;
  }

  /** Reads an expression; {@code simplified} as Calcite's builder would simplify it. */
  static Expressions of(String sql, boolean simplified) {
    FrameworkConfig config =
        Frameworks.newConfigBuilder()
            .defaultSchema(SCHEMA)
            .typeSystem(TYPES)
            .operatorTable(OPERATORS)
            .parserConfig(SqlParser.config().withConformance(SqlConformanceEnum.LENIENT))
            .sqlValidatorConfig(
                SqlValidator.Config.DEFAULT.withConformance(SqlConformanceEnum.LENIENT))
            .sqlToRelConverterConfig(
                SqlToRelConverter.config()
                    .withExpand(false)
                    .withInSubQueryThreshold(Integer.MAX_VALUE)
                    .withRelBuilderConfigTransform(c -> c.withSimplify(simplified)))
            .build();
    try (Planner planner = Frameworks.getPlanner(config)) {
      RelNode root =
          planner.rel(planner.validate(planner.parse("SELECT " + sql + " AS X FROM T"))).project();
      if (root instanceof Project project) {
        return new Expressions(project.getInput(), project.getProjects().get(0));
      }
      throw new IllegalArgumentException("not a projection: " + sql);
    } catch (IllegalArgumentException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalArgumentException(sql + ": " + e.getMessage(), e);
    }
  }

  static Expressions of(String sql) {
    return of(sql, false);
  }

  RexNode node() {
    return node;
  }

  RowExpressions rows() {
    return rows;
  }

  Expressions given(String condition) {
    // Both over the same columns; only the indices matter.
    List<ColumnFacts> facts = rows.narrow(Expressions.of(condition).node());
    return new Expressions(
        table, node, new RowExpressions(table.getCluster().getRexBuilder(), facts));
  }

  private Expressions(RelNode table, RexNode node, RowExpressions rows) {
    this.table = table;
    this.node = node;
    this.rows = rows;
  }

  /** {@code SELECT ID, … FROM T}, for H2. */
  String select(RexNode... expressions) {
    List<RexNode> projects = new ArrayList<>();
    List<String> names = new ArrayList<>();
    projects.add(table.getCluster().getRexBuilder().makeInputRef(table, 0));
    names.add("ID");
    for (RexNode expression : expressions) {
      projects.add(expression);
      names.add("X" + names.size());
    }
    RelNode project = LogicalProject.create(table, List.of(), projects, names, java.util.Set.of());
    return new RelToSqlConverter(H2)
        .visitRoot(project)
        .asStatement()
        .toSqlString(H2)
        .getSql()
        .replaceAll("\\s+", " ");
  }

  /** The total form as H2 reads it. */
  String total() {
    return text(rows.total(node));
  }

  String text(RexNode expression) {
    String sql = select(expression);
    String head = "SELECT \"ID\", ";
    String tail = " AS \"X1\" FROM \"T\"";
    return sql.substring(head.length(), sql.length() - tail.length()).replace("\"", "");
  }
}
