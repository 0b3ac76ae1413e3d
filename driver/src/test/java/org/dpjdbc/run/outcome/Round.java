package org.dpjdbc.run.outcome;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.dpjdbc.run.hostile.Drawn;
import org.dpjdbc.run.hostile.Drawn.Expression;
import org.dpjdbc.run.hostile.Drawn.Leaf;
import org.dpjdbc.run.hostile.Template;

/**
 * Asks every operator once, over what is drawn.
 *
 * @param all whether each is followed by compositions, and asked for in every position
 */
record Round(Trials trials, Drawn drawn, Random random, boolean all) {
  private static final int DEPTH = 3;
  private static final int POSITIONS = 3;

  /** Of how many templates one is followed by compositions in every build. */
  private static final int COMPOSED = 6;

  /** How often a text is put after itself. */
  private static final List<Integer> REPEATED = List.of(2, 30, 300, 1800);

  /** Aggregates in one statement. */
  private static final int AT_ONCE = 4;

  void ask(List<Template> templates) {
    Leaf[] leaves = Leaf.values();
    for (Template template : templates) {
      ask(drawn.over(template, leaves[random.nextInt(leaves.length)]));
      if (all || random.nextInt(COMPOSED) == 0) {
        ask(drawn.nested(template.kind(), template.exact(), DEPTH));
        ask(drawn.chain());
        askDerived(drawn.over(template, Leaf.COLUMN));
      }
    }
    for (int times : REPEATED) {
      ask(drawn.repeated("A_TX", times));
    }
  }

  private void ask(Expression of) {
    int position = random.nextInt(POSITIONS);
    if (all || position == 0) {
      List<String> aggregates = Position.aggregates(of.kind(), of.sql());
      Collections.shuffle(aggregates, random);
      List<String> some = aggregates.subList(0, Math.min(AT_ONCE, aggregates.size()));
      trials.select(policy(1), of, some, " FROM H");
    }
    if (all || position == 1) {
      String condition = Position.condition(of.kind(), of.sql());
      trials.select(policy(0), of, List.of("COUNT(*)"), " FROM H WHERE " + condition);
    }
    if (all || position == 2) {
      String key = of.sql() + " AS k, COUNT(*)";
      trials.select(policy(0), of, List.of(key), " FROM H GROUP BY " + of.sql());
    }
  }

  /** A column of a subquery is known by its values alone, and by what a condition says of them. */
  private void askDerived(Expression inner) {
    Expression outer = drawn.overColumn("m", inner.kind());
    String from = " FROM (SELECT " + inner.sql() + " AS m, ID FROM H) AS t WHERE ";
    String rest = from + Position.mild(inner.kind(), "m") + " GROUP BY " + outer.sql();
    trials.select(policy(0), outer, List.of(outer.sql() + " AS k, COUNT(*)"), rest);
  }

  private int policy(int from) {
    return random.nextInt(from, Ground.POLICIES.size());
  }
}
