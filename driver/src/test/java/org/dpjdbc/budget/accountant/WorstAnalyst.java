package org.dpjdbc.budget.accountant;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * The largest δ that an analyst can reach within a filter, by choosing each time among randomized
 * responses of ε0, 2ε0 and 4ε0 after having seen how much privacy is lost already: found by going
 * through all states.
 */
final class WorstAnalyst {
  private static final int[] MULTIPLES = {1, 2, 4};

  private final double epsilon0;
  private final double epsilon;
  private final double limit;
  private final double[] amounts = new double[MULTIPLES.length];
  private final double[] headrooms = new double[MULTIPLES.length];
  private final Map<State, Double> known = new HashMap<>();

  /** How often each was asked, and the loss in multiples of ε0. */
  private record State(int ones, int twos, int fours, int loss) {}

  WorstAnalyst(Accounting accounting, double epsilon0, double epsilon, double limit) {
    this.epsilon0 = epsilon0;
    this.epsilon = epsilon;
    this.limit = limit;
    for (int i = 0; i < MULTIPLES.length; i++) {
      BigDecimal e = BigDecimal.valueOf(epsilon0 * MULTIPLES[i]);
      Loss loss =
          accounting.ofPure(
              BigFraction.of(e.unscaledValue()).divide(BigFraction.of(10).pow(e.scale())));
      amounts[i] = loss.amount().doubleValue();
      headrooms[i] = loss.headroom().doubleValue();
    }
  }

  double delta() {
    return delta(new State(0, 0, 0, 0));
  }

  private double delta(State state) {
    Double value = known.get(state);
    if (value == null) {
      value = compute(state);
      known.put(state, value);
    }
    return value;
  }

  private double compute(State state) {
    double worst = Math.max(0, 1 - Math.exp(epsilon - state.loss() * epsilon0));
    int[] counts = {state.ones(), state.twos(), state.fours()};
    double spent = 0;
    double plain = 0;
    double headroom = 0;
    for (int i = 0; i < counts.length; i++) {
      spent += counts[i] * amounts[i];
      plain += counts[i] * MULTIPLES[i] * epsilon0;
      headroom = counts[i] > 0 ? Math.max(headroom, headrooms[i]) : headroom;
    }
    for (int i = 0; i < counts.length; i++) {
      double step = MULTIPLES[i] * epsilon0;
      if (spent + amounts[i] + Math.max(headroom, headrooms[i]) <= limit
          || plain + step <= epsilon + 1e-12) {
        double up = 1 / (1 + Math.exp(-step));
        worst =
            Math.max(worst, up * delta(next(state, i, 1)) + (1 - up) * delta(next(state, i, -1)));
      }
    }
    return worst;
  }

  private static State next(State s, int i, int sign) {
    int loss = s.loss() + sign * MULTIPLES[i];
    return switch (i) {
      case 0 -> new State(s.ones() + 1, s.twos(), s.fours(), loss);
      case 1 -> new State(s.ones(), s.twos() + 1, s.fours(), loss);
      default -> new State(s.ones(), s.twos(), s.fours() + 1, loss);
    };
  }
}
