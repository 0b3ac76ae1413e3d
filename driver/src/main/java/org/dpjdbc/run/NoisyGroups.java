package org.dpjdbc.run;

import java.math.BigInteger;
import java.util.List;
import org.dpjdbc.plan.KeyValue;
import org.dpjdbc.plan.Release;

/**
 * The released integers of a frontier: by group, then by release, then by component. All of them
 * carry noise.
 *
 * @param groups the keys of each group
 * @param integers of each group
 */
record NoisyGroups(List<List<KeyValue>> groups, List<List<List<BigInteger>>> integers) {

  BigInteger get(int group, Release.Ref ref) {
    return integers.get(group).get(ref.release()).get(ref.component());
  }

  void set(int group, Release.Ref ref, BigInteger value) {
    integers.get(group).get(ref.release()).set(ref.component(), value);
  }
}
