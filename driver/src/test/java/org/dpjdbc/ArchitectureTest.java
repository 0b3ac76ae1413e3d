package org.dpjdbc;

import static com.tngtech.archunit.base.DescribedPredicate.allElements;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasOwner;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexUtil;

/**
 * Imports run one way, in both modules: {@code jdbc → run → budget → noise} and {@code run → plan →
 * sql → policy}. What plans is pure, what draws is exact, and few packages reach a database.
 */
@AnalyzeClasses(packages = "org.dpjdbc", importOptions = ArchitectureTest.NoTests.class)
class ArchitectureTest {
  /**
   * Leaves out tests, in whichever folder this build has them, and the module that starts
   * databases.
   */
  static final class NoTests implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/org/dpjdbc/backends/")
          && !location.contains("/test-classes/")
          && !location.contains("-tests.jar");
    }
  }

  private static final int MAX_FILES = 45;

  private static final String[] PLANNING = {
    "org.dpjdbc.plan..", "org.dpjdbc.sql..", "org.dpjdbc.policy.."
  };
  private static final String[] NOISE_AND_COST = {"org.dpjdbc.noise..", "org.dpjdbc.budget.."};

  @ArchTest
  static final ArchRule importsRunOneWay =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("entry")
          .definedBy("org.dpjdbc")
          .layer("cli")
          .definedBy("org.dpjdbc.cli..")
          .layer("jdbc")
          .definedBy("org.dpjdbc.jdbc..")
          .layer("run")
          .definedBy("org.dpjdbc.run..")
          .layer("budget")
          .definedBy("org.dpjdbc.budget..")
          .layer("noise")
          .definedBy("org.dpjdbc.noise..")
          .layer("plan")
          .definedBy("org.dpjdbc.plan..")
          .layer("sql")
          .definedBy("org.dpjdbc.sql..")
          .layer("policy")
          .definedBy("org.dpjdbc.policy..")
          .withOptionalLayers(true)
          .whereLayer("entry")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("jdbc")
          .mayOnlyBeAccessedByLayers("entry", "cli")
          .whereLayer("run")
          .mayOnlyBeAccessedByLayers("jdbc", "cli", "entry")
          .whereLayer("budget")
          .mayOnlyBeAccessedByLayers("run", "jdbc", "cli", "entry")
          .whereLayer("noise")
          .mayOnlyBeAccessedByLayers("budget", "run", "jdbc", "cli", "entry")
          .whereLayer("plan")
          .mayOnlyBeAccessedByLayers("run", "jdbc", "cli", "entry")
          .whereLayer("sql")
          .mayOnlyBeAccessedByLayers("plan", "run", "jdbc", "cli", "entry")
          .whereLayer("policy")
          .mayOnlyBeAccessedByLayers("sql", "plan", "run", "jdbc", "cli", "entry")
          .because("a query flows through the house once and nothing points back");

  @ArchTest
  static final ArchRule noPackagesInACircle =
      slices()
          .matching("org.dpjdbc.(**)")
          .should()
          .beFreeOfCycles()
          .ignoreDependency(
              resideInAnyPackage("org.dpjdbc.sql.grammar.impl"), DescribedPredicate.alwaysTrue())
          .because("what points back cannot be read, or changed, alone");

  /** A name leads to one class, wherever it is read. */
  @ArchTest
  static void noNameStandsTwice(JavaClasses all) {
    Map<String, Set<String>> packages = new TreeMap<>();
    all.stream()
        .filter(c -> c.isTopLevelClass() && !c.getSimpleName().equals("package-info"))
        .forEach(
            c ->
                packages
                    .computeIfAbsent(c.getSimpleName(), name -> new TreeSet<>())
                    .add(c.getPackageName()));
    packages.values().removeIf(in -> in.size() == 1);
    assertThat(packages).isEmpty();
  }

  /** Except where package-private walls are a safeguard, or Calcite's generator writes. */
  @ArchTest
  static final ArchRule noPackageIsACrowd =
      classes()
          .that(not(resideInAnyPackage("org.dpjdbc.budget", "org.dpjdbc.sql.grammar.impl")))
          .should(beAmongFew())
          .because("a folder is read before its files are");

  private static ArchCondition<JavaClass> beAmongFew() {
    return new ArchCondition<>("be in a package of " + MAX_FILES + " files at most") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        long files =
            type.getPackage().getClasses().stream()
                .filter(inside -> inside.getName().matches("[\\w.-]+"))
                .count();
        events.add(
            new SimpleConditionEvent(
                type, files <= MAX_FILES, type.getPackageName() + " has " + files + " files"));
      }
    };
  }

  /** What is in a file besides its comments: strings, characters and all else. */
  private static final Pattern COMMENTS =
      Pattern.compile(
          "(\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])+')"
              + "|//[^\\n]*|/\\*(?s:.*?)\\*/");

  private static final Pattern PRODUCTS =
      Pattern.compile(
          "\\bh2|postgres|mariadb|mysql|trino|spark|duckdb|oracle|sqlite|sql ?server|snowflake"
              + "|bigquery|clickhouse|databricks|redshift",
          Pattern.CASE_INSENSITIVE);

  /** The files that may name a product, or packages of them, with the reason. */
  private static final Map<String, String> NAMING =
      Map.of(
          "org.dpjdbc.budget",
          "a ledger is a file of H2 or a database of its own, whatever is behind the driver",
          "org.dpjdbc.cli.rehearsal",
          "the people of a rehearsal are in H2, which comes with the command line",
          "org.dpjdbc.cli.profile.ProfileReader",
          "a message has an example of a profile",
          "org.dpjdbc.jdbc.settings.ConnectionProperties",
          "the value of dp.dialect is a product's name",
          "org.dpjdbc.sql.refusal.ConnectMessages",
          "a message has an example of a URL",
          "org.dpjdbc.sql.refusal.ExpressionMessages",
          "a message compares this driver with the product whose SQL is read");

  /**
   * What is particular to a database is in its folder of {@code sql.dialect}; comments may say why.
   * The tables of {@code pg_catalog} are not named after a product here.
   */
  @ArchTest
  static void noProductIsNamedOutsideItsFolder(JavaClasses all) throws IOException {
    Set<String> naming = new TreeSet<>();
    for (JavaClass type : all) {
      boolean ours = type.isTopLevelClass() && !type.getPackageName().endsWith(".grammar.impl");
      if (ours && !type.getPackageName().startsWith("org.dpjdbc.sql.dialect") && namesOne(type)) {
        naming.add(
            NAMING.containsKey(type.getPackageName()) ? type.getPackageName() : type.getName());
      }
    }
    assertThat(naming).containsExactlyInAnyOrderElementsOf(NAMING.keySet());
  }

  /** Generated classes have no source here; their templates name none. */
  private static boolean namesOne(JavaClass type) throws IOException {
    String file = type.getName().replace('.', '/') + ".java";
    for (String module : List.of("parser", "driver")) {
      Path source = Path.of("..", module, "src", "main", "java").resolve(file);
      if (Files.exists(source)) {
        String code = COMMENTS.matcher(Files.readString(source)).replaceAll("$1");
        return PRODUCTS.matcher(code).find();
      }
    }
    return false;
  }

  /** What an application can hold in its hands is in no other package. */
  @ArchTest
  static final ArchRule theApiNamesNothingInside =
      methods()
          .that()
          .areDeclaredInClassesThat()
          .resideInAPackage("org.dpjdbc")
          .and()
          .arePublic()
          .should()
          .haveRawReturnType(not(resideInAnyPackage("org.dpjdbc..")))
          .andShould()
          .haveRawParameterTypes(allElements(not(resideInAnyPackage("org.dpjdbc.."))))
          .because("org.dpjdbc alone is API");

  @ArchTest
  static final ArchRule everyClassHasALayer =
      classes()
          .should()
          .resideInAnyPackage(
              "org.dpjdbc",
              "org.dpjdbc.cli..",
              "org.dpjdbc.jdbc..",
              "org.dpjdbc.run..",
              "org.dpjdbc.budget..",
              "org.dpjdbc.noise..",
              "org.dpjdbc.plan..",
              "org.dpjdbc.sql..",
              "org.dpjdbc.policy..")
          .because("a package that no rule knows is bound by none");

  @ArchTest
  static final ArchRule planningReachesNoDatabase =
      noClasses()
          .that()
          .resideInAnyPackage(PLANNING)
          .or()
          .resideInAPackage("org.dpjdbc.noise..")
          .should()
          .dependOnClassesThat(
              belongToAnyOf(
                      Connection.class,
                      Statement.class,
                      PreparedStatement.class,
                      ResultSet.class,
                      DatabaseMetaData.class,
                      DriverManager.class)
                  .or(resideInAnyPackage("javax.sql..", "com.zaxxer.hikari..", "org.h2..")));

  @ArchTest
  static final ArchRule planningIsPure =
      noClasses()
          .that()
          .resideInAnyPackage(PLANNING)
          .and(not(resideInAnyPackage("org.dpjdbc.sql.grammar.impl")))
          .should()
          .dependOnClassesThat(
              belongToAnyOf(java.security.SecureRandom.class, java.time.Clock.class))
          .orShould()
          .callMethodWhere(
              target(HasOwner.Predicates.With.owner(JavaClass.Predicates.type(System.class)))
                  .and(target(nameMatching("currentTimeMillis|nanoTime|getProperty|getenv"))))
          .orShould()
          .callMethodWhere(target(nameMatching("now")))
          .because("a plan is a function of the query, the policy and public tables");

  @ArchTest
  static final ArchRule noGuessableRandomness =
      noClasses()
          .should()
          .dependOnClassesThat(
              belongToAnyOf(
                      Random.class,
                      SplittableRandom.class,
                      ThreadLocalRandom.class,
                      RandomGenerator.class)
                  .and(not(belongToAnyOf(java.security.SecureRandom.class))))
          .orShould()
          .callMethodWhere(
              target(nameMatching("random"))
                  .and(
                      target(
                          HasOwner.Predicates.With.owner(
                              belongToAnyOf(Math.class, StrictMath.class)))))
          .because("whoever guesses the noise subtracts it");

  @ArchTest
  static final ArchRule noFloatingPointSamplers =
      noClasses()
          .that()
          .resideInAnyPackage(NOISE_AND_COST)
          .or()
          .resideInAPackage("org.dpjdbc.plan..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.commons.math3..",
              "org.apache.commons.statistics..",
              "org.apache.commons.rng..")
          .because("noise is sampled exactly, with integers and rationals");

  @ArchTest
  static final ArchRule noiseKnowsNothingOfSql =
      noClasses()
          .that()
          .resideInAPackage("org.dpjdbc.noise..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "org.apache.calcite..", "org.snakeyaml..");

  @ArchTest
  static final ArchRule commandLineAloneReadsArguments =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.dpjdbc.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("picocli..");

  /** The jar has no compiler, and Calcite's default executor and metadata would need one. */
  @ArchTest
  static final ArchRule nothingGeneratesCode =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.calcite.adapter.enumerable..",
              "org.apache.calcite.interpreter..",
              "org.codehaus..")
          .orShould()
          .accessField(RexUtil.class, "EXECUTOR")
          .orShould()
          .callMethod(RelMetadataQuery.class, "instance");
}
