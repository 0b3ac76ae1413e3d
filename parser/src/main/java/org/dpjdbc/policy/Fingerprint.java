package org.dpjdbc.policy;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.dpjdbc.policy.Policy.DeriveRule;
import org.dpjdbc.policy.Policy.Share;

/**
 * SHA-256 of the meaning of a policy: of every fact in it, in a canonical order and with canonical
 * numbers. File name, lines, comments and layout do not count; the order of a column's values does,
 * because answers list them in that order.
 */
final class Fingerprint {
  private final CanonicalDigest digest = new CanonicalDigest("policy 2");

  private Fingerprint() {}

  /** The policy of those terms and tables, with its fingerprint. */
  static Policy sign(Policy terms, List<TablePolicy> tables) {
    return sign(terms, tables, List.of());
  }

  /** The same, over facts of the live schema as well. */
  static Policy sign(Policy terms, List<TablePolicy> tables, List<LiveSchema.Table> facts) {
    Fingerprint fingerprint = new Fingerprint();
    fingerprint.terms(terms);
    tables.stream()
        .sorted(Comparator.comparing(TablePolicy::schema).thenComparing(TablePolicy::name))
        .forEach(fingerprint::table);
    facts.forEach(table -> table.addTo(fingerprint.digest));
    return new Policy(
        terms.source(),
        fingerprint.digest.hex(),
        terms.defaults(),
        terms.budget(),
        terms.answers(),
        terms.limits(),
        terms.preview(),
        List.copyOf(tables),
        terms.releases(),
        terms.connectors());
  }

  private void terms(Policy policy) {
    text(ValueOrder.text(policy.defaults().epsilon()));
    text(ValueOrder.text(policy.defaults().delta()));
    text(policy.defaults().noise().name());
    text(Boolean.toString(policy.defaults().clamp()));
    share(Optional.of(policy.budget().total()));
    text(policy.budget().renews().name());
    text(policy.budget().composition().name());
    share(policy.budget().perAnalyst());
    text(policy.answers().reuseFor().toString());
    text(ValueOrder.text(policy.limits().maxEpsilonPerQuery()));
    text(policy.limits().timeout().toString());
    text(Integer.toString(policy.limits().maxOutputRows()));
    text(policy.limits().latencyStep().toString());
    text(policy.preview().name());
    if (policy.limits().maxListedKeys() != Policy.Limits.DEFAULT_LISTED_KEYS) {
      // as it was before there was the setting, where it is not made use of
      text("listed " + policy.limits().maxListedKeys());
    }
    if (policy.limits().maxLookupKeys() != Policy.Limits.DEFAULT_LOOKUP_KEYS) {
      text("looked up " + policy.limits().maxLookupKeys());
    }
    if (policy.answers().widenTo() != Policy.Answers.DEFAULT_WIDEN_TO) {
      text("widened to " + policy.answers().widenTo());
    }
    if (policy.connectors() != Policy.UnverifiedConnectors.REFUSE) {
      text("connectors " + policy.connectors().name());
    }
    if (policy.answers().derive() != DeriveRule.AS_GOOD) {
      text("derive " + policy.answers().derive().name());
    }
    if (!policy.answers().shared()) {
      text("answers per analyst");
    }
    if (policy.answers().consistent()) {
      text("consistent");
    }
  }

  private void share(Optional<Share> share) {
    text(share.map(s -> ValueOrder.text(s.epsilon())).orElse(""));
    text(share.map(s -> ValueOrder.text(s.delta())).orElse(""));
  }

  private void table(TablePolicy table) {
    text("table");
    text(table.schema());
    text(table.name());
    table.unit().ifPresentOrElse(this::unit, () -> text("public"));
    table.furtherUnits().forEach(this::unit);
    text(Integer.toString(table.unitSize()));
    count(table.maxRowsContributed());
    text(Boolean.toString(table.rowsAuto()));
    count(table.maxGroupsContributed());
    text(table.contribution().name());
    text(Boolean.toString(table.allColumns()));
    table.columns().stream().sorted(Comparator.comparing(ColumnPolicy::name)).forEach(this::column);
  }

  private void unit(PrivacyUnit unit) {
    if (unit instanceof PrivacyUnit.Columns column) {
      if (column.columns().size() > 1) {
        text("unit of " + column.columns().size());
      } else {
        text("unit");
      }
      column.columns().forEach(this::text);
      text(column.references().map(PrivacyUnit.Reference::schema).orElse(""));
      text(column.references().map(PrivacyUnit.Reference::table).orElse(""));
      column.references().ifPresentOrElse(key -> key.columns().forEach(this::text), () -> text(""));
    } else {
      text("row");
    }
  }

  private void column(ColumnPolicy column) {
    text("column");
    text(column.name());
    text(Boolean.toString(column.readable()));
    text(column.bounds().map(b -> "bounds").orElse("unbounded"));
    column.bounds().ifPresent(b -> text(b.lowerAuto() + " " + b.upperAuto()));
    column.bounds().ifPresent(b -> value(b.lower()));
    column.bounds().ifPresent(b -> value(b.upper()));
    text(column.step().map(ValueOrder::text).orElse(""));
    text(column.values().map(v -> Integer.toString(v.size())).orElse(""));
    column.values().ifPresent(values -> values.forEach(this::value));
    column
        .unlisted()
        .ifPresent(
            label -> {
              text("unlisted");
              text(label);
            });
    text(column.randomizedResponse().map(ValueOrder::text).orElse(""));
    text(column.sumPerUnit().map(s -> "sum").orElse(""));
    column.sumPerUnit().ifPresent(s -> value(s.lower()));
    column.sumPerUnit().ifPresent(s -> value(s.upper()));
  }

  private void value(PolicyValue value) {
    text(value.getClass().getSimpleName());
    text(ValueOrder.text(value));
  }

  private void count(OptionalInt count) {
    text(count.isPresent() ? Integer.toString(count.getAsInt()) : "");
  }

  private void text(String text) {
    digest.text(text);
  }
}
