/** Returns whether a host name or IP address always means this machine. IPv6 addresses may be in brackets. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|[\w.-]+\.localhost|(?:::ffff:)?127(?:\.\d+){3}|\[?::1\]?)$/i.test(host)
