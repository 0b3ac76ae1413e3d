package org.dpjdbc.sql.rewrite;

import java.util.Set;

/**
 * One meaning of a function or operator that a database has under a name of its own.
 *
 * @param rule how a call of it is written in the functions that the planner knows
 * @param operators that the planner meets instead, by their names in messages
 */
public record FunctionAlias(FunctionRewrite rule, Set<String> operators) {
  public FunctionAlias {
    operators = Set.copyOf(operators);
  }
}
