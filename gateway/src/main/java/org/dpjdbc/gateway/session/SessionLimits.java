package org.dpjdbc.gateway.session;

/**
 * What one session may keep.
 *
 * @param statements how many prepared ones, and how many portals
 * @param bytes of all prepared statements together, and of all parameters of cursors
 */
public record SessionLimits(int statements, long bytes) {}
