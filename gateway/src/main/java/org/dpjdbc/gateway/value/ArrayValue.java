package org.dpjdbc.gateway.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An array that a client sent as a parameter, of one dimension.
 *
 * @param elements each as {@link ParameterValues} reads a value of its type; {@code null} is NULL
 */
public record ArrayValue(List<@Nullable Object> elements) {}
