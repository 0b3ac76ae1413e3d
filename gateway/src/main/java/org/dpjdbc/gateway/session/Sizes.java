package org.dpjdbc.gateway.session;

import java.util.HashMap;
import java.util.Map;
import org.dpjdbc.gateway.wire.ServerError;

/** How many bytes of a client's messages a session keeps, under names of the client's. */
final class Sizes {
  private final String what;
  private final long most;
  private final Map<String, Integer> sizes = new HashMap<>();
  private long sum;

  /**
   * @param what is kept, as an error calls it
   * @param most bytes of all together
   */
  Sizes(String what, long most) {
    this.what = what;
    this.most = most;
  }

  /**
   * Before something is kept, in the place of what has its name.
   *
   * @throws ServerError if that would be too much
   */
  void check(String name, int size) throws ServerError {
    if (sum - sizes.getOrDefault(name, 0) + size > most) {
      throw ServerError.of("54000", "the " + what + " of the session are too large together")
          .with('H', "Close those that are not needed.");
    }
  }

  void put(String name, int size) {
    remove(name);
    sizes.put(name, size);
    sum += size;
  }

  void remove(String name) {
    Integer size = sizes.remove(name);
    sum -= size == null ? 0 : size;
  }

  void clear() {
    sizes.clear();
    sum = 0;
  }
}
