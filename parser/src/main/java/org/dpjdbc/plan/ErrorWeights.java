package org.dpjdbc.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BinaryOperator;
import org.apache.calcite.rel.RelNode;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.plan.model.FrontierDraft;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.sql.parse.ColumnWeight;
import org.dpjdbc.sql.refusal.ParseMessages;

/**
 * How much the error of each release matters: the sum of the weights of the aggregates that are
 * computed from it, or their maximum if the query limits each error. The weight of an aggregate is
 * 1, or what the query declares for the result columns computed from it: the maximum if there are
 * several, where a column without a declared weight has 1. Of what the answer does not show, and
 * only later questions are asked with, the largest weight counts: nobody looks at the errors of its
 * parts. A function of the query and the policy alone.
 */
final class ErrorWeights {
  private final List<FrontierDraft> drafts;
  private final BinaryOperator<BigFraction> together;

  /** How many keys each frontier has, by its name. */
  private final Map<String, Integer> keys = new HashMap<>();

  private final Map<ColumnSources.Source, BigFraction> ofAggregates = new HashMap<>();

  /** The names of the frontiers that the answer shows something of. */
  private final Set<String> shown;

  private ErrorWeights(List<FrontierDraft> drafts, RelNode finish, PrivacyRequest request) {
    this.drafts = drafts;
    this.shown = FinishInput.names(finish, FinishInput.Kind.RELEASED);
    for (int i = 0; i < drafts.size(); i++) {
      keys.put(PlanContext.name(i), drafts.get(i).keys().size());
    }
    this.together = request.eachError() ? ErrorWeights::greater : BigFraction::add;
  }

  /**
   * The weights of the releases of each frontier, all positive.
   *
   * @param finish what is evaluated above them
   * @param request what the query says
   * @throws org.dpjdbc.sql.refusal.RefusedException if it says something of a column that is
   *     computed from no aggregate, but others are
   */
  static List<List<BigFraction>> of(
      List<FrontierDraft> drafts, RelNode finish, PrivacyRequest request) {
    ErrorWeights weights = new ErrorWeights(drafts, finish, request);
    if (!drafts.isEmpty() && !request.weights().isEmpty()) {
      weights.read(ColumnSources.of(finish), request.weights());
    }
    List<List<BigFraction>> found = new ArrayList<>();
    for (int i = 0; i < drafts.size(); i++) {
      found.add(weights.ofReleases(i));
    }
    return found;
  }

  private void read(
      List<Set<ColumnSources.Source>> sources, SortedMap<Integer, ColumnWeight> columns) {
    for (int place = 0; place < sources.size(); place++) {
      ColumnWeight said = columns.get(place);
      BigFraction weight = said == null ? BigFraction.ONE : exact(said);
      Set<ColumnSources.Source> aggregates = new HashSet<>(sources.get(place));
      aggregates.removeIf(this::isKey);
      if (said != null && aggregates.isEmpty()) {
        throw ParseMessages.weightOfKey(said.column());
      }
      aggregates.forEach(source -> ofAggregates.merge(source, weight, ErrorWeights::greater));
    }
  }

  private boolean isKey(ColumnSources.Source source) {
    return source.field() < keys.getOrDefault(source.frontier(), 0);
  }

  private static BigFraction exact(ColumnWeight said) {
    return BigFraction.of(said.weight().unscaledValue())
        .multiply(BigFraction.of(10).pow(-said.weight().scale()));
  }

  private static BigFraction greater(BigFraction one, BigFraction other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  /** Aggregates that are alike, such as sums of a column and of its cast, are one. */
  private List<BigFraction> ofReleases(int place) {
    FrontierDraft draft = drafts.get(place);
    Map<Statistic, BigFraction> alike = new LinkedHashMap<>();
    for (int i = 0; i < draft.statistics().size(); i++) {
      ColumnSources.Source source =
          new ColumnSources.Source(PlanContext.name(place), draft.keys().size() + i);
      alike.merge(
          draft.statistics().get(i),
          ofAggregates.getOrDefault(source, BigFraction.ONE),
          ErrorWeights::greater);
    }
    BinaryOperator<BigFraction> joined =
        shown.contains(PlanContext.name(place)) ? together : ErrorWeights::greater;
    List<BigFraction> weights =
        new ArrayList<>(Collections.nCopies(draft.releases().size(), BigFraction.ZERO));
    alike.forEach(
        (statistic, weight) ->
            statistic.refs().stream()
                .map(Release.Ref::release)
                .distinct()
                .forEach(
                    release -> weights.set(release, joined.apply(weights.get(release), weight))));
    weights.replaceAll(weight -> weight.signum() == 0 ? BigFraction.ONE : weight);
    return weights;
  }
}
