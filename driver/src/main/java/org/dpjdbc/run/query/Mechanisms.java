package org.dpjdbc.run.query;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.budget.accountant.MechanismJson;
import org.dpjdbc.plan.model.Selection;
import org.dpjdbc.run.mechanism.GaussianCharge;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.mechanism.SignificantDigits;
import org.dpjdbc.run.release.PlannedQuery;

/**
 * The mechanisms of a query with their exact parameters. They are recorded with the charge, so that
 * a history can be composed by any theorem.
 */
final class Mechanisms {
  private static final int MAX_LENGTH = 50_000;

  private Mechanisms() {}

  /**
   * The mechanisms of a plan. They are not recorded if they do not add up to its epsilon, however
   * little is missing: of rows of several units each share is lost once for every unit ({@link
   * org.dpjdbc.plan.contribution.SeveralUnits}), so that what is lost is no sum of theirs.
   */
  static String describe(PlannedQuery planned) {
    List<ChargedMechanism> mechanisms = of(planned.frontiers());
    BigFraction epsilon =
        mechanisms.stream()
            .map(ChargedMechanism::epsilon)
            .reduce(BigFraction.ZERO, BigFraction::add);
    if (!epsilon.equals(SignificantDigits.fraction(planned.plan().epsilon()))) {
      return MechanismJson.UNKNOWN;
    }
    String all = MechanismJson.write(mechanisms);
    return all.length() <= MAX_LENGTH ? all : MechanismJson.UNKNOWN;
  }

  private static List<ChargedMechanism> of(List<PreparedFrontier> frontiers) {
    List<ChargedMechanism> mechanisms = new ArrayList<>();
    for (PreparedFrontier frontier : frontiers) {
      frontier.frontier().selection().ifPresent(s -> mechanisms.add(selection(s)));
      frontier.releases().forEach(release -> mechanisms.addAll(release.charged()));
    }
    mechanisms.addAll(GaussianCharge.of(frontiers));
    return mechanisms;
  }

  private static ChargedMechanism selection(Selection selection) {
    return new ChargedMechanism.Selection(
        selection.epsilon(), selection.delta(), selection.maxGroups());
  }
}
