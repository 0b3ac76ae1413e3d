/** Benchmarks: {@code ./mvnw -q -ntp -Pbenchmark verify} runs them all and prints one table. */
package org.dpjdbc.it.bench;
