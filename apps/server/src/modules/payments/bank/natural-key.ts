import { sha256 } from '../../../platform/seal.ts'
import type { BankLine, BankStatement } from './statement.ts'

export interface KeyedLine extends BankLine {
  readonly account: string
  readonly key: string
}

const folded = (text: string | null): string => (text ?? '').toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * What tells a movement from all others of its account, whichever file brings it: the bank's own name for it with day and sum,
 * else all that is told of it. Two that are equal in all of that are the first and the second of their day: a transfer made
 * twice counts twice, and the same day brought by another file counts once.
 */
export function keyedLines(statements: readonly BankStatement[]): KeyedLine[] {
  const seen = new Map<string, number>()
  return withoutRepeated(statements).flatMap(({ account, lines }) =>
    lines.map((line) => {
      const { bookedOn, direction, amount, currency, bankReference } = line
      const facts = [account, bookedOn, direction, amount, currency]
      const rest =
        bankReference === null
          ? [
              'told',
              line.payerAccount,
              folded(line.payerName),
              folded(`${line.purpose}${line.reference ?? ''}`),
              line.endToEndId,
            ]
          : ['named', folded(bankReference)]
      const all = JSON.stringify([...facts, ...rest])
      const ordinal = (seen.get(all) ?? 0) + 1
      seen.set(all, ordinal)
      return { ...line, account, key: sha256(`${all} ${ordinal}`) }
    }),
  )
}

/** A statement that stands in the file twice is one. */
function withoutRepeated(statements: readonly BankStatement[]): BankStatement[] {
  const known = new Set<string>()
  return statements.filter((statement) => {
    if (statement.statementId === null || statement.lines.length === 0) return true
    const all = JSON.stringify(statement)
    if (known.has(all)) return false
    known.add(all)
    return true
  })
}
