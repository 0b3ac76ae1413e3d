/**
 * What the pages ask, all of it through connections of the driver for the user's analyst: budget,
 * charges, policy, and the user's own queries. A query's text and its time limit enter, an {@link
 * org.dpjdbc.gateway.web.ask.WebOutcome} leaves, which holds no more than its page and its download
 * need. Read {@link org.dpjdbc.gateway.web.ask.QueryService} first.
 */
@NullMarked
package org.dpjdbc.gateway.web.ask;

import org.jspecify.annotations.NullMarked;
