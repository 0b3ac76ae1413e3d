package org.dpjdbc.policy;

import java.util.List;
import java.util.Set;

/** The keys of the policy file, section by section; {@code policy.schema.json} lists the same. */
final class Keys {
  static final List<String> ROOT =
      List.of(
          "version",
          "defaults",
          "budget",
          "answers",
          "limits",
          "preview",
          "releases",
          "unverified_connectors",
          "schemas");
  static final List<String> DEFAULTS = List.of("epsilon", "delta", "noise", "clamp");
  static final List<String> BUDGET =
      List.of("epsilon", "delta", "renews", "composition", "per_analyst");
  static final List<String> SHARE = List.of("epsilon", "delta");
  static final List<String> ANSWERS =
      List.of("reuse_for", "widen_to", "derive", "shared", "consistent");
  static final List<String> LIMITS =
      List.of(
          "max_epsilon_per_query",
          "timeout",
          "max_output_rows",
          "latency_step",
          "max_listed_keys",
          "max_lookup_keys");
  static final List<String> RELEASES = List.of("schema");
  static final List<String> SCHEMA = List.of("tables");
  static final List<String> TABLE =
      List.of(
          "description",
          "public",
          "privacy_unit",
          "privacy_units",
          "unit_size",
          "max_rows_contributed",
          "max_groups_contributed",
          "contribution",
          "row_number",
          "columns");
  static final List<String> UNIT = List.of("column", "columns", "references");
  static final List<String> REFERENCE = List.of("table", "columns");
  static final List<String> COLUMN =
      List.of(
          "description",
          "access",
          "lower",
          "upper",
          "step",
          "values",
          "unlisted",
          "sum_per_unit",
          "randomized_response");
  static final List<String> SUM = List.of("lower", "upper");

  /** Keys of the policy language that this version does not act on; ignoring them would deceive. */
  static final Set<String> NOT_OFFERED = Set.of("bounds");

  private Keys() {}

  /** What to say of a key, or of a value, that a later version may offer. */
  static String notOffered(String what) {
    return "'" + what + "' is not supported by this version";
  }
}
