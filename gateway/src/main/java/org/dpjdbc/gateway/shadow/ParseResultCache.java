package org.dpjdbc.gateway.shadow;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Caches which tables statements touch. Its size in bytes is bounded, in total and per user; if it
 * is full, the oldest entry of the user with most is removed. So no user can evict another's
 * entries by sending many statements. Thread-safe.
 */
final class ParseResultCache {
  /** Of an entry of the maps, with the records that it is made of. */
  private static final int ENTRY = 300;

  /** Of a number in a list, or of a reference in a map. */
  private static final int NUMBER = 24;

  private final long most;
  private final long mostOfUser;
  private final Map<TableReferenceResolver.Request, OfUser> owners = new HashMap<>();
  private final Map<String, OfUser> users = new HashMap<>();
  private long bytes;

  /** What one user has asked first. */
  private static final class OfUser {
    final Map<TableReferenceResolver.Request, ParseResult> results =
        new LinkedHashMap<>(16, 0.75f, true);
    long bytes;
  }

  /**
   * @param most bytes of all
   * @param mostOfUser bytes of what one user has asked
   */
  ParseResultCache(long most, long mostOfUser) {
    this.most = most;
    this.mostOfUser = mostOfUser;
  }

  synchronized Optional<ParseResult> find(TableReferenceResolver.Request request) {
    OfUser owner = owners.get(request);
    return owner == null ? Optional.empty() : Optional.ofNullable(owner.results.get(request));
  }

  /** Keeps one, unless it is so long that it would remove many others. */
  synchronized void keep(TableReferenceResolver.Request request, ParseResult parse, String user) {
    long size = size(request, parse);
    if (size > mostOfUser / 16 || owners.containsKey(request)) {
      return;
    }
    OfUser owner = users.computeIfAbsent(user, name -> new OfUser());
    owner.results.put(request, parse);
    owners.put(request, owner);
    owner.bytes += size;
    bytes += size;
    while (owner.bytes > mostOfUser) {
      removeOldest(owner);
    }
    while (bytes > most) {
      removeOldest(
          users.values().stream().max(Comparator.comparingLong(each -> each.bytes)).orElseThrow());
    }
    users.values().removeIf(each -> each.results.isEmpty());
  }

  private void removeOldest(OfUser owner) {
    Iterator<Map.Entry<TableReferenceResolver.Request, ParseResult>> oldest =
        owner.results.entrySet().iterator();
    Map.Entry<TableReferenceResolver.Request, ParseResult> entry = oldest.next();
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
  static long size(TableReferenceResolver.Request request, ParseResult parse) {
    return ENTRY
        + size(request.text())
        + size(request.searchPath())
        + (long) NUMBER * request.types().size()
        + size(parse);
  }

  private static long size(ParseResult parse) {
    if (parse instanceof ParseResult.Parsed parsed) {
      return parsed.tables().stream().mapToLong(ParseResultCache::size).sum()
          + (long) NUMBER * parsed.parameters().size()
          + parsed.columns().body().length;
    }
    return ((ParseResult.Refused) parse).error().frame().body().length * 2L + ENTRY;
  }

  private static long size(String text) {
    return 2L * text.length() + 2 * NUMBER;
  }
}
