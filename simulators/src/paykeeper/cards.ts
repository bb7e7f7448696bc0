/** What the bank behind the page says to a card. */
export type CardOutcome =
  | { kind: 'obtained' }
  | { kind: 'failed'; reason: string }
  | { kind: 'pending' }
  | { kind: 'threeDSecure' }

export interface Card {
  number: string
  expiry: string
  holder: string
}

/** Numbers offered on the pay page; any other number that passes the check digit pays. */
export const TEST_CARDS = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  /** Pays on the page, and is bound there; declined whenever it is charged without its holder. */
  declinedLater: '4000000000000341',
  pending: '4000000000000119',
  threeDSecure: '4000002500003155',
} as const

/** The last four digits choose the outcome. @param isBound charged without its holder */
export function outcomeOf(number: string, isBound = false): CardOutcome {
  const last = number.slice(-4)
  if (last === '0341' && isBound) return { kind: 'failed', reason: 'insufficient_funds' }
  if (last === '0002') return { kind: 'failed', reason: 'generic_decline' }
  if (last === '9995') return { kind: 'failed', reason: 'insufficient_funds' }
  if (last === '0119') return { kind: 'pending' }
  if (last === '3155') return { kind: 'threeDSecure' }
  return { kind: 'obtained' }
}

/** `5100********3333`, the form of the notification. */
export function maskCard(number: string): string {
  return `${number.slice(0, 4)}${'*'.repeat(number.length - 8)}${number.slice(-4)}`
}

export type CardProblem = 'number' | 'expiry' | 'code'

/** Checks what a person typed. `now` decides whether the card is out of date. */
export function readCard(
  fields: { number: string; expiry: string; code: string; holder: string },
  now: Date,
): Card | CardProblem {
  const number = fields.number.replace(/[\s-]/g, '')
  if (!/^\d{13,19}$/.test(number) || !hasCheckDigit(number)) return 'number'
  const expiry = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(fields.expiry.trim())
  if (!expiry) return 'expiry'
  const firstDayAfter = Date.UTC(2000 + Number(expiry[2]), Number(expiry[1]), 1)
  if (firstDayAfter <= now.getTime()) return 'expiry'
  if (!/^\d{3,4}$/.test(fields.code.trim())) return 'code'
  return {
    number,
    expiry: `${expiry[1]}/${expiry[2]}`,
    holder: fields.holder.trim().slice(0, 60) || 'Test Gateway',
  }
}

/** The Luhn check. */
function hasCheckDigit(number: string): boolean {
  let sum = 0
  for (let i = 0; i < number.length; i++) {
    const digit = Number(number[number.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
