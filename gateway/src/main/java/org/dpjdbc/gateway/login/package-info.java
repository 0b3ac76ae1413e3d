/**
 * Who a client is: SCRAM, what is stored of passwords, and what makes guessing slow. Read {@link
 * org.dpjdbc.gateway.login.ScramLogin} first.
 */
@NullMarked
package org.dpjdbc.gateway.login;

import org.jspecify.annotations.NullMarked;
