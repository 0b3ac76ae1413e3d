/**
 * The manual against the code. Its links, SQL texts, policies, Java and command lines are run: read
 * {@link org.dpjdbc.docs.ManualTest} first. What stands between {@code <!-- generated: NAME -->}
 * and {@code <!-- end -->} is rendered and compared: read {@link
 * org.dpjdbc.docs.GeneratedPagesTest}.
 */
@NullMarked
package org.dpjdbc.docs;

import org.jspecify.annotations.NullMarked;
