package org.dpjdbc.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.dpjdbc.policy.PolicyFile;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The keys of a policy, read from its JSON Schema. That the schema takes what the reader takes is
 * tested beside the reader.
 */
final class PolicySchema {
  private static final String REFERENCE = "#/definitions/";

  private final Map<String, Object> root;

  PolicySchema() {
    try (InputStream in = PolicyFile.class.getResourceAsStream("policy.schema.json")) {
      // JSON is YAML.
      root =
          map(
              new Load(LoadSettings.builder().build())
                  .loadFromInputStream(Objects.requireNonNull(in, "the schema")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The keys of the file, and of the sections that it has once. */
  String file() {
    List<List<String>> rows = new ArrayList<>();
    add("", root, rows);
    return table(rows);
  }

  /** The keys of what the file has several of: {@code table}, {@code unit} or {@code column}. */
  String definition(String name) {
    Map<String, Object> definition = map(map(root, "definitions"), name);
    List<List<String>> rows = new ArrayList<>();
    if (definition.containsKey("oneOf") && !definition.containsKey("properties")) {
      list(definition, "oneOf").forEach(one -> add("", resolved(one), rows));
    } else {
      add("", definition, rows);
    }
    return table(rows);
  }

  private static String table(List<List<String>> rows) {
    return Markdown.table(List.of("key", "value", "default", "meaning"), rows);
  }

  private void add(String prefix, Map<String, Object> schema, List<List<String>> rows) {
    if (!schema.containsKey("properties")) {
      return;
    }
    Collection<?> required = (Collection<?>) schema.getOrDefault("required", List.of());
    map(schema, "properties")
        .forEach(
            (name, written) -> {
              Map<String, Object> value = resolved(written);
              String description = String.valueOf(value.getOrDefault("description", ""));
              rows.add(
                  List.of(
                      Markdown.code(prefix + name),
                      type(value),
                      required.contains(name) ? "required" : Markdown.defaultOf(description),
                      Markdown.withoutDefault(description)));
              add(prefix + name + ".", value, rows);
            });
  }

  /** What a value has to be, in words. */
  private String type(Map<String, Object> value) {
    if (value.containsKey("const")) {
      return Markdown.code(String.valueOf(value.get("const")));
    }
    if (value.containsKey("enum")) {
      return list(value, "enum").stream()
          .map(String::valueOf)
          .map(Markdown::code)
          .collect(Collectors.joining(", "));
    }
    if (value.containsKey("oneOf") && !value.containsKey("type")) {
      return list(value, "oneOf").stream()
          .map(this::resolved)
          .map(this::type)
          .collect(Collectors.joining(", or "));
    }
    return String.valueOf(value.getOrDefault("pattern", "")).startsWith("^P")
        ? "duration, such as `PT24H`"
        : ofType(value);
  }

  private String ofType(Map<String, Object> value) {
    Object type = value.getOrDefault("type", "");
    if (type instanceof Collection<?> several) {
      return several.stream().map(String::valueOf).collect(Collectors.joining(" or "));
    }
    return switch (String.valueOf(type)) {
      case "number" -> "number" + range(value);
      case "integer" -> "integer" + range(value);
      case "boolean" -> "`true`, `false`";
      case "string" -> "string";
      case "array" -> "list";
      case "object" ->
          value.containsKey("additionalProperties")
                  && value.get("additionalProperties") instanceof Map<?, ?>
              ? "by name"
              : "section";
      default -> throw new IllegalArgumentException("a type without words: " + value);
    };
  }

  private static String range(Map<String, Object> value) {
    List<String> ends = new ArrayList<>();
    end(value, "minimum", "from ", ends);
    end(value, "exclusiveMinimum", "above ", ends);
    end(value, "maximum", "to ", ends);
    end(value, "exclusiveMaximum", "below ", ends);
    return ends.isEmpty() ? "" : " " + String.join(" ", ends);
  }

  private static void end(Map<String, Object> value, String key, String word, List<String> ends) {
    if (value.containsKey(key)) {
      ends.add(word + new BigDecimal(value.get(key).toString()).toPlainString());
    }
  }

  /** The schema with what it refers to; its own words win. */
  private Map<String, Object> resolved(Object written) {
    Map<String, Object> schema = new HashMap<>(map(written));
    if (schema.get("$ref") instanceof String reference) {
      Map<String, Object> whole =
          new HashMap<>(map(map(root, "definitions"), reference.substring(REFERENCE.length())));
      whole.putAll(schema);
      return whole;
    }
    return schema;
  }

  private static List<?> list(Map<String, Object> schema, String key) {
    return (List<?>) Objects.requireNonNull(schema.get(key), key);
  }

  private static Map<String, Object> map(Map<String, Object> schema, String key) {
    return map(Objects.requireNonNull(schema.get(key), key));
  }

  @SuppressWarnings("unchecked") // as JSON has it
  private static Map<String, Object> map(Object written) {
    return (Map<String, Object>) written;
  }
}
