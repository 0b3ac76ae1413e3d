package org.dpjdbc.policy;

/**
 * One thing that makes a policy unusable.
 *
 * @param location where in the policy file
 * @param text what is wrong and what to write instead
 */
public record PolicyProblem(Location location, String text) {
  @Override
  public String toString() {
    return location + ": " + text;
  }
}
