package org.dpjdbc.run.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.dpjdbc.plan.model.AskedGroups;
import org.dpjdbc.policy.CanonicalDigest;
import org.dpjdbc.run.dataset.Dataset;
import org.dpjdbc.sql.parse.GivenValue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The recipes of kept answers, beside these in the ledger's database. Those of one family, which
 * read the same rows under the same conditions, are kept together under its digest: a query looks
 * for the families that have its own conditions or some of them, however many answers are kept.
 */
final class RecipeIndex {
  private static final Logger LOGGER = LoggerFactory.getLogger(RecipeIndex.class);

  /** Of a family; the oldest make room. */
  private static final int MAX_RECIPES = 32;

  /** Of the families that a query looks for. */
  private static final int MAX_FAMILIES = 8;

  private final DpSession session;

  RecipeIndex(DpSession session) {
    this.session = session;
  }

  /** The newest first, of each family that a query can follow from: those nearest to it first. */
  List<KeptRecipe> find(AskedGroups asked, List<GivenValue> given) {
    List<KeptRecipe> found = new ArrayList<>();
    for (List<String> conditions : subsets(conditions(asked, given))) {
      found.addAll(read(family(asked, given, conditions)));
    }
    return found;
  }

  private static List<String> conditions(AskedGroups asked, List<GivenValue> given) {
    TreeSet<String> forms = new TreeSet<>();
    asked.conditions().forEach(condition -> forms.add(condition.form().with(given)));
    return List.copyOf(forms);
  }

  /** Lists with ever fewer of the conditions, as far as there are not too many. */
  private static List<List<String>> subsets(List<String> all) {
    List<List<String>> subsets = new ArrayList<>(List.of(all));
    for (int i = 0; i < subsets.size() && subsets.size() < MAX_FAMILIES; i++) {
      List<String> from = subsets.get(i);
      for (String left : from) {
        List<String> fewer = from.stream().filter(condition -> !condition.equals(left)).toList();
        if (!subsets.contains(fewer) && subsets.size() < MAX_FAMILIES) {
          subsets.add(fewer);
        }
      }
    }
    return subsets;
  }

  private String family(AskedGroups asked, List<GivenValue> given, List<String> conditions) {
    Dataset dataset = session.dataset();
    CanonicalDigest digest = new CanonicalDigest("family 1");
    return digest
        .text(dataset.dialects().read().productName())
        .text(dataset.login().key())
        .text(dataset.policy().fingerprint())
        .text(asked.rowsForm().with(given))
        .list(conditions, digest::text)
        .hex();
  }

  private List<KeptRecipe> read(String family) {
    Optional<byte[]> kept = session.keptAnswer(family);
    try {
      return kept.map(KeptRecipe::decode).orElse(List.of()).stream()
          .filter(recipe -> !recipe.storedAt().isBefore(session.notBefore()))
          .toList();
    } catch (RuntimeException e) {
      LOGGER.warn("A recipe of a kept answer cannot be read; it is ignored", e);
      return List.of();
    }
  }

  /**
   * A family with one more recipe.
   *
   * @param family its digest
   * @param content of all of its recipes
   */
  @SuppressWarnings("ArrayRecordComponent") // compared with nothing
  record Entry(String family, byte[] content) {}

  /** What is kept beside an answer, so that others are derived from it. */
  Entry with(KeptRecipe recipe, AskedGroups asked, List<GivenValue> given) {
    String family = family(asked, given, conditions(asked, given));
    List<KeptRecipe> recipes = new ArrayList<>(List.of(recipe));
    read(family).stream()
        .filter(other -> !other.key().equals(recipe.key()))
        .sorted(Comparator.comparing(KeptRecipe::storedAt).reversed())
        .limit(MAX_RECIPES - 1)
        .forEach(recipes::add);
    return new Entry(family, KeptRecipe.encode(recipes));
  }
}
