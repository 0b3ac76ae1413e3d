package org.dpjdbc.policy;

/**
 * A place in the policy file.
 *
 * @param file name of the file as the user gave it
 * @param line line, from 1; 0 where the problem is not in one line
 */
public record Location(String file, int line) {
  @Override
  public String toString() {
    return line > 0 ? file + ":" + line : file;
  }
}
