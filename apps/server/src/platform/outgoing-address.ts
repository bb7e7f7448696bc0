import { BlockList, isIP } from 'node:net'

// An IPv4 address in IPv6 form (::ffff:10.0.0.1) is looked up among the IPv4 networks; naming ::ffff:0:0/96 here would be all of IPv4.
const inner = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['0.0.0.0', 8],
  ['100.64.0.0', 10],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::1', 128],
  ['::', 128],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(network, prefix, 'ipv6')

/**
 * Whether a site's address may be called: public addresses always; loopback, private, link-local and metadata addresses
 * only when the operator allows them by name (`10.8.0.5` or `10.8.0.5:8443`), asked again at each call. Only addresses,
 * no host names: a name could point elsewhere at the next look-up.
 */
export function mayReach(allowed: readonly string[], host: string, port: number): boolean {
  const family = isIP(host)
  if (family === 0 || port < 1 || port > 65535) return false
  if (allowed.includes(host) || allowed.includes(`${host}:${port}`)) return true
  return !inner.check(host, family === 6 ? 'ipv6' : 'ipv4')
}
