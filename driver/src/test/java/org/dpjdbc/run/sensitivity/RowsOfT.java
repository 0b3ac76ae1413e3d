package org.dpjdbc.run.sensitivity;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.dpjdbc.run.hostile.Drawn;
import org.dpjdbc.run.hostile.Rows;
import org.dpjdbc.run.hostile.Template;
import org.dpjdbc.run.hostile.Templates;
import org.dpjdbc.run.hostile.ValueKind;

/** The private table T, for expressions that hold hostile values. */
final class RowsOfT implements Rows {
  private static final List<Template> FORMS = Templates.all();

  /** Each is true of some of the rows that are drawn, and of others not. */
  private static final List<String> SOME =
      List.of("B", "K = 2", "K IS NULL", "I > 5", "T = 'b'", "N < 0", "DT > DATE '2023-01-01'");

  private final Random random;
  private final String some;

  private RowsOfT(Random random) {
    this.random = random;
    this.some = pick(SOME);
  }

  /** An expression that is hostile for some rows. */
  static String hostile(Random random, ValueKind kind) {
    return new Drawn(random, FORMS, new RowsOfT(random)).ofSome(kind);
  }

  @Override
  public Optional<String> column(ValueKind kind, boolean exact, int hole) {
    List<Columns> fitting =
        Arrays.stream(Columns.values())
            .filter(column -> column.family() == kind && (!exact || column.isExact()))
            .toList();
    return Optional.of(pick(fitting).name());
  }

  @Override
  public String some() {
    return some;
  }

  private <T> T pick(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
