package org.dpjdbc.run.release;

import java.util.Comparator;
import java.util.List;
import org.dpjdbc.plan.model.KeyValue;

/** The order in which released groups are listed: by their values alone, NULL last. */
final class KeyOrder implements Comparator<List<KeyValue>> {
  @Override
  public int compare(List<KeyValue> left, List<KeyValue> right) {
    for (int i = 0; i < left.size(); i++) {
      int order = compare(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @SuppressWarnings("unchecked") // the values of one key are all of one class, a comparable one
  private static int compare(KeyValue left, KeyValue right) {
    if (left instanceof KeyValue.Of l && right instanceof KeyValue.Of r) {
      return ((Comparable<Object>) l.value()).compareTo(r.value());
    }
    return Boolean.compare(left instanceof KeyValue.Null, right instanceof KeyValue.Null);
  }
}
