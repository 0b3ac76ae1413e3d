package org.dpjdbc.policy;

import java.util.List;
import java.util.stream.Collectors;

/** A policy that cannot be used; lists every problem, file and line each. */
public final class PolicyException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<PolicyProblem> problems;

  /**
   * Creates the exception.
   *
   * @param problems at least one
   */
  public PolicyException(List<PolicyProblem> problems) {
    super(problems.stream().map(PolicyProblem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** Every problem found, in the order of the file. */
  public List<PolicyProblem> problems() {
    return problems;
  }
}
