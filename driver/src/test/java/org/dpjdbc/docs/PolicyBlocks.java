package org.dpjdbc.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.dpjdbc.cli.profile.ProfileException;
import org.dpjdbc.cli.profile.ProfileReader;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.policy.PolicyFile;

/** Whether the readers accept what pages show of policies and of profiles. */
final class PolicyBlocks {
  private static final String TABLES = "version: 1\nschemas:\n  PUBLIC:\n    tables:\n";
  private static final String PATIENTS =
      "      PATIENTS: {privacy_unit: PATIENT_ID, columns: {PATIENT_ID: {}}}\n";
  private static final String VISITS =
      "      VISITS:\n        privacy_unit: {column: PATIENT_ID, references: PATIENTS.PATIENT_ID}\n";

  private PolicyBlocks() {}

  static List<String> problems(Page page) {
    return page.in("yaml").stream().flatMap(block -> problem(block).stream()).toList();
  }

  /** A block that is neither a policy nor said to be a part of one is of something else. */
  private static Optional<String> problem(Block block) {
    if (block.isLeftOut()) {
      return Optional.empty();
    }
    if (block.mark().equals("profile")) {
      return profileProblem(block);
    }
    boolean whole = block.text().startsWith("version:") || block.text().contains("\nversion:");
    if (block.mark().isEmpty() && !whole) {
      return Optional.of(block.problem("say what this is a fragment of, or why it is not read"));
    }
    Optional<String> policy = block.mark().isEmpty() ? Optional.of(block.text()) : completed(block);
    if (policy.isEmpty()) {
      return Optional.of(block.unknownMark());
    }
    try {
      PolicyFile.parse(block.place(), policy.get());
      return Optional.empty();
    } catch (PolicyException e) {
      return Optional.of(block.problem(e.problems().toString()));
    }
  }

  /** A temporary file is its owner's alone: a password may be in it. */
  private static Optional<String> profileProblem(Block block) {
    try {
      Path file = Files.createTempFile("profile", ".yaml");
      try {
        ProfileReader.read(Files.writeString(file, block.text()));
        return Optional.empty();
      } catch (ProfileException e) {
        return Optional.of(block.problem(String.valueOf(e.getMessage())));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A fragment within the smallest policy that it makes sense in. */
  private static Optional<String> completed(Block block) {
    String text = block.text();
    return switch (block.mark()) {
      case "fragment of the policy" -> Optional.of(text + "\n" + TABLES + PATIENTS);
      case "fragment of tables" ->
          Optional.of(TABLES + (text.startsWith("PATIENTS:") ? "" : PATIENTS) + indent(text, 6));
      case "fragment of a table" ->
          Optional.of(
              TABLES + PATIENTS + VISITS + indent(text, 8) + "        columns: {PATIENT_ID: {}}\n");
      case "fragment of columns" ->
          Optional.of(
              TABLES
                  + PATIENTS
                  + VISITS
                  + "        columns:\n          PATIENT_ID: {}\n"
                  + indent(text, 10));
      default -> Optional.empty();
    };
  }

  private static String indent(String text, int columns) {
    return Stream.of(text.split("\n"))
        .map(line -> " ".repeat(columns) + line + "\n")
        .reduce("", String::concat);
  }
}
