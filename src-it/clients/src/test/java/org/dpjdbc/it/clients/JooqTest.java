package org.dpjdbc.it.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jooq.impl.DSL.avg;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.table;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.dpjdbc.backends.TestBackend;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Meta;
import org.jooq.Result;
import org.jooq.SQLDialect;
import org.jooq.Schema;
import org.jooq.Table;
import org.jooq.codegen.GenerationTool;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.meta.jaxb.Configuration;
import org.jooq.meta.jaxb.Database;
import org.jooq.meta.jaxb.Generate;
import org.jooq.meta.jaxb.Generator;
import org.jooq.meta.jaxb.Jdbc;
import org.jooq.meta.jaxb.Logging;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Queries written in Java, metadata, and classes that are generated from it. */
@ParameterizedClass
@MethodSource("org.dpjdbc.it.clients.Shop#fewerKinds")
class JooqTest {
  @Parameter TestBackend kind;
  @TempDir Path folder;

  @BeforeAll
  static void withoutTips() {
    System.setProperty("org.jooq.no-logo", "true");
    System.setProperty("org.jooq.no-tips", "true");
  }

  @Test
  void answersAndRefusals() throws Exception {
    try (Shop shop = Shop.on(kind, folder);
        Connection connection = shop.connect()) {
      DSLContext dsl = DSL.using(connection, dialect());
      Table<?> customers = table(name(shop.schema(), shop.name("CUSTOMERS")));
      Field<String> state = field(name(shop.name("STATE")), String.class);
      Field<Integer> age = field(name(shop.name("AGE")), Integer.class);
      Field<LocalDate> joined = field(name(shop.name("JOINED")), LocalDate.class);
      assertThat(
              dsl.select(state, count(), sum(age))
                  .from(customers)
                  .where(joined.ge(LocalDate.of(2020, 3, 1)))
                  .and(age.between(18, 65))
                  .groupBy(state)
                  .having(count().gt(0))
                  .orderBy(state)
                  .limit(10)
                  .fetch(r -> r.value1() + " " + r.value2() + " " + r.value3()))
          .isEqualTo(
              shop.raw(
                  "SELECT state, COUNT(*), SUM(age) FROM customers"
                      + " WHERE joined >= DATE '2020-03-01' AND age BETWEEN 18 AND 65"
                      + " GROUP BY state ORDER BY state"));
      assertThat(dsl.fetchCount(dsl.selectFrom(customers))).isEqualTo(200);
      assertThat(dsl.fetchCount(customers, age.lt(30))).isEqualTo(40);
      shop.charged(3);
      Refused.by(
          () -> dsl.selectFrom(customers).fetch(),
          "DP-RAW-ROWS",
          "42501",
          DataAccessException.class);
      Refused.by(
          () -> dsl.fetchExists(customers), "DP-RAW-ROWS", "42501", DataAccessException.class);
      Refused.by(
          () -> dsl.update(customers).set(age, 0).execute(),
          "DP-READ-ONLY",
          "25006",
          DataAccessException.class);
      Refused.by(
          () -> dsl.createTable("copies").column("id", org.jooq.impl.SQLDataType.INTEGER).execute(),
          "DP-READ-ONLY",
          "25006",
          DataAccessException.class);
      shop.charged(3);
      ClientTranscript transcript = new ClientTranscript();
      transcript.ask(
          "dsl.select(STATE, count(), avg(AGE)).from(CUSTOMERS).groupBy(STATE).orderBy(count().desc()).fetch()",
          () ->
              lines(
                  dsl.select(state, count(), avg(age))
                      .from(customers)
                      .groupBy(state)
                      .orderBy(count().desc(), state)
                      .fetch()));
      transcript.ask(
          "dsl.fetchCount(CUSTOMERS, AGE.lt(30))",
          () -> List.of(String.valueOf(dsl.fetchCount(customers, age.lt(30)))));
      transcript.ask(
          "dsl.selectFrom(CUSTOMERS).fetch()", () -> lines(dsl.selectFrom(customers).fetch()));
      transcript.ask(
          "dsl.fetchExists(CUSTOMERS)", () -> List.of(String.valueOf(dsl.fetchExists(customers))));
      transcript.ask(
          "dsl.update(CUSTOMERS).set(AGE, 0).execute()",
          () -> List.of(String.valueOf(dsl.update(customers).set(age, 0).execute())));
      shop.charged(5);
      transcript.isOn("jooq", kind, shop);
    }
  }

  /** Of a database that it knows jOOQ asks more than JDBC has, in that database's own words. */
  @Test
  void catalogsOfADatabaseAreNotThere() throws Exception {
    try (Shop shop = Shop.on(kind, folder);
        Connection connection = shop.connect()) {
      Meta meta = DSL.using(connection, dialect()).meta();
      Schema schema = meta.getSchemas(shop.schema()).get(0);
      if (Shop.isH2(kind)) {
        assertThat(schema.getSequences()).isEmpty();
      } else {
        Refused.by(schema::getSequences, "DP-", "42000", DataAccessException.class);
      }
      shop.charged(0);
    }
  }

  @Test
  void metadata() throws Exception {
    try (Shop shop = Shop.on(kind, folder);
        Connection connection = shop.connect()) {
      Meta meta = DSL.using(connection, SQLDialect.DEFAULT).meta();
      Schema schema = meta.getSchemas(shop.schema()).get(0);
      assertThat(schema.getTables())
          .extracting(Table::getName)
          .containsExactlyInAnyOrder(
              shop.name("CUSTOMERS"), shop.name("ORDERS"), shop.name("PRODUCTS"));
      Table<?> orders = schema.getTable(shop.name("ORDERS"));
      assertThat(orders.fields()).hasSize(5);
      assertThat(orders.getPrimaryKey()).isNotNull();
      assertThat(orders.getReferences()).hasSize(2);
      assertThat(orders.getUniqueKeys()).isEmpty();
      assertThat(schema.getSequences()).isEmpty();
      assertThat(meta.getSequences()).isEmpty();
      assertThat(orders.getIndexes()).isEmpty();
      assertThat(orders.getComment()).isEmpty();
      shop.charged(0);
    }
  }

  @Test
  void generatedClasses() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      Path sources = folder.resolve("sources");
      GenerationTool.generate(
          new Configuration()
              .withLogging(Logging.WARN)
              .withJdbc(
                  new Jdbc()
                      .withDriver("org.dpjdbc.Driver")
                      .withUrl(shop.url())
                      .withUser(shop.user())
                      .withPassword(shop.password()))
              .withGenerator(
                  new Generator()
                      .withDatabase(
                          new Database()
                              .withName(PlainJdbcDatabase.class.getName())
                              .withInputSchema(shop.schema()))
                      .withGenerate(new Generate().withGeneratedAnnotation(false))
                      .withTarget(
                          new org.jooq.meta.jaxb.Target()
                              .withPackageName("generated")
                              .withDirectory(sources.toString()))));
      shop.charged(0);
      try (URLClassLoader generated = compiled(sources);
          Connection connection = shop.connect()) {
        Table<?> customers =
            (Table<?>)
                generated
                    .loadClass("generated.tables." + className(shop.name("CUSTOMERS")))
                    .getField("CUSTOMERS")
                    .get(null);
        Field<?> state = customers.field(shop.name("STATE"));
        assertThat(
                lines(
                    DSL.using(connection, dialect())
                        .select(state, count())
                        .from(customers)
                        .groupBy(state)
                        .orderBy(state)
                        .fetch()))
            .containsExactly("CA 100", "NY 50", "TX 50");
        assertThat(customers.field(shop.name("EMAIL"))).isNull();
        assertThat(customers.field(shop.name("AGE"), Integer.class)).isNotNull();
      }
      shop.charged(1);
    }
  }

  private static String className(String table) {
    return Character.toUpperCase(table.charAt(0))
        + table.substring(1).toLowerCase(java.util.Locale.ROOT);
  }

  private URLClassLoader compiled(Path sources) throws Exception {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<String> files;
    try (Stream<Path> all = Files.walk(sources)) {
      files = all.filter(f -> f.toString().endsWith(".java")).map(Path::toString).toList();
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> arguments =
        new java.util.ArrayList<>(
            List.of(
                "-proc:none",
                "-nowarn",
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path"))));
    arguments.addAll(files);
    assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new))).isZero();
    return new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
  }

  private SQLDialect dialect() {
    return Shop.isH2(kind) ? SQLDialect.H2 : SQLDialect.POSTGRES;
  }

  private static List<String> lines(Result<?> rows) {
    return rows.stream()
        .map(
            row ->
                Stream.of(row.intoArray())
                    .map(String::valueOf)
                    .collect(java.util.stream.Collectors.joining(" ")))
        .toList();
  }
}
