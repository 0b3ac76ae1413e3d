package org.dpjdbc.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The gateway uses the driver as any application does, and its packages form no circle. */
@AnalyzeClasses(
    packages = "org.dpjdbc.gateway",
    importOptions = GatewayArchitectureTest.NoTests.class)
class GatewayArchitectureTest {
  /** Leaves out tests, in whichever folder this build has them. */
  static final class NoTests implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/test-classes/");
    }
  }

  @ArchTest
  static final ArchRule NO_CIRCLES =
      slices().matching("org.dpjdbc.gateway.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule DRIVER_BY_JDBC_ALONE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.dpjdbc",
              "org.dpjdbc.budget..",
              "org.dpjdbc.jdbc..",
              "org.dpjdbc.noise..",
              "org.dpjdbc.plan..",
              "org.dpjdbc.policy..",
              "org.dpjdbc.run..",
              "org.dpjdbc.sql..",
              "org.dpjdbc.shaded..");

  /** Only three packages reach databases: the shadow's, and those that ask the driver. */
  @ArchTest
  static final ArchRule FEW_REACH_DATABASES =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "org.dpjdbc.gateway.answer..",
              "org.dpjdbc.gateway.shadow..",
              "org.dpjdbc.gateway.server..",
              "org.dpjdbc.gateway.web.ask..")
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.sql.Connection");

  /** What reads the bytes of strangers knows nothing of what they are about. */
  @ArchTest
  static final ArchRule WIRE_KNOWS_NOTHING =
      noClasses()
          .that()
          .resideInAPackage("org.dpjdbc.gateway.wire..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.dpjdbc.gateway.answer..",
              "org.dpjdbc.gateway.config..",
              "org.dpjdbc.gateway.login..",
              "org.dpjdbc.gateway.server..",
              "org.dpjdbc.gateway.session..",
              "org.dpjdbc.gateway.shadow..");
}
