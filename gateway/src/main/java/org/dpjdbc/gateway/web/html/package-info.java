/**
 * Pages as trees of elements and texts. Text is escaped when it is written, and there is no way to
 * write anything else: {@link org.dpjdbc.gateway.web.html.Tag} knows the elements and attributes
 * that may be used, none of which holds code. Read {@code Tag} first.
 */
@NullMarked
package org.dpjdbc.gateway.web.html;

import org.jspecify.annotations.NullMarked;
