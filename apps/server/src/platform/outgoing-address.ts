import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

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
  ['192.0.0.0', 24],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::1', 128],
  ['::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  // What carries an IPv4 address in it leads wherever that leads: SIIT, NAT64, 6to4, Teredo.
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['2001::', 32],
] as const)
  inner.addSubnet(network, prefix, 'ipv6')

/** Whether the operator has named an address, as such or with this port. */
export const isNamed = (allowed: readonly string[], host: string, port: number): boolean =>
  allowed.includes(host) || allowed.includes(`${host}:${port}`)

/**
 * Whether a site's address may be called: public addresses always; loopback, private, link-local and metadata addresses
 * only when the operator allows them by name (`10.8.0.5` or `10.8.0.5:8443`), asked again at each call. Only addresses,
 * no host names: a name could point elsewhere at the next look-up.
 */
export function mayReach(allowed: readonly string[], host: string, port: number): boolean {
  const family = isIP(host)
  if (family === 0 || port < 1 || port > 65535) return false
  if (isNamed(allowed, host, port)) return true
  return !inner.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

interface Reached {
  readonly host: string
  readonly port: number
  readonly isPlain: boolean
}

/** Where a URL leads; undefined for none, or one with a user in it. */
function reachedBy(address: string): Reached | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, port, username, password } = new URL(address)
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return undefined
  const isPlain = protocol === 'http:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port === '' ? (isPlain ? 80 : 443) : port),
    isPlain,
  }
}

/** Whether the operator has named the address of a URL. */
export function isAllowedByName(allowed: readonly string[], address: string): boolean {
  const reached = reachedBy(address)
  if (reached === undefined) return false
  return isNamed(allowed, reached.host, reached.port)
}

/**
 * Whether a URL that somebody typed, or a browser named, may be called at all: https by name or public address. Plain http,
 * and inner addresses, only where the operator allows that address. Where its name leads is asked at the call (`guardedLookup`).
 */
export function mayCall(allowed: readonly string[], address: string): boolean {
  const reached = reachedBy(address)
  if (reached === undefined) return false
  const { host, port, isPlain } = reached
  if (isPlain && !isAllowedByName(allowed, address)) return false
  if (isIP(host) === 0) return host.includes('.') && !/\.(local|localhost|internal)\.?$/.test(host)
  return mayReach(allowed, host, port)
}

/**
 * Resolves names for a call: of what a name leads to, what may not be reached is left out, so that a name cannot lead inside
 * by pointing elsewhere the second time.
 */
export function guardedLookup(allowed: readonly string[], port: number): LookupFunction {
  return (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) {
        callback(error, '')
        return
      }
      const safe = found.filter(({ address }) => mayReach(allowed, address, port))
      const [first] = safe
      if (first === undefined) callback(new Error('the name leads to an inner address'), '')
      else if (options.all === true) callback(null, safe)
      else callback(null, first.address, first.family)
    })
}
