package org.dpjdbc.policy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.policy.Policy.Budget;
import org.dpjdbc.policy.Policy.Defaults;
import org.dpjdbc.policy.Policy.DeriveRule;
import org.dpjdbc.policy.Policy.Limits;
import org.dpjdbc.policy.Policy.Share;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads the terms of use: defaults, budget, answers, limits, previews. */
final class TermsReader {
  private static final BigDecimal DEFAULT_EPSILON = BigDecimal.ONE;
  private static final BigDecimal DEFAULT_DELTA = new BigDecimal("1e-8");
  private static final Share DEFAULT_BUDGET = new Share(BigDecimal.TEN, new BigDecimal("1e-6"));
  private static final Duration DEFAULT_REUSE = Duration.ofHours(24);
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);
  private static final int DEFAULT_OUTPUT_ROWS = 100_000;

  /** So many groups are held and shown without effort. */
  private static final int MAX_LISTED_KEYS = 100_000;

  private final Problems problems;
  private final Scalars scalars;

  TermsReader(Problems problems) {
    this.problems = problems;
    this.scalars = new Scalars(problems);
  }

  /** The policy without tables. */
  Policy read(String source, Section root) {
    Optional<Section> section = section(root, "defaults", Keys.DEFAULTS);
    Defaults defaults = defaults(section);
    Budget budget = budget(root);
    Limits limits = limits(root, defaults);
    checkFits(section.orElse(root), defaults, budget, limits);
    return new Policy(
        source,
        "",
        defaults,
        budget,
        answers(root),
        limits,
        preview(root),
        List.of(),
        releases(root),
        connectors(root));
  }

  private Policy.UnverifiedConnectors connectors(Section root) {
    return root.value("unverified_connectors", problems)
        .flatMap(n -> scalars.oneOf(n, "unverified_connectors", Policy.UnverifiedConnectors.class))
        .orElse(Policy.UnverifiedConnectors.REFUSE);
  }

  private Optional<Policy.Releases> releases(Section root) {
    Optional<Section> section = section(root, "releases", Keys.RELEASES);
    if (section.isPresent() && !section.get().entries().containsKey("schema")) {
      problems.at(section.get().node(), "'releases' names no schema; write 'schema: NAME'");
    }
    return value(section, "schema")
        .flatMap(node -> scalars.name(node, "schema").map(name -> at(name, node)));
  }

  private Policy.Releases at(String schema, Node node) {
    return new Policy.Releases(schema, problems.location(node));
  }

  private Defaults defaults(Optional<Section> section) {
    NoiseRule noise =
        value(section, "noise")
            .flatMap(n -> scalars.oneOf(n, "noise", NoiseRule.class))
            .orElse(NoiseRule.LAPLACE);
    BigDecimal delta = delta(section, "delta").orElse(DEFAULT_DELTA);
    if (noise == NoiseRule.GAUSSIAN && delta.signum() == 0) {
      value(section, "delta")
          .ifPresent(n -> problems.at(n, "gaussian noise needs a delta above 0"));
    }
    boolean clamp = value(section, "clamp").flatMap(n -> scalars.bool(n, "clamp")).orElse(false);
    return new Defaults(epsilon(section, "epsilon").orElse(DEFAULT_EPSILON), delta, noise, clamp);
  }

  private Budget budget(Section root) {
    Optional<Section> section = section(root, "budget", Keys.BUDGET);
    Share total = share(section, DEFAULT_BUDGET);
    Renewal renews =
        value(section, "renews")
            .flatMap(n -> scalars.oneOf(n, "renews", Renewal.class))
            .orElse(Renewal.NEVER);
    Composition composition =
        value(section, "composition")
            .flatMap(n -> scalars.oneOf(n, "composition", Composition.class))
            .orElse(Composition.BASIC);
    Optional<Share> perAnalyst = perAnalyst(section, total);
    if (composition != Composition.BASIC && perAnalyst.orElse(total).delta().signum() == 0) {
      value(section, "composition")
          .ifPresent(n -> problems.at(n, "this composition needs a budget with a delta above 0"));
    }
    return new Budget(total, renews, composition, perAnalyst);
  }

  private Optional<Share> perAnalyst(Optional<Section> budget, Share total) {
    return budget
        .flatMap(b -> section(b, "per_analyst", Keys.SHARE))
        .map(section -> perAnalyst(section, total));
  }

  private Share perAnalyst(Section section, Share total) {
    Share share = share(Optional.of(section), total);
    if (share.epsilon().compareTo(total.epsilon()) > 0) {
      problem(section, "epsilon", "an analyst's epsilon must be within the whole budget's");
    }
    if (share.delta().compareTo(total.delta()) > 0) {
      problem(section, "delta", "an analyst's delta must be within the whole budget's");
    }
    return share;
  }

  private Share share(Optional<Section> section, Share otherwise) {
    return new Share(
        epsilon(section, "epsilon").orElse(otherwise.epsilon()),
        delta(section, "delta").orElse(otherwise.delta()));
  }

  private Policy.Answers answers(Section root) {
    Optional<Section> section = section(root, "answers", Keys.ANSWERS);
    return new Policy.Answers(
        value(section, "reuse_for")
            .flatMap(n -> scalars.duration(n, "reuse_for"))
            .orElse(DEFAULT_REUSE),
        value(section, "widen_to").map(this::widenTo).orElse(Policy.Answers.DEFAULT_WIDEN_TO),
        value(section, "derive")
            .flatMap(n -> scalars.oneOf(n, "derive", DeriveRule.class))
            .orElse(DeriveRule.AS_GOOD),
        value(section, "shared").flatMap(n -> scalars.bool(n, "shared")).orElse(true),
        value(section, "consistent").flatMap(n -> scalars.bool(n, "consistent")).orElse(false));
  }

  private int widenTo(Node node) {
    int groups = scalars.count(node, "widen_to").orElse(Policy.Answers.DEFAULT_WIDEN_TO);
    if (groups > MAX_LISTED_KEYS) {
      problems.at(node, "'widen_to' must be at most %d".formatted(MAX_LISTED_KEYS));
    }
    return groups;
  }

  private Preview preview(Section root) {
    return root.value("preview", problems)
        .flatMap(n -> scalars.oneOf(n, "preview", Preview.class))
        .orElse(Preview.NONE);
  }

  private Limits limits(Section root, Defaults defaults) {
    Optional<Section> section = section(root, "limits", Keys.LIMITS);
    Optional<Node> timeout = value(section, "timeout");
    Duration time = timeout.flatMap(n -> scalars.duration(n, "timeout")).orElse(DEFAULT_TIMEOUT);
    if (time.isZero()) {
      timeout.ifPresent(n -> problems.at(n, "'timeout' must be longer than 0"));
    }
    Optional<Node> rows = value(section, "max_output_rows");
    return new Limits(
        epsilon(section, "max_epsilon_per_query").orElse(defaults.epsilon()),
        time,
        rows.map(n -> scalars.count(n, "max_output_rows").orElse(DEFAULT_OUTPUT_ROWS))
            .orElse(DEFAULT_OUTPUT_ROWS),
        value(section, "latency_step")
            .flatMap(n -> scalars.duration(n, "latency_step"))
            .orElse(Duration.ZERO),
        listedKeys(section),
        value(section, "max_lookup_keys")
            .map(n -> scalars.count(n, "max_lookup_keys").orElse(Limits.DEFAULT_LOOKUP_KEYS))
            .orElse(Limits.DEFAULT_LOOKUP_KEYS));
  }

  private int listedKeys(Optional<Section> section) {
    Optional<Node> keys = value(section, "max_listed_keys");
    int max =
        keys.map(n -> scalars.count(n, "max_listed_keys").orElse(Limits.DEFAULT_LISTED_KEYS))
            .orElse(Limits.DEFAULT_LISTED_KEYS);
    if (max > MAX_LISTED_KEYS) {
      keys.ifPresent(
          n -> problems.at(n, "'max_listed_keys' must be at most %d".formatted(MAX_LISTED_KEYS)));
    }
    return max;
  }

  /** A query that says nothing must be answerable at least once. */
  private void checkFits(Section place, Defaults defaults, Budget budget, Limits limits) {
    Share share = budget.perAnalyst().orElse(budget.total());
    if (budget.composition() != Composition.BASIC
        && defaults.delta().multiply(BigDecimal.valueOf(2)).compareTo(share.delta()) > 0) {
      problem(
          place,
          "delta",
          "by this composition half of the budget's delta, %s, is for queries; the default delta is %s"
              .formatted(shown(share.delta()), shown(defaults.delta())));
    }
    if (defaults.epsilon().compareTo(limits.maxEpsilonPerQuery()) > 0) {
      problem(
          place,
          "epsilon",
          "the default epsilon, %s, is above max_epsilon_per_query, %s"
              .formatted(shown(defaults.epsilon()), shown(limits.maxEpsilonPerQuery())));
    }
    if (defaults.epsilon().compareTo(share.epsilon()) > 0) {
      problem(
          place,
          "epsilon",
          "the default epsilon, %s, is above the budget, %s"
              .formatted(shown(defaults.epsilon()), shown(share.epsilon())));
    }
    if (defaults.delta().compareTo(share.delta()) > 0) {
      problem(
          place,
          "delta",
          "the default delta, %s, is above the budget, %s"
              .formatted(shown(defaults.delta()), shown(share.delta())));
    }
  }

  private static String shown(BigDecimal number) {
    return number.stripTrailingZeros().toString();
  }

  /** Reported where the key is, or at the section's own line if it is not given. */
  private void problem(Section section, String key, String text) {
    Section.Entry entry = section.entries().get(key);
    problems.at(entry == null ? section.node() : entry.value(), text);
  }

  private Optional<BigDecimal> epsilon(Optional<Section> section, String key) {
    return value(section, key).flatMap(n -> scalars.epsilon(n, key));
  }

  private Optional<BigDecimal> delta(Optional<Section> section, String key) {
    return value(section, key).flatMap(n -> scalars.delta(n, key));
  }

  private Optional<Node> value(Optional<Section> section, String key) {
    return section.flatMap(s -> s.value(key, problems));
  }

  private Optional<Section> section(Section parent, String key, List<String> keys) {
    return parent.value(key, problems).map(n -> Section.ofKeys(n, "'" + key + "'", keys, problems));
  }
}
