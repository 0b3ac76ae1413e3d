/**
 * The pages, each computed from what it shows. They work without JavaScript, by keyboard and with a
 * screen reader: one heading, landmarks, labels, tables with captions, and a table beside each
 * chart. Read {@link org.dpjdbc.gateway.web.page.Layout} first.
 */
@NullMarked
package org.dpjdbc.gateway.web.page;

import org.jspecify.annotations.NullMarked;
