/**
 * Benchmarks: {@code ./mvnw -q -ntp -Pfast,benchmark verify} runs them all and prints one table.
 */
package org.dpjdbc.it.bench;
