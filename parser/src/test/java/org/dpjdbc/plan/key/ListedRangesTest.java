package org.dpjdbc.plan.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.plan.Clinic;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.NoisyVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListedRangesTest {
  /** Of which only the groups are released that are asked for. */
  private final Clinic clinic =
      Clinic.with(policy -> policy.replaceFirst("limits:", "answers: {widen_to: 1}\nlimits:"));

  /** How many groups a query has where they are all known before it runs; NULL is one of them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT FLOOR(age / 10), COUNT(*) FROM patients GROUP BY 1 | 14",
        "SELECT age / 10, AVG(weight) FROM patients WHERE age IS NOT NULL GROUP BY 1 | 13",
        "SELECT age / 10, COUNT(*) FROM patients WHERE age BETWEEN 20 AND 59 GROUP BY 1 | 4",
        "SELECT 10 * (age / 10), COUNT(*) FROM patients WHERE age >= 0 GROUP BY 1 | 13",
        "SELECT CAST(age AS BIGINT), COUNT(*) FROM patients GROUP BY 1 | 122",
        "SELECT age, COUNT(*) FROM patients GROUP BY age | 122",
        "SELECT age, COUNT(*) FROM patients WHERE age IN (20, 30) GROUP BY age | 2",
        "SELECT age, sex, COUNT(*) FROM patients GROUP BY age, sex | 366",
        "SELECT CAST(weight AS INTEGER), COUNT(*) FROM patients GROUP BY 1 | 302",
        "SELECT FLOOR(weight / 10), COUNT(*) FROM patients GROUP BY 1 | 32",
        "SELECT EXTRACT(YEAR FROM born), COUNT(*) FROM patients GROUP BY 1 | 132",
        "SELECT FLOOR(at TO MONTH), COUNT(*) FROM visits GROUP BY 1 | 85",
        "SELECT DATE_TRUNC('month', at), COUNT(*) FROM visits GROUP BY 1 | 85",
        "SELECT FLOOR(at TO YEAR), SUM(cost) FROM visits GROUP BY 1 | 8",
        "SELECT at, COUNT(*) FROM visits WHERE at >= DATE '2024-02-01' AND at < DATE '2024-03-01'"
            + " GROUP BY at | 29",
        "SELECT age, COUNT(*) FROM (SELECT patient_id, age FROM patients"
            + " UNION ALL SELECT patient_id, age FROM patients WHERE sex = 'F') GROUP BY age | 122",
        "SELECT d, COUNT(*) FROM (SELECT patient_id, age / 10 d FROM patients GROUP BY 1, 2)"
            + " GROUP BY d | 14"
      })
  void allValuesOfAShortRangeAreGroups(String sql, int groups) {
    Frontier frontier = clinic.plan(sql).frontiers().get(0);

    assertThat(frontier.selection()).isEmpty();
    assertThat(groups(frontier)).isEqualTo(groups);
  }

  /** The database computes them from the values of the column. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT age - MOD(age, 20), COUNT(*) FROM patients WHERE age >= 0 GROUP BY 1",
        "SELECT BITAND(age, 21), COUNT(*) FROM patients GROUP BY 1",
        "SELECT BITAND(age, 12), COUNT(*) FROM patients GROUP BY 1",
        "SELECT BITAND(patient_id, 4195329), COUNT(*) FROM patients WHERE patient_id BETWEEN -9 AND 9"
            + " GROUP BY 1"
      })
  void valuesWithGapsAreListedByTheDatabase(String sql) {
    assertThat(clinic.plan(sql).frontiers().get(0).domains())
        .hasExactlyElementsOfTypes(KeyDomain.FromPublic.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // nothing bounds them
        "SELECT patient_id / 1000000, COUNT(*) FROM patients WHERE age > 3 GROUP BY 1",
        "SELECT MOD(CHAR_LENGTH(region), 3), COUNT(*) FROM patients GROUP BY 1",
        "SELECT age + CHAR_LENGTH(region), COUNT(*) FROM patients GROUP BY 1",
        // a private choice bounds them
        "SELECT MOD(amount, 10), COUNT(*) FROM bills GROUP BY 1",
        // they are too many
        "SELECT cost, COUNT(*) FROM visits GROUP BY cost",
        "SELECT born, COUNT(*) FROM patients GROUP BY born",
        // they are no integers
        "SELECT weight, COUNT(*) FROM patients GROUP BY weight",
        // databases count them each in its own way
        "SELECT EXTRACT(WEEK FROM at), COUNT(*) FROM visits GROUP BY 1",
        "SELECT EXTRACT(DOY FROM at), COUNT(*) FROM visits GROUP BY 1",
        "SELECT FLOOR(at TO WEEK), COUNT(*) FROM visits GROUP BY 1",
        // the number of rows of a person may be cut, and who has more is to be seen
        "SELECT n, COUNT(*) FROM (SELECT patient_id, COUNT(*) n FROM visits GROUP BY 1) GROUP BY n",
        // which there are is what is asked
        "SELECT DISTINCT age FROM patients"
      })
  void otherKeysAreSelected(String sql) {
    assertThat(clinic.plan(sql).frontiers().get(0).domains())
        .hasExactlyElementsOfTypes(KeyDomain.Private.class);
  }

  @Test
  void keysWithTheFewestValuesAreListedFirst() {
    List<KeyDomain> domains =
        clinic
            .plan("SELECT age, FLOOR(born TO YEAR), sex, COUNT(*) FROM patients GROUP BY 1, 2, 3")
            .frontiers()
            .get(0)
            .domains();

    assertThat(domains)
        .hasSize(3)
        .anySatisfy(
            domain ->
                assertThat(domain)
                    .isInstanceOfSatisfying(
                        KeyDomain.Declared.class, age -> assertThat(age.values()).hasSize(122)))
        .contains(new KeyDomain.Private(List.of(2)));
  }

  @Test
  void theyStandInTheFormOfTheirType() {
    assertThat(values("SELECT age / 50, COUNT(*) FROM patients GROUP BY 1"))
        .containsExactly(of(0), of(1), of(2), KeyValue.NULL);
    assertThat(values("SELECT CAST(age / 50 AS BIGINT), COUNT(*) FROM patients GROUP BY 1"))
        .containsExactly(of(0L), of(1L), of(2L), KeyValue.NULL);
    assertThat(values("SELECT FLOOR(weight / 150), COUNT(*) FROM patients GROUP BY 1"))
        .containsExactly(of(0.0), of(1.0), of(2.0), KeyValue.NULL);
    assertThat(values("SELECT FLOOR(at TO YEAR), COUNT(*) FROM visits GROUP BY 1"))
        .containsExactlyElementsOf(
            Stream.concat(
                    IntStream.rangeClosed(2020, 2026).mapToObj(y -> of(LocalDate.of(y, 1, 1))),
                    Stream.of(KeyValue.NULL))
                .toList());
  }

  /** No share of epsilon is for a selection: twice as much, and half the noise, for the sums. */
  @Test
  void monthsCostWhatTheirNumbersCost() {
    NoisyVector months = sum("SELECT FLOOR(at TO MONTH), SUM(cost) FROM visits GROUP BY 1");
    NoisyVector numbers = sum("SELECT EXTRACT(MONTH FROM at), SUM(cost) FROM visits GROUP BY 1");
    NoisyVector hidden = sum("SELECT icd, SUM(cost) FROM visits GROUP BY 1");

    assertThat(months.epsilon()).isEqualTo(numbers.epsilon());
    assertThat(months.l1()).isEqualTo(numbers.l1()).isEqualTo(hidden.l1());
    assertThat(months.epsilon()).isEqualTo(hidden.epsilon().multiply(2));
  }

  private NoisyVector sum(String sql) {
    return clinic.plan(sql).frontiers().get(0).releases(NoisyVector.class).get(0);
  }

  @Test
  void thePolicySaysHowMany() {
    Clinic more = with("max_output_rows: 100000", "max_output_rows: 100000, max_listed_keys: 5002");
    Clinic none = with("max_output_rows: 100000", "max_output_rows: 100000, max_listed_keys: 1");
    String costs = "SELECT cost, COUNT(*) FROM visits GROUP BY cost";
    String decades = "SELECT age / 10, COUNT(*) FROM patients GROUP BY 1";

    assertThat(groups(more.plan(costs).frontiers().get(0))).isEqualTo(5002);
    assertThat(none.plan(decades).frontiers().get(0).selection()).isEmpty();
    assertThat(none.plan(decades).frontiers().get(0).domains())
        .hasExactlyElementsOfTypes(KeyDomain.Private.class);
  }

  private static int groups(Frontier frontier) {
    return frontier.domains().stream()
        .mapToInt(domain -> ((KeyDomain.Declared) domain).values().size())
        .reduce(1, Math::multiplyExact);
  }

  private static Clinic with(String written, String instead) {
    return Clinic.with(policy -> policy.replace(written, instead));
  }

  private List<KeyValue> values(String sql) {
    KeyDomain domain = clinic.plan(sql).frontiers().get(0).domains().get(0);
    return ((KeyDomain.Declared) domain).values();
  }

  private static KeyValue of(Object value) {
    return new KeyValue.Of(value);
  }
}
