/**
 * Values in PostgreSQL's text and binary formats, both ways. {@link
 * org.dpjdbc.gateway.value.Values} writes those of answers, {@link
 * org.dpjdbc.gateway.value.ParameterValues} reads those of parameters.
 */
@NullMarked
package org.dpjdbc.gateway.value;

import org.jspecify.annotations.NullMarked;
