package org.dpjdbc.backends;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A suite that runs once on each database of {@link TestBackends#all}. The tag selects these suites
 * where the thorough build runs them on one more database.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("databases")
@ParameterizedClass
@MethodSource("org.dpjdbc.backends.TestBackends#all")
public @interface OnEachDatabase {}
