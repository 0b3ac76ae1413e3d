/**
 * Questions that users of tools ask of a shop, and what becomes of each: {@code Question} reads
 * them, {@code org.dpjdbc.run.CorpusTest} of {@code src-it} asks them, and {@code
 * org.dpjdbc.run.RefusedQueriesTest} tries what is said to those that are refused.
 */
package org.dpjdbc.run.questions;
