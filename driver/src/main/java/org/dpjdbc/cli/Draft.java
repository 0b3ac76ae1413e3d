package org.dpjdbc.cli;

import java.util.Map;

/**
 * A drafted policy.
 *
 * @param text the YAML
 * @param tables how many tables it names
 * @param undecided tables that only a person can decide about, by line; the policy does not load
 *     before they are decided
 */
record Draft(String text, int tables, Map<Integer, String> undecided) {}
