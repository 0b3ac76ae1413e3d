/**
 * Questions that users of tools ask of a shop, and what becomes of each: {@code Question} reads
 * them, {@code org.dpjdbc.run.CorpusTest} asks them.
 */
package org.dpjdbc.it.questions;
