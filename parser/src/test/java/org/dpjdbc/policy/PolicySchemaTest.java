package org.dpjdbc.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** The schema for editors says what the loader says. */
class PolicySchemaTest {
  private final Map<?, ?> schema = (Map<?, ?>) yaml(resource("policy.schema.json"));

  @Test
  void hasTheLoadersKeys() {
    assertThat(keys("properties")).containsExactlyElementsOf(Keys.ROOT);
    assertThat(keys("properties", "defaults", "properties"))
        .containsExactlyElementsOf(Keys.DEFAULTS);
    assertThat(keys("properties", "budget", "properties")).containsExactlyElementsOf(Keys.BUDGET);
    assertThat(keys("properties", "budget", "properties", "per_analyst", "properties"))
        .containsExactlyElementsOf(Keys.SHARE);
    assertThat(keys("properties", "answers", "properties")).containsExactlyElementsOf(Keys.ANSWERS);
    assertThat(keys("properties", "limits", "properties")).containsExactlyElementsOf(Keys.LIMITS);
    assertThat(keys("definitions", "schema", "properties")).containsExactlyElementsOf(Keys.SCHEMA);
    assertThat(keys("definitions", "table", "properties")).containsExactlyElementsOf(Keys.TABLE);
    assertThat(keys("definitions", "column", "properties")).containsExactlyElementsOf(Keys.COLUMN);
    Map<?, ?> unit = (Map<?, ?>) ((List<?>) at("definitions", "unit").get("oneOf")).get(1);
    assertThat(unit.get("properties"))
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsOnlyKeys(Keys.UNIT.toArray());
    assertThat(keys("definitions", "reference", "properties"))
        .containsExactlyElementsOf(Keys.REFERENCE);
  }

  @Test
  void hasTheLoadersNumbers() {
    assertThat(at("definitions", "epsilon").get("minimum").toString())
        .isEqualTo(Double.toString(Scalars.MIN_EPSILON.doubleValue()));
    assertThat(at("definitions", "epsilon").get("maximum").toString())
        .isEqualTo(Scalars.MAX_EPSILON.toPlainString());
  }

  @Test
  void acceptsTheSampleThatTheLoaderAccepts() throws PolicyException {
    String sample = resource("clinic.yaml");

    assertThat(PolicyFile.parse("clinic.yaml", sample).tables()).hasSize(4);
    assertThat(violations(sample)).isEmpty();
  }

  @Test
  void acceptsRowsOfSeveralPeople() throws PolicyException {
    String changed =
        resource("clinic.yaml")
            .replaceFirst("privacy_unit: row", "privacy_units: [door, {column: at}]");

    assertThat(violations(changed)).isEmpty();
    assertThat(PolicyFile.parse("clinic.yaml", changed).tables())
        .anyMatch(table -> table.furtherUnits().size() == 1);
  }

  @Test
  void acceptsKeysOfSeveralColumns() throws PolicyException {
    String changed =
        resource("clinic.yaml")
            .replaceFirst(
                "column: patient_id, references: patients.patient_id",
                "columns: [patient_id, cost],"
                    + " references: {table: patients, columns: [patient_id, age]}");

    assertThat(changed).contains("columns: [patient_id, cost]");
    assertThat(violations(changed)).isEmpty();
    assertThat(PolicyFile.parse("clinic.yaml", changed).tables())
        .anyMatch(table -> table.unitColumns().stream().anyMatch(u -> u.columns().size() == 2));
  }

  @Test
  void acceptsAutoBounds() throws PolicyException {
    String changed =
        resource("clinic.yaml")
            .replaceFirst("max_rows_contributed: 20", "max_rows_contributed: auto")
            .replaceFirst("lower: 0, upper: 120", "lower: auto, upper: auto");

    assertThat(changed).contains("max_rows_contributed: auto", "lower: auto, upper: auto");
    assertThat(violations(changed)).isEmpty();
    assertThat(PolicyFile.parse("clinic.yaml", changed).tables()).anyMatch(TablePolicy::rowsAuto);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "privacy_unit: row->privacy_units: [door]",
        "privacy_unit: row->privacy_units: door",
        "public: true->public: true, privacy_units: [a, b]",
        "version: 1->version: 2",
        "version: 1->versoin: 1",
        "epsilon: 1.0->epsilon: 0",
        "epsilon: 1.0->epsilom: 1",
        "delta: 1.0e-5->delta: 1",
        "noise: laplace->noise: uniform",
        "renews: monthly->renews: yearly",
        "composition: basic->composition: rdp",
        "PT24H->24h",
        "PT0.1S->PT",
        "100000->0",
        "max_output_rows: 100000->max_listed_keys: 100001",
        "max_output_rows: 100000->max_lookup_keys: 0",
        "privacy_unit: row->public: false",
        "references: patients.patient_id->references: patients",
        "column: patient_id, ->",
        "column: patient_id->columns: [patient_id, at]",
        "column: patient_id->columns: [patient_id]",
        "references: patients.patient_id->references: {table: patients, columns: [patient_id, age]}",
        "public: true->public: true, privacy_unit: row",
        "max_rows_contributed: 20->max_rows_contributed: 0",
        "max_rows_contributed: 20->max_rows_contributed: all",
        "access: none->access: all",
        "lower: 0, upper: 120->lower: 0",
        "step: 0.1->step: 0",
        "values: [F, M]->values: []",
        "values: [F, M]->values: [F, F]",
        "values: [F, M]->values: F",
      })
  void refusesWhatTheLoaderRefuses(String change) {
    String[] fromTo = change.split("->", -1);
    String changed = resource("clinic.yaml").replaceFirst(Pattern.quote(fromTo[0]), fromTo[1]);

    assertThat(violations(changed)).isNotEmpty();
    assertThatThrownBy(() -> PolicyFile.parse("clinic.yaml", changed))
        .isInstanceOf(PolicyException.class);
  }

  private List<String> violations(String policy) {
    return new JsonSchema(schema).violations(yaml(policy));
  }

  private List<String> keys(String... path) {
    return at(path).keySet().stream().map(Object::toString).toList();
  }

  private Map<?, ?> at(String... path) {
    Map<?, ?> place = schema;
    for (String key : path) {
      place = (Map<?, ?>) place.get(key);
    }
    return place;
  }

  /** As editors read it: by the core schema, in which dates and times are texts. */
  private static Object yaml(String text) {
    return new Load(LoadSettings.builder().setSchema(new CoreSchema()).build())
        .loadFromString(text);
  }

  private static String resource(String name) {
    try (InputStream in = PolicySchemaTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
