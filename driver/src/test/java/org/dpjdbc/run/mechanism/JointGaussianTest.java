package org.dpjdbc.run.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;
import static org.assertj.core.data.Percentage.withPercentage;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.Accounting;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.noise.DiscreteGaussian;
import org.dpjdbc.noise.GaussianMechanism;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.ThresholdedCount;
import org.dpjdbc.policy.NoiseKind;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Gaussian vectors of a query are one. */
class JointGaussianTest {
  private static final RelDataTypeFactory TYPES =
      new SqlTypeFactoryImpl(BackendDialects.called("H2").orElseThrow().typeSystem());
  private static final BigFraction EPSILON = BigFraction.ONE;
  private static final BigFraction DELTA = BigFraction.of(1, 1_000_000);

  /** A vector of (epsilon, delta) = ({@link #EPSILON}, {@link #DELTA}) in all. */
  private static NoisyVector vector(int l2Squared, BigFraction part, BigFraction... weights) {
    NoisyVector.Term term = new NoisyVector.Term(new AggregateQuery.Cell(0, 0), BigInteger.ONE);
    return new NoisyVector(
        "SUM(X)",
        Stream.of(weights).map(w -> new NoisyVector.Component(List.of(term), w)).toList(),
        BigFraction.of(l2Squared),
        BigFraction.of(l2Squared),
        NoiseKind.GAUSSIAN,
        EPSILON.multiply(part),
        DELTA.multiply(part),
        part,
        false,
        BigFraction.ONE);
  }

  private static Frontier frontier(Release... vectors) {
    return new Frontier(
        "",
        OptionalInt.empty(),
        1,
        TYPES.createStructType(List.of(), List.of()),
        List.of("K"),
        List.of(),
        List.of(),
        Optional.empty(),
        List.of(),
        List.of(vectors),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty());
  }

  private static List<PreparedFrontier> prepared(Release... vectors) {
    return PreparedFrontier.all(List.of(frontier(vectors)));
  }

  private static double variance(List<PreparedFrontier> prepared, int place, int component) {
    return variance(prepared.get(0).additive(place), component);
  }

  private static double variance(AdditiveRelease release, int component) {
    return ((DiscreteGaussian) release.noise(component)).sigmaSquared().doubleValue();
  }

  /**
   * How many times less noise than if each of k releases had a k-th of epsilon and of delta: about
   * √k ("Discrete Gaussian" in docs/explanation/mechanisms.md).
   */
  @ParameterizedTest
  @CsvSource({"2, 1.40", "4, 1.97", "8, 2.77", "16, 3.92"})
  void severalReleasesHaveLessNoiseThanOnTheirOwn(int count, double gain) {
    BigFraction part = BigFraction.of(1, count);
    List<NoisyVector> equal =
        new ArrayList<>(Collections.nCopies(count, vector(1_000_000, part, BigFraction.ONE)));
    double joint = variance(prepared(equal.toArray(new NoisyVector[0])), 0, 0);
    double divided =
        GaussianMechanism.ofVector(
                BigFraction.of(1_000_000), EPSILON.multiply(part), DELTA.multiply(part))
            .noise()
            .sigmaSquared()
            .doubleValue();
    assertThat(Math.sqrt(divided / joint)).isGreaterThanOrEqualTo(gain - 0.005);
  }

  /** The sum of max(P(i, j) - e^E P(i + 1, j + 2), 0) by brute force is at most D. */
  @Test
  void togetherTheyTellNoMoreThanIsClaimed() {
    List<PreparedFrontier> prepared =
        prepared(
            vector(1, BigFraction.of(1, 3), BigFraction.ONE),
            vector(4, BigFraction.of(2, 3), BigFraction.ONE));
    double one = variance(prepared, 0, 0);
    double two = variance(prepared, 1, 0);
    double delta = delta(one, two);
    assertThat(delta).isLessThanOrEqualTo(DELTA.doubleValue());
    assertThat(delta(one * 0.8, two * 0.8)).isGreaterThan(DELTA.doubleValue());
  }

  private static double delta(double one, double two) {
    int reach = (int) (12 * Math.sqrt(Math.max(one, two)));
    double sum = 0;
    double total = 0;
    for (int i = -reach; i <= reach; i++) {
      for (int j = -reach; j <= reach; j++) {
        double mass = Math.exp(-i * i / (2 * one) - j * j / (2 * two));
        double loss = (2 * i + 1) / (2 * one) + (4 * j + 4) / (2 * two) - EPSILON.doubleValue();
        total += mass;
        sum += loss > 0 ? mass * -Math.expm1(-loss) : 0;
      }
    }
    return sum / total;
  }

  @Test
  void theyAreChargedOnceForAllThatTheyTell() {
    BigFraction half = BigFraction.of(1, 2);
    List<PreparedFrontier> prepared =
        PreparedFrontier.all(
            List.of(
                frontier(vector(1, half, BigFraction.ONE)),
                frontier(vector(900, half, BigFraction.ONE, BigFraction.of(15, 28)))));
    ChargedMechanism charged = GaussianCharge.of(prepared).get(0);
    assertThat(charged.epsilon()).isEqualTo(EPSILON);
    assertThat(charged.delta()).isEqualTo(DELTA);
    DiscreteGaussian count = (DiscreteGaussian) prepared.get(0).vector(0).noise(0);
    double one = count.sigmaSquared().doubleValue();
    double wide = variance(prepared.subList(1, 2), 0, 0);
    double middle = variance(prepared.subList(1, 2), 0, 1);
    double weight = 15.0 * 15 / 28 / 28;
    assertThat(middle).isCloseTo(weight * wide, withPercentage(3));
    double concentrated = 1 / one + 900 * Math.max(1 / wide, weight / middle);
    assertThat(Accounting.ZCDP.of(charged).amount().multiply(2).doubleValue())
        .isCloseTo(concentrated, withPercentage(1e-9));
    double smoothed = 1 / (one - 4.5) + 900 * Math.max(1 / (wide - 4.5), weight / (middle - 4.5));
    assertThat(Accounting.PLD.of(charged).amount().doubleValue())
        .isCloseTo(smoothed, withPercentage(1e-9));
    assertThat(Accounting.PLD.of(charged).failure().signum()).isZero();
  }

  /** Where one integer has too little noise for the other theorem, the whole (E, D) is taken. */
  @Test
  void narrowNoiseIsChargedByWhatAllTogetherAre() {
    BigFraction half = BigFraction.of(1, 2);
    List<PreparedFrontier> prepared =
        prepared(vector(900, half, BigFraction.ONE), vector(1, half, BigFraction.of(1, 3)));
    ChargedMechanism charged = GaussianCharge.of(prepared).get(0);
    assertThat(Accounting.PLD.of(charged).failure()).isEqualTo(DELTA);
    assertThat(Accounting.PLD.of(charged).amount())
        .isEqualTo(Accounting.PLD.ofPure(EPSILON).amount());
    assertThat(Accounting.ZCDP.of(charged).failure().signum()).isZero();
  }

  @Test
  void oneVectorIsChargedAsItIs() {
    List<PreparedFrontier> prepared = prepared(vector(900, BigFraction.ONE, BigFraction.ONE));
    BigFraction noise = ((DiscreteGaussian) prepared.get(0).vector(0).noise(0)).sigmaSquared();
    assertThat(GaussianCharge.of(prepared))
        .contains(new ChargedMechanism.Gaussian(EPSILON, DELTA, BigFraction.of(900), noise, noise));
  }

  /** The noise with the vector, the threshold by itself. */
  @Test
  void aCountThatSelectsIsPartOfTheVector() {
    BigFraction half = BigFraction.of(1, 2);
    ThresholdedCount count =
        new ThresholdedCount(
            "COUNT(*)",
            new AggregateQuery.Cell(0, 0),
            1,
            1,
            9,
            1,
            NoiseKind.GAUSSIAN,
            EPSILON.divide(2),
            DELTA,
            DELTA.divide(2),
            half);
    List<PreparedFrontier> prepared = prepared(count, vector(9, half, BigFraction.ONE));
    assertThat(variance(prepared.get(0).additive(0), 0))
        .isEqualTo(variance(prepared.get(0).additive(1), 0));
    ChargedMechanism charged = GaussianCharge.of(prepared).get(0);
    assertThat(charged.epsilon()).isEqualTo(EPSILON);
    assertThat(charged.delta()).isEqualTo(DELTA);
    assertThat(prepared.get(0).additive(0).charged())
        .containsExactly(new ChargedMechanism.Threshold(DELTA.divide(2)));
  }

  /** An unequal part is the square of how much less noise there is. */
  @Test
  void aGreaterPartHasLessNoise() {
    List<PreparedFrontier> prepared =
        prepared(
            vector(1_000_000, BigFraction.of(1, 5), BigFraction.ONE),
            vector(1_000_000, BigFraction.of(4, 5), BigFraction.ONE));
    assertThat(variance(prepared, 0, 0) / variance(prepared, 1, 0)).isCloseTo(4, offset(0.01));
  }

  @Test
  void partsOfMoreThanOneVectorAreRefused() {
    NoisyVector half = vector(1, BigFraction.of(1, 2), BigFraction.ONE);
    assertThatThrownBy(() -> prepared(half, half, half)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> prepared(half)).isInstanceOf(IllegalStateException.class);
    NoisyVector dearer =
        new NoisyVector(
            half.what(),
            half.components(),
            half.l1(),
            half.l2Squared(),
            NoiseKind.GAUSSIAN,
            half.epsilon().multiply(2),
            half.delta(),
            half.part(),
            false,
            BigFraction.ONE);
    assertThatThrownBy(() -> prepared(half, dearer)).isInstanceOf(IllegalStateException.class);
  }
}
