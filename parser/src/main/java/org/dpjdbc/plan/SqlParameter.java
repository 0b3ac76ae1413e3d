package org.dpjdbc.plan;

/**
 * A text of the analyst's or of the policy's, sent to the database as a bind parameter in the order
 * of the question marks. (Numbers, dates and truth values are printed from their parsed value.)
 *
 * @param value the text
 */
public record SqlParameter(String value) {}
