import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network that an address stands for, as a text to be compared: who is in the same one is in the same house. Behind an IPv4 router
 * everybody has its one address, also where a server that listens on both families sees it as `::ffff:192.0.2.1`. Over IPv6 each
 * telephone has an address of its own, and what a house has in common are the first 64 bits. What is no address stands for itself.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '')
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  const words = wordsOf(plain)
  if (words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff)
    return [words[6] ?? 0, words[7] ?? 0].flatMap((word) => [word >> 8, word & 255]).join('.')
  const text = words.map((word) => word.toString(16))
  // Every network has the same first bits of link-local addresses.
  return words[0] === 0xfe80 ? text.join(':') : `${text.slice(0, 4).join(':')}::/64`
}

/** The eight parts of an IPv6 address, however it is written. */
function wordsOf(address: string): number[] {
  const [left = '', right] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const numbers = (part: string | undefined): number[] =>
    part === undefined || part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16))
  const [head, tail] = [numbers(left), numbers(right)]
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
}
