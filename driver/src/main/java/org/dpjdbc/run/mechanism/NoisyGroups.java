package org.dpjdbc.run.mechanism;

import java.math.BigInteger;
import java.util.List;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.Release;

/**
 * The released integers of a frontier: by group, then by release, then by component. All of them
 * carry noise.
 *
 * @param groups the keys of each group
 * @param places where a group's integers are
 * @param integers of each group
 */
public record NoisyGroups(List<List<KeyValue>> groups, Places places, List<BigInteger[]> integers) {

  /** The order of a group's integers: by release, then by component. */
  public static final class Places {
    private final int[] firsts;

    private Places(int[] firsts) {
      this.firsts = firsts;
    }

    public static Places of(Frontier frontier) {
      int[] firsts = new int[frontier.releases().size() + 1];
      for (int i = 1; i < firsts.length; i++) {
        firsts[i] = firsts[i - 1] + frontier.releases().get(i - 1).size();
      }
      return new Places(firsts);
    }

    public int of(Release.Ref ref) {
      return firsts[ref.release()] + ref.component();
    }

    /** How many integers a group has. */
    public int size() {
      return firsts[firsts.length - 1];
    }
  }

  public BigInteger get(int group, Release.Ref ref) {
    return integers.get(group)[places.of(ref)];
  }

  public void set(int group, Release.Ref ref, BigInteger value) {
    integers.get(group)[places.of(ref)] = value;
  }
}
