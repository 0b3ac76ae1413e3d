package org.dpjdbc.sql.rewrite;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;

/** What a database's SQL has beside the standard's, as its dialect lists it. */
public final class DialectSyntax {
  private final Map<String, List<FunctionAlias>> functions = new HashMap<>();
  private final Map<String, List<FunctionAlias>> operators = new HashMap<>();
  private final Map<String, SqlTypeName> clock = new HashMap<>();
  private final Set<SqlTypeName> wholeSeconds = EnumSet.noneOf(SqlTypeName.class);
  private final Set<SqlFeature> features = EnumSet.noneOf(SqlFeature.class);

  private DialectSyntax() {}

  /** Lists what a database has, and adds what all have that are offered. */
  public static final class Builder {
    private final DialectSyntax syntax = new DialectSyntax();

    /** A function by its name in upper case, with its meanings; the first that fits is taken. */
    public Builder function(String name, FunctionAlias... aliases) {
      syntax.functions.computeIfAbsent(name, n -> new ArrayList<>()).addAll(List.of(aliases));
      return this;
    }

    /** An operator by its sign, or what has an operand before its name, likewise. */
    public Builder operator(String sign, FunctionAlias... aliases) {
      syntax.operators.computeIfAbsent(sign, s -> new ArrayList<>()).addAll(List.of(aliases));
      return this;
    }

    /** A function without arguments that shows the clock: a date, a time of day or both. */
    public Builder clock(String name, SqlTypeName type) {
      syntax.clock.put(name, type);
      return this;
    }

    /** Types of which the clock is shown in whole seconds, unless the query asks for digits. */
    public Builder wholeSeconds(SqlTypeName... types) {
      syntax.wholeSeconds.addAll(List.of(types));
      return this;
    }

    /** Features that the database has. */
    public Builder with(SqlFeature... features) {
      syntax.features.addAll(List.of(features));
      return this;
    }

    /** The table. */
    public DialectSyntax build() {
      function("SUBSTR", FunctionAliases.SUBSTRING);
      function("RIGHT", FunctionAliases.RIGHT);
      function("LPAD", FunctionAliases.LPAD);
      function("RPAD", FunctionAliases.RPAD);
      function("CONCAT", FunctionAliases.CONCAT_UNLESS_NULL);
      function("CONCAT_WS", FunctionAliases.CONCAT_WS);
      clock("NOW", SqlTypeName.TIMESTAMP);
      return syntax;
    }
  }

  /** Whether the database has a feature. */
  public boolean has(SqlFeature feature) {
    return features.contains(feature);
  }

  /**
   * Whether the database has a function that the planner knows by its own name.
   *
   * @param name in upper case
   */
  public boolean hasFunction(String name) {
    return ofSome(name).map(features::contains).orElse(true);
  }

  /** The feature that a function is, if not every database has it. */
  static Optional<SqlFeature> ofSome(String function) {
    return switch (function) {
      case "LOG2" -> Optional.of(SqlFeature.LOG2);
      case "CBRT" -> Optional.of(SqlFeature.CBRT);
      default -> Optional.empty();
    };
  }

  boolean hasOperator(String sign) {
    return operators.containsKey(sign);
  }

  /** A call of a function in the planner's functions; empty if it is none of the database's own. */
  Optional<SqlNode> function(String name, SqlCall call) {
    return first(functions.getOrDefault(name, List.of()), call);
  }

  /** The same for an operator. */
  Optional<SqlNode> operator(String sign, SqlCall call) {
    return first(operators.getOrDefault(sign, List.of()), call);
  }

  private static Optional<SqlNode> first(List<FunctionAlias> aliases, SqlCall call) {
    return aliases.stream().flatMap(alias -> alias.rule().rewrite(call).stream()).findFirst();
  }

  /** What a function without arguments shows of the clock. */
  Optional<SqlTypeName> clock(String name) {
    return Optional.ofNullable(clock.get(name));
  }

  boolean isInWholeSeconds(SqlTypeName type) {
    return wholeSeconds.contains(type);
  }

  /** The names that a call of an operator may have been read from. */
  public Stream<String> namesOf(String operator) {
    return Stream.of(functions, operators)
        .flatMap(table -> table.entrySet().stream())
        .filter(named -> named.getValue().stream().anyMatch(a -> a.operators().contains(operator)))
        .map(Map.Entry::getKey);
  }
}
