package org.dpjdbc.gateway.session;

/**
 * What one session may keep.
 *
 * @param statements prepared ones, and portals
 */
public record SessionLimits(int statements) {}
