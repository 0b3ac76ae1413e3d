package org.dpjdbc.policy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The part of JSON Schema, draft 7, that the policy's schema uses; an unknown keyword fails. */
final class JsonSchema {
  private final Map<?, ?> root;

  JsonSchema(Map<?, ?> root) {
    this.root = root;
  }

  List<String> violations(Object value) {
    return violations(root, Optional.ofNullable(value), "");
  }

  private List<String> violations(Map<?, ?> schema, Optional<Object> value, String path) {
    List<String> found = new ArrayList<>();
    schema.forEach((key, rule) -> check((String) key, rule, schema, value, path, found));
    return found;
  }

  private void check(
      String keyword,
      Object rule,
      Map<?, ?> schema,
      Optional<Object> value,
      String path,
      List<String> found) {
    Object instance = value.orElse("");
    boolean holds =
        switch (keyword) {
          case "$schema", "title", "description", "definitions" -> true;
          case "$ref" -> {
            found.addAll(violations(definition((String) rule), value, path));
            yield true;
          }
          case "type" -> types(rule).stream().anyMatch(t -> isOfType(t, value));
          case "const" -> rule.equals(instance);
          case "enum" -> ((List<?>) rule).contains(instance);
          case "minimum" -> compare(instance, rule) >= 0;
          case "maximum" -> compare(instance, rule) <= 0;
          case "exclusiveMinimum" -> compare(instance, rule) > 0;
          case "exclusiveMaximum" -> compare(instance, rule) < 0;
          case "minLength" -> !(instance instanceof String s) || s.length() >= (int) rule;
          case "pattern" ->
              !(instance instanceof String s) || Pattern.compile((String) rule).matcher(s).find();
          case "minItems" -> !(instance instanceof List<?> l) || l.size() >= (int) rule;
          case "uniqueItems" ->
              !(instance instanceof List<?> l) || new HashSet<>(l).size() == l.size();
          case "required" ->
              !(instance instanceof Map<?, ?> m) || m.keySet().containsAll((List<?>) rule);
          case "dependencies" ->
              !(instance instanceof Map<?, ?> m)
                  || ((Map<?, ?>) rule)
                      .entrySet().stream()
                          .allMatch(
                              e ->
                                  !m.containsKey(e.getKey())
                                      || m.keySet().containsAll((List<?>) e.getValue()));
          case "not" -> !violations((Map<?, ?>) rule, value, path).isEmpty();
          case "oneOf" ->
              ((List<?>) rule)
                      .stream()
                          .filter(r -> violations((Map<?, ?>) r, value, path).isEmpty())
                          .count()
                  == 1;
          case "items" -> {
            if (instance instanceof List<?> list) {
              list.forEach(
                  i ->
                      found.addAll(
                          violations((Map<?, ?>) rule, Optional.ofNullable(i), path + "[]")));
            }
            yield true;
          }
          case "properties", "additionalProperties" -> {
            if (instance instanceof Map<?, ?> map) {
              children(keyword, schema, map, path, found);
            }
            yield true;
          }
          default -> throw new AssertionError("keyword " + keyword + " is not known to the test");
        };
    if (!holds) {
      found.add(path + ": " + keyword);
    }
  }

  private void children(
      String keyword, Map<?, ?> schema, Map<?, ?> map, String path, List<String> found) {
    Map<?, ?> named =
        schema.containsKey("properties") ? (Map<?, ?>) schema.get("properties") : Map.of();
    map.forEach(
        (key, child) -> {
          Object rule =
              keyword.equals("properties")
                  ? named.get(key)
                  : named.containsKey(key) ? null : schema.get(keyword);
          if (Boolean.FALSE.equals(rule)) {
            found.add(path + "/" + key + ": additionalProperties");
          } else if (rule instanceof Map<?, ?> childSchema) {
            found.addAll(violations(childSchema, Optional.ofNullable(child), path + "/" + key));
          }
        });
  }

  private Map<?, ?> definition(String reference) {
    Map<?, ?> definitions = (Map<?, ?>) root.get("definitions");
    return (Map<?, ?>) definitions.get(reference.substring("#/definitions/".length()));
  }

  private static List<?> types(Object rule) {
    return rule instanceof List<?> list ? list : List.of(rule);
  }

  private static boolean isOfType(Object type, Optional<Object> value) {
    if (value.isEmpty()) {
      return type.equals("null");
    }
    Object instance = value.get();
    return switch ((String) type) {
      case "object" -> instance instanceof Map;
      case "array" -> instance instanceof List;
      case "string" -> instance instanceof String;
      case "boolean" -> instance instanceof Boolean;
      case "integer" -> instance instanceof Integer;
      case "number" -> instance instanceof Number;
      default -> false;
    };
  }

  private static int compare(Object instance, Object rule) {
    return instance instanceof Number
        ? new BigDecimal(instance.toString()).compareTo(new BigDecimal(rule.toString()))
        : 0;
  }
}
