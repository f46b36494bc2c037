/** Whether a name or an address, an IPv6 one also in brackets, is this machine's own and no other can have it. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|[\w.-]+\.localhost|(?:::ffff:)?127(?:\.\d+){3}|\[?::1\]?)$/i.test(host)
