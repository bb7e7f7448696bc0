/**
 * Correcting an issued document (decision 18): it never changes, a credit note takes back lines of it or parts of them, never more
 * than what is left, with the VAT that they bore (decision 15). Decision record 170.
 */
import { add, least, money, sum, times, type Money } from './money.ts'

/** What is left of a line of an issued document once the credit notes on it so far are taken off. */
export interface CorrectableLine {
  readonly position: number
  readonly net: Money
  readonly vat: Money
}

/** What of a line is to go back, net. */
export interface CorrectionWish {
  readonly position: number
  readonly net: Money
}

/** What goes back of a line; amounts above 0. */
export interface CorrectedLine {
  readonly position: number
  readonly net: Money
  readonly vat: Money
  readonly gross: Money
  /** Net that was left of the line before. */
  readonly left: Money
}

export type CorrectionErrorKind = 'nothingLeft' | 'tooMuch'

export class CorrectionError extends Error {
  readonly kind: CorrectionErrorKind
  constructor(kind: CorrectionErrorKind, message: string) {
    super(message)
    this.name = 'CorrectionError'
    this.kind = kind
  }
}

/**
 * The lines of a credit note. VAT goes back as the same share of what is left of the line's VAT, rounded half away from zero; whoever
 * takes the rest of a line takes the rest of its VAT: however many notes a line is split into, they sum to it exactly.
 * @param wishes undefined: everything that is left
 * @throws CorrectionError `nothingLeft` where nothing would go back; `tooMuch` for more than is left, for a line that is not there
 *   and for one that is named twice
 */
export function correctLines(
  lines: readonly CorrectableLine[],
  wishes: readonly CorrectionWish[] | undefined,
): CorrectedLine[] {
  const positions = (wishes ?? []).map(({ position }) => position)
  if (new Set(positions).size < positions.length)
    throw new CorrectionError('tooMuch', 'a line is corrected once')
  const asked = wishes ?? lines.map(({ position, net }) => ({ position, net }))
  const corrected = asked.flatMap(({ position, net }) => {
    if (net.amount < 0) throw new RangeError('what goes back is never less than nothing')
    const line = lines.find((one) => one.position === position)
    if (line === undefined || net.amount > line.net.amount)
      throw new CorrectionError('tooMuch', `line ${position} has less than ${net.amount} left`)
    if (net.amount === 0) return []
    const isAll = net.amount === line.net.amount
    const vat = isAll ? line.vat : least(times(line.vat, net.amount, line.net.amount), line.vat)
    return [{ position, net, vat, gross: add(net, vat), left: line.net }]
  })
  if (corrected.length === 0) throw new CorrectionError('nothingLeft', 'nothing would go back')
  return corrected.toSorted((a, b) => a.position - b.position)
}

/** Where a credit note's money goes: first what it corrects, then what else the tenant owes, the rest is his balance. */
export function creditGoes(
  credited: Money,
  owes: { readonly document: Money; readonly others: Money },
): { readonly pays: Money; readonly toOthers: Money; readonly balance: Money } {
  const { currency } = credited
  const pays = least(credited, owes.document)
  const left = money(credited.amount - pays.amount, currency)
  const toOthers = least(left, owes.others)
  return { pays, toOthers, balance: money(left.amount - toOthers.amount, currency) }
}

/** Net, VAT and gross of all lines. */
export function correctedTotals(
  lines: readonly CorrectedLine[],
  currency: Money['currency'],
): Readonly<Record<'net' | 'vat' | 'gross', Money>> {
  const total = (part: 'net' | 'vat' | 'gross'): Money =>
    sum(
      lines.map((line) => line[part]),
      currency,
    )
  return { net: total('net'), vat: total('vat'), gross: total('gross') }
}
