/**
 * Reads an amount as PayKeeper takes it: `899`, `899.5` or `899.00`.
 * @returns minor units, or undefined when it is no amount
 */
export function readAmount(text: string | null): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text ?? '')
  if (!match) return undefined
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Minor units as the two-decimal string of every PayKeeper message. */
export function writeAmount(minor: number): string {
  return `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
}
