package org.dpjdbc.cli;

import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.dpjdbc.cli.advice.ErrorNotes;
import org.dpjdbc.cli.advice.IndexNotes;
import org.dpjdbc.cli.advice.RowNumberNotes;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.LiveSchema.Kind;
import org.dpjdbc.policy.LiveSchema.Table;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyCheck;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.policy.PolicyFile;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.run.schema.CatalogRows;
import org.dpjdbc.run.schema.LiveSchemaReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says whether a policy can be used with a database, and if not, everything that is wrong. */
@Command(
    name = "check",
    description = {
      "Checks a policy against its database.",
      "Also counts rows without a person, or with an ambiguous one. The counts are exact: only"
          + " the data owner may see them."
    },
    mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "POLICY",
      description = "The policy file. Default: the profile's.")
  private Optional<String> first = Optional.empty();

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "URL",
      description = "The database's own JDBC URL. Default: the profile's.")
  private Optional<String> second = Optional.empty();

  @Option(names = "--no-rows", description = "Read only the catalog, not the rows.")
  private boolean catalogAlone;

  @Mixin private DatabaseOptions options = new DatabaseOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws SQLException, FailedException {
    PrintWriter out = spec.commandLine().getOut();
    Operands operands = Operands.of(Stream.of(first, second).flatMap(Optional::stream).toList());
    String file = options.policy(operands);
    try {
      Policy policy = PolicyFile.load(file);
      try (Database database = options.open(operands.url())) {
        LiveSchema live = LiveSchemaReader.read(database.connection(), policy);
        if (!catalogAlone) {
          new DuplicateOwners(database.connection(), policy, live).notes().forEach(out::println);
        }
        Policy checked = PolicyCheck.check(policy, live);
        checked.tables().forEach(table -> warnOfView(table, live, out));
        if (!catalogAlone) {
          new OrphanRowCheck(database.connection(), checked).notes().forEach(out::println);
        }
        long open = checked.tables().stream().filter(TablePolicy::isPublic).count();
        out.printf(
            "%s can be used: %d private and %d public tables%n",
            file, checked.tables().size() - open, open);
        printTablesWithoutLimit(checked, live, out);
        new ErrorNotes(checked, live).notes().forEach(out::println);
        new IndexNotes(checked, live, new RowCounts(database.connection())::quoted)
            .notes(CatalogRows.dialect(database.connection()))
            .forEach(out::println);
        new RowNumberNotes(checked, live, new RowCounts(database.connection())::quoted)
            .notes(CatalogRows.dialect(database.connection()))
            .forEach(out::println);
        return 0;
      }
    } catch (PolicyException e) {
      e.problems().forEach(out::println);
      return Main.PROBLEMS;
    }
  }

  private static void printTablesWithoutLimit(Policy policy, LiveSchema live, PrintWriter out) {
    List<String> names =
        policy.tables().stream()
            .filter(table -> lacksLimit(table, live))
            .map(TablePolicy::name)
            .toList();
    if (!names.isEmpty()) {
      out.printf(
          "without max_rows_contributed: %s; queries over a table without it must say OPTIONS"
              + " (max_rows_contributed = n)%n",
          String.join(", ", names));
    }
  }

  /** Whether a unit may have several rows, and the policy does not say how many of them count. */
  private static boolean lacksLimit(TablePolicy table, LiveSchema live) {
    List<PrivacyUnit.Columns> units = OrphanRowCheck.units(table);
    boolean oneRow =
        units.size() == 1
            && live.table(table.schema(), table.name()).stream()
                .anyMatch(t -> t.uniqueKeys().contains(units.get(0).columns()));
    return !units.isEmpty() && !oneRow && !table.rowsAuto() && table.maxRowsContributed().isEmpty();
  }

  private static void warnOfView(TablePolicy table, LiveSchema live, PrintWriter out) {
    boolean isView =
        live.table(table.schema(), table.name())
            .map(Table::kind)
            .filter(Kind.VIEW::equals)
            .isPresent();
    if (isView) {
      out.printf(
          "%s: note: %s is a view; make sure that %s%n",
          table.location(),
          table.name(),
          table.isPublic()
              ? "no private table is behind it"
              : "each of its rows is made from one unit's rows alone");
    }
  }
}
