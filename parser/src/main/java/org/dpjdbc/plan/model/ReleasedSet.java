package org.dpjdbc.plan.model;

import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;

/**
 * Rows, computed by the driver of what earlier frontiers released, that enter later ones as if the
 * analyst had written them as VALUES. They depend on released and public values alone: not on
 * private rows, the clock, or what is left of the budget.
 *
 * @param name under which {@link SqlParameter.RowsOf} and {@link KeyDomain.FromReleased} refer to
 *     it
 * @param rel its leaves are {@link FinishInput}s and values
 */
public record ReleasedSet(String name, RelNode rel) {
  /** More rows are not sent to the database with a statement. */
  public static final int MAX_ROWS = 10_000;

  /** Nor are more values of all sets: PostgreSQL takes 65,535 in one statement. */
  public static final int MAX_VALUES = 30_000;

  /** The frontier for each of whose groups it has a row, if its form alone determines that. */
  public Optional<String> allGroupsOf() {
    RelNode at = rel;
    while (at instanceof Project
        || (at instanceof Sort sort && sort.fetch == null && sort.offset == null)) {
      at = at.getInput(0);
    }
    return at instanceof FinishInput input && input.kind() == FinishInput.Kind.RELEASED
        ? Optional.of(input.name())
        : Optional.empty();
  }
}
