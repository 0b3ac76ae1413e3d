package org.dpjdbc.docs;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs the SQL and the commands of a page, from its top to its end. */
final class PageRun {
  /** Lines of a failed command's output. */
  private static final int SHOWN = 3;

  private static final String POSTGRESQL = "postgresql";

  private final ManualDatabases databases;
  private final List<String> problems = new ArrayList<>();

  private PageRun(ManualDatabases databases) {
    this.databases = databases;
  }

  static List<String> problems(Page page, ManualDatabases databases)
      throws SQLException, IOException {
    PageRun run = new PageRun(databases);
    if (!page.hasTestOfItsOwn()) {
      for (Block block : page.blocks()) {
        run.run(block);
      }
    }
    return run.problems;
  }

  private void run(Block block) throws SQLException, IOException {
    if (block.isLeftOut()) {
      return;
    }
    if (block.language().equals("sql")) {
      runSql(block);
    } else if (block.isForAShell() && !block.mark().isEmpty()) {
      problems.add(block.unknownMark());
    } else if (block.isForAShell()) {
      for (DpCommand line : DpCommand.of(block)) {
        runCommand(block, line);
      }
    }
  }

  /** What is asked of the manual's clinic is run; anything else is only understood. */
  private void runCommand(Block block, DpCommand line) throws SQLException, IOException {
    Optional<String> problem = line.problem();
    if (problem.isEmpty() && line.isOverTheClinic()) {
      ManualDatabase clinic = databases.h2();
      Path draft = clinic.policy().resolveSibling("draft.yaml");
      Files.deleteIfExists(draft);
      DpCommand.Outcome outcome = line.run(clinic.url(), clinic.policy(), draft);
      String said = outcome.output().lines().limit(SHOWN).collect(joining(" "));
      problem = outcome.code() == 0 ? problem : Optional.of(line + " failed: " + said);
    }
    problem.map(block::problem).ifPresent(problems::add);
  }

  private void runSql(Block block) throws SQLException, IOException {
    String mark = block.mark();
    if (!mark.isEmpty() && !mark.equals(POSTGRESQL) && !mark.matches("refused( DP-[A-Z-]+)?")) {
      problems.add(block.unknownMark());
      return;
    }
    if (mark.equals(POSTGRESQL) && !ManualDatabase.hasPostgres()) {
      return;
    }
    ManualDatabase database = mark.equals(POSTGRESQL) ? databases.postgres() : databases.h2();
    for (SqlStatement statement : SqlStatement.of(block)) {
      statement.problem(database.analyst()).ifPresent(problems::add);
    }
  }
}
