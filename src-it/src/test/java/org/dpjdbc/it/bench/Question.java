package org.dpjdbc.it.bench;

import java.util.Optional;

/**
 * The same question in several texts.
 *
 * @param name short
 * @param raw for the database
 * @param dp for the driver
 * @param numbered the rewriting of SmartNoise, which numbers the rows of each person at random;
 *     empty if it has none
 */
record Question(String name, String raw, String dp, Optional<String> numbered) {}
