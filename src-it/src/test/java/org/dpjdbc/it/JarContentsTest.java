package org.dpjdbc.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The driver's jar holds what it needs at run time, and little else. */
class JarContentsTest {
  private static final long MOST_BYTES = 19_000_000;

  private static final String SHADED = "org.dpjdbc.shaded.";

  /**
   * References to absent classes that nothing follows at run time.
   *
   * @param from a pattern that the referring class's whole name matches, without the package that
   *     libraries were moved to
   * @param to likewise of the absent class
   * @param why why no query and no command gets there
   */
  private record Absence(Pattern from, Pattern to, String why) {
    Absence(String from, String to, String why) {
      this(Pattern.compile(from), Pattern.compile(to), why);
    }

    boolean explains(Reference reference) {
      return from.matcher(reference.from()).matches() && to.matcher(reference.to()).matches();
    }
  }

  private record Reference(String from, String to) {}

  private static final List<Absence> ABSENCES =
      List.of(
          new Absence(
              ".*",
              "(javax\\.annotation|org\\.immutables\\.value|org\\.apiguardian|org\\.jspecify"
                  + "|org\\.checkerframework|com\\.google\\.errorprone|com\\.google\\.j2objc"
                  + "|com\\.fasterxml\\.jackson\\.annotation"
                  + "|com\\.google\\.common\\.collect\\.GwtTransient).*",
              "annotations, which nothing reads at run time"),
          new Absence(
              "org\\.apache\\.calcite\\.avatica.*",
              "(com\\.google\\.protobuf|org\\.apache\\.calcite\\.avatica\\.(proto|remote)"
                  + "|org\\.apache\\.hc).*",
              "what Avatica's remote driver sends, and settings that it alone has"),
          new Absence(
              "org\\.apache\\.calcite\\.avatica.*",
              "org\\.apache\\.calcite\\.avatica\\.(Avatica.*|MetaImpl.*|QueryState"
                  + "|UnregisteredDriver)",
              "result sets and arrays of Avatica's drivers"),
          new Absence(
              "org\\.apache\\.calcite\\.runtime\\.JsonFunctions.*",
              "com\\.(fasterxml\\.jackson\\.databind|jayway\\.jsonpath).*",
              "functions of JSON are refused; the class is looked into for its methods' names"),
          new Absence(
              "com\\.jayway\\.jsonpath.*",
              "com\\.jayway\\.jsonpath.*",
              "two interfaces that the class of functions of JSON cannot be verified without"),
          new Absence(
              "org\\.apache\\.calcite\\.(runtime\\.(Spatial.*|BufferStyle)|sql\\.SqlSpatial.*)",
              "org\\.(locationtech\\.jts|apache\\.calcite\\.(runtime\\.(.*Operation|.*Transformer"
                  + "|HilbertCurve2D|SpatialTypeUtils.*)|model\\.ModelHandler)).*",
              "functions of geometry are refused; the class is looked into for its methods' names"),
          new Absence(
              "org\\.locationtech\\.jts.*",
              "org\\.locationtech\\.jts.*",
              "types that the class of functions of geometry cannot be verified without; nothing "
                  + "makes a value of them"),
          new Absence(
              "org\\.h2\\.util\\.geometry\\.JTSUtils.*",
              "org\\.locationtech\\.jts.*",
              "geometries as Java objects, which a ledger has none of"),
          new Absence(
              "org\\.h2\\.(mode|tools).*",
              "org\\.h2\\.server\\.(pg|web).*",
              "H2's console and server for PostgreSQL's clients, which a ledger does not start"),
          new Absence(
              "org\\.apache\\.calcite\\.(jdbc\\.Calcite.*|prepare\\.Prepare"
                  + "|adapter\\.jdbc\\.JdbcSchema.*|tools\\.RelBuilder)",
              "org\\.apache\\.calcite\\.(jdbc\\.(CalciteConnectionImpl|MetadataSchema)"
                  + "|prepare\\.CalcitePrepareImpl.*|tools\\.(Frameworks.*|Programs)"
                  + "|avatica\\.MetaImpl.*)",
              "Calcite's own JDBC driver and adapter"),
          new Absence(
              "org\\.apache\\.calcite\\.adapter\\.jdbc\\..*",
              "org\\.apache\\.calcite\\.adapter\\.jdbc.*",
              "Calcite's own JDBC adapter"),
          new Absence(
              "org\\.apache\\.calcite\\.interpreter\\.Interpreter.*",
              "org\\.apache\\.calcite\\.interpreter.*",
              "Calcite's interpreter: the driver has an evaluator of its own"),
          new Absence(
              "org\\.apache\\.calcite\\.(adapter\\.(enumerable|jdbc)|rel\\.metadata\\.Janino"
                  + "|rex\\.RexExecut|schema\\.impl|sql\\.advise).*",
              "org\\.(codehaus|apache\\.calcite\\.(adapter\\.enumerable|util\\.javac"
                  + "|interpreter\\.Janino)).*",
              "code that Calcite generates: the driver has an evaluator, metadata by reflection and "
                  + "an executor of its own"),
          new Absence(
              "org\\.apache\\.calcite\\.rel\\.rules\\.(FilterTableScanRule"
                  + "|ProjectTableScanRule).*|org\\.apache\\.calcite\\.plan\\.RelOptUtil",
              "org\\.apache\\.calcite\\.interpreter\\.Bindables.*",
              "rules for the interpreter, which are in no planner of ours"),
          new Absence(
              "org\\.apache\\.calcite\\.(plan|schema\\.impl|materialize"
                  + "|rel\\.rules\\.MaterializedView).*",
              "org\\.apache\\.calcite\\.(materialize|plan|statistic|tools).*",
              "materialized views and lattices: no catalog has any"),
          new Absence(
              "org\\.apache\\.calcite\\.plan\\.RelOptUtil",
              "org\\.apache\\.calcite\\.rel\\.stream\\.StreamRules",
              "the rules of a planner for streams"),
          new Absence(
              "org\\.apache\\.calcite\\.(plan\\.RelOptUtil|rel\\.externalize\\.RelJsonWriter)",
              "(org\\.apache\\.calcite\\.rel\\.externalize\\.RelJson.*)",
              "plans as JSON"),
          new Absence(
              "org\\.apache\\.calcite\\.(prepare\\.CalciteCatalogReader|model\\..*)",
              "org\\.apache\\.calcite\\.model\\.ModelHandler",
              "functions that a model of Calcite's lists"),
          new Absence(
              "org\\.apache\\.calcite\\.runtime\\.SqlFunctions",
              "org\\.apache\\.commons\\.text\\.StringEscapeUtils",
              "CONTAINS_SUBSTR, which is refused"),
          new Absence(
              "com\\.fasterxml\\.jackson\\.core\\.io.*",
              "com\\.fasterxml\\.jackson\\.core\\.internal.*",
              "numbers of JSON that is read; it is only written"),
          new Absence(
              "com\\.zaxxer\\.hikari\\.HikariConfig",
              "com\\.codahale\\.metrics.*",
              "health checks, which no pool of ours has"));

  /** What NOTICE calls the library whose classes are in a package. */
  private static final Map<String, String> LIBRARIES =
      Map.ofEntries(
          Map.entry("com/fasterxml/jackson/core/", "Jackson core"),
          Map.entry("com/google/common/", "Guava, failureaccess"),
          Map.entry("com/jayway/jsonpath/", "json-path"),
          Map.entry("com/zaxxer/hikari/", "HikariCP"),
          Map.entry("org/apache/calcite/", "Apache Calcite, Apache Calcite Avatica"),
          Map.entry("org/apache/commons/codec/", "Apache Commons Codec"),
          Map.entry("org/apache/commons/math3/", "Codec, Math"),
          Map.entry("org/apache/commons/numbers/", "Math, Numbers"),
          Map.entry("org/apache/commons/text/", "and Text"),
          Map.entry("org/codehaus/commons/compiler/", "Commons Compiler"),
          Map.entry("org/h2/", "H2 Database Engine"),
          Map.entry("org/joou/", "jOOU"),
          Map.entry("org/locationtech/jts/", "JTS Topology Suite"),
          Map.entry("org/slf4j/", "SLF4J"),
          Map.entry("org/snakeyaml/engine/", "SnakeYAML Engine"),
          Map.entry("picocli/", "picocli"));

  /** Classes that are named, in signatures and in tables of methods, and never used. */
  private static final Pattern NEVER_LINKED =
      Pattern.compile(
          "org\\.(locationtech\\.jts\\.geom\\..*|h2\\.util\\.geometry\\.JTSUtils\\$GeometryTarget"
              + "|apache\\.calcite\\.(interpreter\\.Interpreter"
              + "|jdbc\\.CalcitePrepare\\$(AnalyzeView|Convert|Parse)Result))");

  private Path jar;

  @BeforeEach
  void findJar() throws URISyntaxException {
    jar = DriverJar.require();
  }

  @Test
  void itIsNoLargerThan19Megabytes() throws IOException {
    assertThat(Files.size(jar)).isLessThanOrEqualTo(MOST_BYTES);
  }

  @Test
  void whatItsClassesReferToIsThere() {
    List<Reference> missing = missing();
    assertThat(missing)
        .as("references to absent classes: extend the jar, or say why nothing follows them")
        .allMatch(r -> ABSENCES.stream().anyMatch(a -> a.explains(r)));
    assertThat(ABSENCES)
        .as("explanations of absences that there are not")
        .allMatch(a -> missing.stream().anyMatch(a::explains));
  }

  /** What a class is verified with is there: where it is not, the class cannot be used at all. */
  @Test
  void itsClassesCanBeLinked() throws IOException {
    List<String> broken = new ArrayList<>();
    int constructors = 0;
    URL[] only = {jar.toUri().toURL()};
    try (URLClassLoader alone = new URLClassLoader(only, ClassLoader.getPlatformClassLoader());
        JarFile file = new JarFile(jar.toFile())) {
      for (String name : classes(file)) {
        try {
          // Links the class, and does not initialize it.
          constructors += Class.forName(name, false, alone).getDeclaredConstructors().length;
        } catch (ClassNotFoundException | LinkageError e) {
          broken.add(original(name));
        }
      }
    }
    assertThat(broken).allMatch(name -> NEVER_LINKED.matcher(name).matches());
    assertThat(broken).hasSizeLessThan(20);
    assertThat(constructors).isGreaterThan(5000);
  }

  @Test
  void theNoticeNamesItsLibraries() throws IOException {
    try (JarFile file = new JarFile(jar.toFile());
        InputStream in = file.getInputStream(file.getEntry("META-INF/NOTICE"))) {
      List<String> shaded =
          file.stream()
              .map(JarEntry::getName)
              .filter(name -> name.startsWith("org/dpjdbc/shaded/") && name.endsWith(".class"))
              .map(name -> name.substring("org/dpjdbc/shaded/".length()))
              .toList();
      assertThat(shaded).allMatch(name -> LIBRARIES.keySet().stream().anyMatch(name::startsWith));
      assertThat(LIBRARIES.keySet())
          .allMatch(library -> shaded.stream().anyMatch(name -> name.startsWith(library)));
      assertThat(new String(in.readAllBytes(), UTF_8).replaceAll("\\s+", " "))
          .contains(LIBRARIES.values());
    }
  }

  private static List<String> classes(JarFile file) {
    List<String> classes =
        file.stream()
            .map(JarEntry::getName)
            .filter(name -> name.endsWith(".class"))
            .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
            .toList();
    assertThat(classes).hasSizeGreaterThan(5000);
    return classes;
  }

  /** The references of the jar's classes to classes neither in it nor of Java. */
  private List<Reference> missing() {
    StringWriter out = new StringWriter();
    ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
    int code =
        jdeps.run(
            new PrintWriter(out),
            new PrintWriter(out),
            "--missing-deps",
            "-filter:none",
            jar.toString());
    assertThat(code).as(out.toString()).isZero();
    List<Reference> found = new ArrayList<>();
    Matcher line = Pattern.compile("(?m)^ +(\\S+) +-> (\\S+) +not found$").matcher(out.toString());
    while (line.find()) {
      found.add(new Reference(original(line.group(1)), original(line.group(2))));
    }
    assertThat(found).isNotEmpty();
    return found;
  }

  /** The name that a class has in its library. */
  private static String original(String name) {
    return name.startsWith(SHADED) ? name.substring(SHADED.length()) : name;
  }
}
