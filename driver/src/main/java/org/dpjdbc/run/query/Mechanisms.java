package org.dpjdbc.run.query;

import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.budget.accountant.MechanismText;
import org.dpjdbc.plan.model.Selection;
import org.dpjdbc.run.mechanism.GaussianCharge;
import org.dpjdbc.run.mechanism.PreparedFrontier;

/**
 * The mechanisms of a query with their exact parameters. They are recorded with the charge, so that
 * a history can be composed by any theorem.
 */
final class Mechanisms {
  private static final int MAX_LENGTH = 50_000;

  private Mechanisms() {}

  static String describe(List<PreparedFrontier> frontiers) {
    String all = MechanismText.write(of(frontiers));
    return all.length() <= MAX_LENGTH ? all : MechanismText.UNKNOWN;
  }

  private static List<ChargedMechanism> of(List<PreparedFrontier> frontiers) {
    List<ChargedMechanism> mechanisms = new ArrayList<>();
    for (PreparedFrontier frontier : frontiers) {
      frontier.frontier().selection().ifPresent(s -> mechanisms.add(selection(s)));
      frontier.releases().forEach(release -> mechanisms.addAll(release.charged()));
    }
    GaussianCharge.of(frontiers).ifPresent(mechanisms::add);
    return mechanisms;
  }

  private static ChargedMechanism selection(Selection selection) {
    return new ChargedMechanism.Selection(
        selection.epsilon(), selection.delta(), selection.maxGroups());
  }
}
