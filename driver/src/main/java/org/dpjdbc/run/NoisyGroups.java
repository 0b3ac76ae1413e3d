package org.dpjdbc.run;

import java.math.BigInteger;
import java.util.List;
import org.dpjdbc.plan.Frontier;
import org.dpjdbc.plan.KeyValue;
import org.dpjdbc.plan.Release;

/**
 * The released integers of a frontier: by group, then by release, then by component, and behind
 * those its quantiles likewise, and the sums whose clamps are found. All of them carry noise.
 *
 * @param groups the keys of each group
 * @param places where a group's integers are
 * @param integers of each group
 */
record NoisyGroups(List<List<KeyValue>> groups, Places places, List<BigInteger[]> integers) {

  /** The order of a group's integers: by release, then by component. */
  static final class Places {
    private final int[] firsts;

    private Places(int[] firsts) {
      this.firsts = firsts;
    }

    static Places of(Frontier frontier) {
      int releases = frontier.releases().size();
      int quantiles = frontier.quantiles().size();
      int[] firsts = new int[releases + quantiles + frontier.clamps().size() + 1];
      for (int i = 0; i < firsts.length - 1; i++) {
        int integers = 1;
        if (i < releases) {
          integers = frontier.releases().get(i).components().size();
        } else if (i < releases + quantiles) {
          integers = frontier.quantiles().get(i - releases).fractions().size();
        }
        firsts[i + 1] = firsts[i] + integers;
      }
      return new Places(firsts);
    }

    int of(Release.Ref ref) {
      return firsts[ref.release()] + ref.component();
    }

    /** How many integers a group has. */
    int size() {
      return firsts[firsts.length - 1];
    }
  }

  BigInteger get(int group, Release.Ref ref) {
    return integers.get(group)[places.of(ref)];
  }

  void set(int group, Release.Ref ref, BigInteger value) {
    integers.get(group)[places.of(ref)] = value;
  }
}
