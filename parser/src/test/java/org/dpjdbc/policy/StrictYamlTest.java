package org.dpjdbc.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** YAML that is no policy, read by the policy's rules. */
class StrictYamlTest {
  private static StrictYaml parse(String text) throws PolicyException {
    return StrictYaml.parse("x.yaml", text, "nothing is in it");
  }

  private static String refusal(StrictYaml yaml) {
    return assertThatExceptionOfType(PolicyException.class)
        .isThrownBy(yaml::throwIfAny)
        .actual()
        .getMessage();
  }

  @Test
  void readsMappingsStringsAndLists() throws Exception {
    StrictYaml root = parse("name: 007\nplaces: [a, 'b']\nplace: c\nown: {x.y: 1e3}\n");
    Map<String, StrictYaml> keys = root.mapping("it", List.of("name", "places", "place", "own"));
    assertThat(keys.get("name").text("name")).contains("007");
    assertThat(keys.get("places").strings("places")).containsExactly("a", "b");
    assertThat(keys.get("place").strings("place")).containsExactly("c");
    assertThat(keys.get("own").isMapping()).isTrue();
    assertThat(keys.get("own").names("own").get("x.y").text("x.y")).contains("1e3");
    assertThat(keys.get("own").location()).isEqualTo(new Location("x.yaml", 4));
    root.throwIfAny();
  }

  @Test
  void reportsEveryProblemWithItsLine() throws Exception {
    StrictYaml root = parse("nam: a\nplaces: [a, [b]]\nempty:\nown: {x: 1, x: 2}\n");
    Map<String, StrictYaml> keys = root.mapping("it", List.of("name", "places", "empty", "own"));
    keys.get("places").strings("places");
    keys.get("own").names("own");
    keys.get("own").text("own");
    assertThat(refusal(root).lines())
        .containsExactly(
            "x.yaml:1: unknown key 'nam'; did you mean 'name'?",
            "x.yaml:2: 'places' must be a single string",
            "x.yaml:3: 'empty' has no value; give one or remove it",
            "x.yaml:4: 'x' is given twice; keep one",
            "x.yaml:4: 'own' must be a single string");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: *hunter2",
        "a: &hunter2:x 1",
        "a: !!hunter2 1",
        "a: @hunter2",
        "a: %hunter2",
        "a: '\nb"
      })
  void neverQuotesAValue(String text) {
    assertThatExceptionOfType(PolicyException.class)
        .isThrownBy(() -> parse("\n" + text))
        .withMessageMatching("x.yaml(:[234])?: malformed YAML; check the indentation, and quote.*");
  }

  @Test
  void takesNoTags() throws Exception {
    StrictYaml root = parse("a: !hunter2 x\n");
    root.mapping("it", List.of("a")).get("a").text("a");
    assertThat(refusal(root)).isEqualTo("x.yaml:1: 'a' must be a single string");
  }

  @Test
  void saysThatAFileIsEmpty() {
    assertThatExceptionOfType(PolicyException.class)
        .isThrownBy(() -> parse("# nothing\n"))
        .withMessage("x.yaml: nothing is in it");
  }
}
