package org.dpjdbc.policy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.policy.ColumnPolicy.Bounds;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads the columns of a table. */
final class ColumnReader {
  private static final BigDecimal HALF = new BigDecimal("0.5");

  /** What a bound that is to be found is at most: a value beyond it counts as it. */
  private static final PolicyValue.Number FARTHEST =
      new PolicyValue.Number(BigDecimal.valueOf(1L << 40));

  private final Problems problems;
  private final Scalars scalars;

  ColumnReader(Problems problems) {
    this.problems = problems;
    this.scalars = new Scalars(problems);
  }

  List<ColumnPolicy> readAll(Node node) {
    return Section.ofNames(node, "'columns'", problems).entries().entrySet().stream()
        .map(column -> read(column.getKey(), column.getValue()))
        .toList();
  }

  private ColumnPolicy read(String name, Section.Entry entry) {
    Section section = Section.ofKeys(entry.value(), "column '" + name + "'", Keys.COLUMN, problems);
    boolean readable = readAccess(section);
    Optional<Bounds> bounds = readBounds(section, entry);
    Optional<List<PolicyValue>> values = section.value("values", problems).map(this::readValues);
    bounds.ifPresent(b -> values.ifPresent(v -> checkValuesWithin(b, v, section.entry("values"))));
    return new ColumnPolicy(
        name,
        readable,
        bounds,
        readStep(section, bounds),
        values,
        section.value("unlisted", problems).flatMap(node -> readUnlisted(node, values)),
        readRandomizedResponse(section, values),
        section.value("sum_per_unit", problems).flatMap(node -> readSum(node, section)),
        section.value("description", problems).flatMap(scalars::description),
        problems.location(entry.key()));
  }

  private boolean readAccess(Section section) {
    Optional<Node> access = section.value("access", problems);
    access.ifPresent(
        node -> {
          if (!Scalars.shown(node).equals("none")) {
            problems.at(node, "'access' is " + Scalars.shown(node) + "; write none or remove it");
          } else if (section.entries().size() > 1) {
            problems.at(node, "'access: none' allows no other key; remove the column's other keys");
          }
        });
    return !section.entries().containsKey("access");
  }

  private Optional<Bounds> readBounds(Section section, Section.Entry entry) {
    Optional<Node> min = section.value("lower", problems);
    Optional<Node> max = section.value("upper", problems);
    boolean minAuto = min.filter(Scalars::isAuto).isPresent();
    boolean maxAuto = max.filter(Scalars::isAuto).isPresent();
    PolicyValue farthest = new PolicyValue.Number(FARTHEST.value().negate());
    Optional<PolicyValue> lower = min.flatMap(n -> bound(n, "lower", farthest));
    Optional<PolicyValue> upper = max.flatMap(n -> bound(n, "upper", FARTHEST));
    boolean hasLower = section.entries().containsKey("lower");
    if (hasLower != section.entries().containsKey("upper")) {
      String missing = hasLower ? "upper" : "lower";
      problems.at(entry.key(), "give both 'lower' and 'upper'; '" + missing + "' is missing");
    }
    if (lower.isEmpty() || upper.isEmpty()) {
      return Optional.empty();
    }
    Node place = section.entry("upper").value();
    if (lower.get().getClass() != upper.get().getClass()) {
      problems.at(
          place,
          minAuto || maxAuto
              ? "'auto' is for numbers; write the bound"
              : "'lower' and 'upper' must be of one kind");
      return Optional.empty();
    }
    if (ValueOrder.compare(lower.get(), upper.get()) > 0) {
      problems.at(place, "'lower' must not be above 'upper'");
      return Optional.empty();
    }
    return Optional.of(new Bounds(lower.get(), upper.get(), minAuto, maxAuto));
  }

  private Optional<Bounds> readSum(Node node, Section column) {
    Section.Entry entry = column.entry("sum_per_unit");
    Optional<Bounds> sum =
        readBounds(Section.ofKeys(node, "'sum_per_unit'", Keys.SUM, problems), entry);
    if (sum.filter(bounds -> !isNumeric(bounds)).isPresent()) {
      problems.at(node, "'sum_per_unit' is for numbers");
      return Optional.empty();
    }
    if (sum.filter(Bounds::auto).isPresent()) {
      problems.at(node, "'sum_per_unit' is chosen privately if 'upper' is auto; write the bounds");
      return Optional.empty();
    }
    return sum;
  }

  private Optional<PolicyValue> bound(Node node, String key, PolicyValue farthest) {
    if (Scalars.isAuto(node)) {
      return Optional.of(farthest);
    }
    Optional<PolicyValue> value = scalars.value(node);
    if (value.isPresent() && !ValueOrder.isOrdered(value.get())) {
      problems.at(
          node,
          "'"
              + key
              + "' must be a number, date, time or timestamp without quotes, not "
              + Scalars.shown(node));
    }
    return value.filter(ValueOrder::isOrdered);
  }

  private Optional<BigDecimal> readStep(Section section, Optional<Bounds> bounds) {
    Optional<Node> node = section.value("step", problems);
    Optional<BigDecimal> step = node.flatMap(n -> scalars.number(n, "step"));
    if (step.filter(s -> s.signum() <= 0).isPresent()) {
      node.ifPresent(n -> problems.at(n, "'step' must be positive"));
      return Optional.empty();
    }
    if (step.isPresent() && bounds.filter(b -> !isNumeric(b)).isPresent()) {
      node.ifPresent(n -> problems.at(n, "'step' is for numbers; remove it"));
      return Optional.empty();
    }
    return step;
  }

  private static boolean isNumeric(Bounds bounds) {
    return bounds.lower() instanceof PolicyValue.Number;
  }

  private List<PolicyValue> readValues(Node node) {
    if (!(node instanceof SequenceNode sequence)) {
      problems.at(node, "'values' must be a list, such as [a, b]");
      return List.of();
    }
    if (sequence.getValue().isEmpty()) {
      problems.at(node, "'values' is empty; list the values, or remove it for private keys");
    }
    ValueList values = new ValueList(problems);
    sequence.getValue().forEach(n -> scalars.value(n).ifPresent(v -> values.add(n, v)));
    return values.values();
  }

  private void checkValuesWithin(Bounds bounds, List<PolicyValue> values, Section.Entry place) {
    for (PolicyValue value : values) {
      if (value.getClass() == bounds.lower().getClass()
          && (ValueOrder.compare(value, bounds.lower()) < 0
              || ValueOrder.compare(value, bounds.upper()) > 0)) {
        problems.at(place.value(), ValueOrder.text(value) + " is not between 'lower' and 'upper'");
      }
    }
  }

  private Optional<String> readUnlisted(Node node, Optional<List<PolicyValue>> values) {
    boolean ofStrings =
        values.isPresent() && values.get().stream().allMatch(PolicyValue.Text.class::isInstance);
    Optional<PolicyValue> label = scalars.value(node);
    if (!ofStrings) {
      problems.at(node, "'unlisted' is for a column of strings with 'values'");
    } else if (!(label.orElse(null) instanceof PolicyValue.Text text) || text.value().isBlank()) {
      problems.at(node, "'unlisted' is the string that replaces other values, such as other");
    } else if (values.get().contains(text)) {
      problems.at(node, "'unlisted' must not be among 'values'");
    } else {
      return Optional.of(text.value());
    }
    return Optional.empty();
  }

  private Optional<BigDecimal> readRandomizedResponse(
      Section section, Optional<List<PolicyValue>> values) {
    Optional<Node> node = section.value("randomized_response", problems);
    Optional<BigDecimal> flip = node.flatMap(n -> scalars.number(n, "randomized_response"));
    if (flip.isEmpty()) {
      return flip;
    }
    if (flip.get().signum() <= 0 || flip.get().compareTo(HALF) >= 0) {
      node.ifPresent(n -> problems.at(n, "'randomized_response' must be above 0 and below 0.5"));
    }
    if (!values.map(ColumnReader::isBinary).orElse(false)) {
      node.ifPresent(
          n ->
              problems.at(
                  n, "'randomized_response' needs 'values: [true, false]' or 'values: [0, 1]'"));
    }
    return flip;
  }

  private static boolean isBinary(List<PolicyValue> values) {
    return values.size() == 2
        && (values.stream().allMatch(PolicyValue.Bool.class::isInstance)
            || values.stream()
                .allMatch(
                    v ->
                        v instanceof PolicyValue.Number number
                            && (number.value().signum() == 0
                                || number.value().compareTo(BigDecimal.ONE) == 0)));
  }
}
