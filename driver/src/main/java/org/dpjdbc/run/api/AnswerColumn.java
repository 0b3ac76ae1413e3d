package org.dpjdbc.run.api;

/**
 * One column of an answer, described from the plan and the policy alone, never from values.
 *
 * @param label as the analyst named it
 * @param jdbcType a constant of {@link java.sql.Types}
 * @param typeName the backend's name of the type
 * @param precision digits or characters; 0 where the type has none
 * @param scale digits after the point; of the second for times
 * @param nullable whether NULL may be in it
 */
public record AnswerColumn(
    String label, int jdbcType, String typeName, int precision, int scale, boolean nullable) {}
