/**
 * The databases that tests run on, each started by the test that first needs it. A suite takes
 * {@link org.dpjdbc.backends.TestBackends#all} as its parameter; a new database is one more class
 * here.
 */
@NullMarked
package org.dpjdbc.backends;

import org.jspecify.annotations.NullMarked;
