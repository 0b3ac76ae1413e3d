package org.dpjdbc.run.finish;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.runtime.ArrayBindable;
import org.apache.calcite.runtime.Bindable;
import org.dpjdbc.run.finish.expression.ArithmeticFunctions.Unary;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/**
 * A unit of generated code over inputs that are evaluated before it.
 *
 * @param code stateless; every run binds it anew
 * @param constants what the compiler set aside for the code
 * @param inputs evaluated first
 * @param outward conversion of each output column
 */
record EnumerableOperator(
    Bindable<?> code,
    Map<String, Object> constants,
    JavaTypeFactory types,
    List<Input> inputs,
    List<Unary> outward)
    implements Operator {

  /** An input with the conversion of each of its columns. */
  record Input(String name, Operator operator, List<Unary> inward) {}

  @Override
  public Rows run(Run run) {
    Map<String, Object> given = new HashMap<>();
    for (Input input : inputs) {
      given.put(input.name(), Linq4j.asEnumerable(convert(input, run)));
    }
    AtomicBoolean cancelled = new AtomicBoolean();
    FinishDataContext context = new FinishDataContext(types, constants, given, cancelled);
    try {
      return collect(context, run);
    } catch (RuntimeException | AssertionError failure) {
      throw Failures.atRun(failure);
    }
  }

  private static List<@Nullable Object[]> convert(Input input, Run run) {
    Rows rows = input.operator().run(run);
    RowCollector converted = new RowCollector(rows.width(), run);
    for (int row = 0; row < rows.size(); row++) {
      run.step();
      @Nullable Object[] values = rows.row(row);
      convert(values, input.inward());
      converted.add(values);
    }
    return converted.list();
  }

  private static void convert(@Nullable Object[] values, List<Unary> conversions) {
    for (int column = 0; column < values.length; column++) {
      Object value = values[column];
      if (value != null) {
        values[column] = conversions.get(column).apply(value);
      }
    }
  }

  private Rows collect(FinishDataContext context, Run run) {
    boolean arrays = code instanceof ArrayBindable;
    RowCollector out = new RowCollector(outward.size(), run);
    try (Enumerator<?> rows = code.bind(context).enumerator()) {
      while (rows.moveNext()) {
        run.step();
        Object current = rows.current();
        @Nullable Object[] values =
            arrays ? ((@Nullable Object[]) current).clone() : new @Nullable Object[] {current};
        convert(values, outward);
        out.add(values);
      }
    }
    return out.rows();
  }
}
