package org.dpjdbc.run;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.dpjdbc.plan.QuantileRelease;
import org.dpjdbc.plan.Release;

/**
 * The mechanisms of a query as text in JSON, kept with its charge so that a history can be composed
 * again by a tighter theorem.
 */
final class Mechanisms {
  private static final int MAX_LENGTH = 50_000;

  private Mechanisms() {}

  static String describe(List<PreparedFrontier> frontiers) {
    String all =
        frontiers.stream().map(Mechanisms::frontier).collect(Collectors.joining(",", "[", "]"));
    return all.length() <= MAX_LENGTH ? all : "[{\"mechanism\":\"composite\"}]";
  }

  private static String frontier(PreparedFrontier frontier) {
    String releases =
        frontier.releases().stream()
            .map(prepared -> release(prepared.release()))
            .collect(Collectors.joining(","));
    String quantiles =
        frontier.frontier().quantiles().stream()
            .map(Mechanisms::quantiles)
            .collect(Collectors.joining(","));
    releases += releases.isEmpty() || quantiles.isEmpty() ? quantiles : "," + quantiles;
    return selected(frontier, releases);
  }

  private static String selected(PreparedFrontier frontier, String releases) {
    return frontier
        .frontier()
        .selection()
        .map(
            s ->
                "{\"mechanism\":\"partition selection\",\"groups\":"
                    + s.maxGroups()
                    + ",\"epsilon\":\""
                    + s.epsilon()
                    + "\",\"delta\":\""
                    + s.delta()
                    + "\"}"
                    + (releases.isEmpty() ? "" : "," + releases))
        .orElse(releases);
  }

  private static String quantiles(QuantileRelease release) {
    return "{\"mechanism\":\"exponential\",\"levels\":"
        + release.levels()
        + ",\"l1\":\""
        + release.l1()
        + "\",\"epsilon\":\""
        + release.epsilon()
        + "\"}";
  }

  private static String release(Release release) {
    return "{\"mechanism\":\""
        + release.noise().name().toLowerCase(Locale.ROOT)
        + "\",\"l1\":\""
        + release.l1()
        + "\",\"l2Squared\":\""
        + release.l2Squared()
        + "\",\"epsilon\":\""
        + release.epsilon()
        + "\",\"delta\":\""
        + release.delta()
        + "\"}";
  }
}
