package org.dpjdbc.gateway.shadow;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What statements were found to touch, by what was asked. It has a bound in bytes, and so has what
 * one user has asked; if there is too much, that user's oldest goes who has most. So nobody removes
 * another's by asking much. Thread-safe.
 */
final class KnownLooks {
  /** Of an entry of the maps, with the records that it is made of. */
  private static final int ENTRY = 300;

  /** Of a number in a list, or of a reference in a map. */
  private static final int NUMBER = 24;

  private final long most;
  private final long mostOfUser;
  private final Map<Lookout.Question, OfUser> owners = new HashMap<>();
  private final Map<String, OfUser> users = new HashMap<>();
  private long bytes;

  /** What one user has asked first. */
  private static final class OfUser {
    final Map<Lookout.Question, Look> looks = new LinkedHashMap<>(16, 0.75f, true);
    long bytes;
  }

  /**
   * @param most bytes of all
   * @param mostOfUser bytes of what one user has asked
   */
  KnownLooks(long most, long mostOfUser) {
    this.most = most;
    this.mostOfUser = mostOfUser;
  }

  synchronized Optional<Look> find(Lookout.Question question) {
    OfUser owner = owners.get(question);
    return owner == null ? Optional.empty() : Optional.ofNullable(owner.looks.get(question));
  }

  /** Keeps one, unless it is so long that it would remove many others. */
  synchronized void keep(Lookout.Question question, Look look, String user) {
    long size = size(question, look);
    if (size > mostOfUser / 16 || owners.containsKey(question)) {
      return;
    }
    OfUser owner = users.computeIfAbsent(user, name -> new OfUser());
    owner.looks.put(question, look);
    owners.put(question, owner);
    owner.bytes += size;
    bytes += size;
    while (owner.bytes > mostOfUser) {
      removeOldest(owner);
    }
    while (bytes > most) {
      removeOldest(
          users.values().stream().max(Comparator.comparingLong(each -> each.bytes)).orElseThrow());
    }
    users.values().removeIf(each -> each.looks.isEmpty());
  }

  private void removeOldest(OfUser owner) {
    Iterator<Map.Entry<Lookout.Question, Look>> oldest = owner.looks.entrySet().iterator();
    Map.Entry<Lookout.Question, Look> entry = oldest.next();
    long size = size(entry.getKey(), entry.getValue());
    owner.bytes -= size;
    bytes -= size;
    owners.remove(entry.getKey());
    oldest.remove();
  }

  synchronized long bytes() {
    return bytes;
  }

  /** What both take in memory, at most. */
  static long size(Lookout.Question question, Look look) {
    return ENTRY
        + size(question.text())
        + size(question.searchPath())
        + (long) NUMBER * question.types().size()
        + size(look);
  }

  private static long size(Look look) {
    if (look instanceof Look.Parsed parsed) {
      return parsed.tables().stream().mapToLong(KnownLooks::size).sum()
          + (long) NUMBER * parsed.parameters().size()
          + parsed.columns().body().length;
    }
    return ((Look.Refused) look).error().frame().body().length * 2L + ENTRY;
  }

  private static long size(String text) {
    return 2L * text.length() + 2 * NUMBER;
  }
}
