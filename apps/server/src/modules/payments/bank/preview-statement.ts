import type { previewBankStatement } from '@stowage/api/bank'
import type { Answer, Body } from '@stowage/api/endpoint'
import type { Database } from '../../../platform/database/connect.ts'
import { importedBefore, knownKeys, sellerAccounts } from './bank-view.ts'
import { keyedLines } from './natural-key.ts'
import { readBankFile, type OwnStatement } from './read-file.ts'

type Preview = Answer<typeof previewBankStatement>
export type StatementFacts = Preview['statements'][number]

const SHOWN = 8

/** What an import would bring; writes nothing. @throws BankFileError; Failure 9113 */
export async function previewStatement(
  db: Database,
  given: Body<typeof previewBankStatement>,
): Promise<Preview> {
  const read = await readBankFile(given, await sellerAccounts(db))
  const lines = keyedLines(read.statements.filter(({ seller }) => seller !== null))
  const known = await knownKeys(
    db,
    lines.map(({ key }) => key),
  )
  return {
    format: read.format,
    importedAt: await importedBefore(db, read.hash),
    statements: factsOf(read.statements, known),
    problem: read.problem === null ? null : { fault: read.problem.fault, place: read.problem.place },
    form: read.form,
    rows: read.rows.map((row) => [...row]),
    sample: read.statements
      .flatMap((statement) => statement.lines)
      .slice(0, SHOWN)
      .map(({ bookedOn, direction, amount, currency, payerName, purpose }) => ({
        bookedOn,
        direction,
        amount,
        currency,
        payerName,
        purpose,
      })),
  }
}

/** What is told of each statement of a file. @param known keys of movements that are there already */
export function factsOf(statements: readonly OwnStatement[], known: ReadonlySet<string>): StatementFacts[] {
  const all = keyedLines(statements)
  let at = 0
  return statements.map(({ seller, account, statementId, currency, opening, closing, lines, skipped }) => {
    // Keys stand in the order of the file; a statement that it holds twice has none of its own.
    const own = all.slice(at, at + lines.length).filter((line) => line.account === account)
    at += own.length
    const days = lines.map(({ bookedOn }) => bookedOn).toSorted()
    const sumOf = (direction: 'in' | 'out') => {
      const some = lines.filter((line) => line.direction === direction)
      return { count: some.length, sum: some.reduce((sum, { amount }) => sum + amount, 0) }
    }
    const there = own.filter(({ key }) => known.has(key)).length
    return {
      sellerId: seller?.sellerId ?? null,
      sellerName: seller?.sellerName ?? null,
      account,
      statementId,
      currency,
      opening,
      closing,
      from: days[0] ?? null,
      to: days.at(-1) ?? null,
      incoming: sumOf('in'),
      outgoing: sumOf('out'),
      skipped,
      fresh: seller === null ? 0 : own.length - there,
      known: there,
    }
  })
}
