/**
 * The nodes that the driver's own grammar adds to Calcite's parse tree: {@code CREATE TABLE … AS},
 * {@code EXPLAIN PRIVACY FOR} and parts of queries that databases have beside the standard's. The
 * parser itself is generated into {@code grammar.impl} from Calcite's templates and {@code
 * src/main/codegen}.
 */
@NullMarked
package org.dpjdbc.sql.grammar;

import org.jspecify.annotations.NullMarked;
