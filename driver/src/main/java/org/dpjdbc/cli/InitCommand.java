package org.dpjdbc.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.run.schema.CatalogFacts;
import org.dpjdbc.run.schema.CatalogRows;
import org.dpjdbc.run.schema.LiveSchemaReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Drafts a policy from what the database's catalog says; never looks at a row. */
@Command(
    name = "init",
    description = "Drafts a policy from the database's catalog. Reads no rows.",
    mixinStandardHelpOptions = true)
final class InitCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "URL",
      description = "The database's own JDBC URL. Default: the profile's.")
  private Optional<String> url = Optional.empty();

  @Option(
      names = "--schema",
      paramLabel = "NAME",
      description = "A schema to describe; may be repeated. Default: the connection's.")
  private List<String> schemas = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write the policy. Default: the standard output.")
  private Optional<Path> file = Optional.empty();

  @Option(names = "--force", description = "Replace the file if it exists.")
  private boolean force;

  @Mixin private DatabaseOptions options = new DatabaseOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws SQLException, FailedException {
    Draft draft = draft();
    PrintWriter out = spec.commandLine().getOut();
    if (file.isEmpty()) {
      out.print(draft.text());
      out.flush();
      return 0;
    }
    write(file.get(), draft.text());
    out.printf("%s: %d tables%n", file.get(), draft.tables());
    draft
        .undecided()
        .forEach((line, table) -> out.printf("%s:%d: decide about %s%n", file.get(), line, table));
    out.printf(
        "go through every TODO, then run: check %s%s%n",
        file.get(), url.isPresent() ? " <jdbc url>" : "");
    return 0;
  }

  private Draft draft() throws SQLException, FailedException {
    try (Database database = options.open(url)) {
      Connection connection = database.connection();
      LiveSchema live = LiveSchemaReader.read(connection, schemas(connection));
      if (live.tables().isEmpty()) {
        throw new FailedException(
            "there are no tables in "
                + String.join(", ", schemas(connection))
                + "; name another schema with --schema");
      }
      return new DraftWriter(
              live,
              CatalogFacts.read(connection, live),
              CatalogRows.dialect(connection).enforcesKeys())
          .write();
    }
  }

  private List<String> schemas(Connection connection) throws SQLException, FailedException {
    if (!schemas.isEmpty()) {
      return schemas;
    }
    String current =
        LiveSchemaReader.currentSchema(connection)
            .orElseThrow(
                () ->
                    new FailedException(
                        "the connection has no schema of its own; name one with --schema"));
    return List.of(current);
  }

  private void write(Path path, String text) throws FailedException {
    try {
      if (force) {
        Files.deleteIfExists(path);
      }
      Files.writeString(path, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException e) {
      throw new FailedException(path + " already exists; --force replaces it");
    } catch (IOException e) {
      throw new FailedException(path + " cannot be written: " + e.getMessage());
    }
  }
}
