// The addresses that count as one network, and those of this machine itself.

/** Returns `203.0.113.0/24` or `2001:db8:0::/48` around the network a request came from; null for anything else. */
export function neighbourhood(network: string): string | null {
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(network)
  if (four) return `${four[1]}.0/24`
  const six = /^([\da-f]{1,4}:[\da-f]{1,4}:[\da-f]{1,4}):[\da-f]{1,4}::\/64$/i.exec(network)
  return six ? `${six[1]}::/48` : null
}

/** True where the address leads to the machine itself: `localhost` and below it, 127.0.0.0/8, `[::1]`. */
export const isLoopbackAddress = ({ hostname }: URL): boolean =>
  /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
