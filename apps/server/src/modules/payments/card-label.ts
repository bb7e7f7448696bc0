/** Processors mask card numbers; should one ever come whole, it is not kept whole. */
export function masked(number: string | null): string | null {
  if (number === null) return null
  const plain = number.replace(/[^\d*xX•]/g, '').slice(0, 24)
  return /^\d{12,}$/.test(plain) ? `${plain.slice(0, 4)}********${plain.slice(-4)}` : plain
}
