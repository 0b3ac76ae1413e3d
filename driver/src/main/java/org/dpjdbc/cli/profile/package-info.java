/**
 * The profile: a small file that names connections, so that nobody types them twice. It enters as
 * YAML and leaves as a {@link org.dpjdbc.cli.profile.NamedConnection}, whose secrets are not read
 * before they are used. Read {@link org.dpjdbc.cli.profile.ProfileReader} first.
 */
@NullMarked
package org.dpjdbc.cli.profile;

import org.jspecify.annotations.NullMarked;
