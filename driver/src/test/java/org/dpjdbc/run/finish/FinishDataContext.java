package org.dpjdbc.run.finish;

import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.rel.type.TimeFrames;
import org.apache.calcite.schema.SchemaPlus;
import org.jspecify.annotations.Nullable;

/**
 * What generated code may access: its inputs, the constants that were set aside when it was
 * generated, and the cancellation. There is no schema, no connection and no clock, so nothing else
 * can be reached.
 *
 * @param constants set aside by the compiler, by name
 * @param inputs rows by the name of their {@link EnumerableInput}
 * @param cancelled read by Calcite's operators
 */
record FinishDataContext(
    JavaTypeFactory types,
    Map<String, Object> constants,
    Map<String, Object> inputs,
    AtomicBoolean cancelled)
    implements DataContext {
  private static final TimeZone UTC = TimeZone.getTimeZone("UTC");

  @Override
  public @Nullable SchemaPlus getRootSchema() {
    return null;
  }

  @Override
  public JavaTypeFactory getTypeFactory() {
    return types;
  }

  @Override
  public QueryProvider getQueryProvider() {
    throw new UnsupportedOperationException("generated code reads given rows only");
  }

  @Override
  public @Nullable Object get(String name) {
    Object value = inputs.get(name);
    if (value == null) {
      value = constants.get(name);
    }
    return value == null ? variable(name) : value;
  }

  private @Nullable Object variable(String name) {
    return switch (name) {
      case "timeZone" -> UTC;
      case "locale" -> Locale.ROOT;
      case "timeFrameSet" -> TimeFrames.CORE;
      case "cancelFlag" -> cancelled;
      default -> null;
    };
  }
}
