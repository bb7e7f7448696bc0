import type { importBankStatement } from '@stowage/api/bank'
import type { Answer } from '@stowage/api/endpoint'
import { authorOf, note } from '../../../platform/audit/author.ts'
import { FieldFailures } from '../../../platform/failure.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/call.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { insertEntries, insertImport, keepCsvForm, takeBankTurn } from './bank-store.ts'
import { countsOfImport, knownKeys, sellerAccounts } from './bank-view.ts'
import { matchFresh } from './match-entries.ts'
import { keyedLines } from './natural-key.ts'
import { factsOf } from './preview-statement.ts'
import { readBankFile } from './read-file.ts'
import { BankFileError } from './statement.ts'

type ImportCall = Call<typeof importBankStatement, Actor>
type Imported = Answer<typeof importBankStatement>

/** So many movements are put to documents before the answer; the rest follows by itself. */
const AT_ONCE = 500

/**
 * Takes a statement in. All of the file is read and checked before anything is written, and all of it is written in one
 * transaction: a movement that is there already, from this file or an overlapping one, is not written again.
 * @throws BankFileError; Failure 9113; 1003 for a CSV file without its seller or form
 */
export async function importStatement(platform: Platform, call: ImportCall): Promise<Imported> {
  const { body, actor } = call
  const { db, clock } = platform
  const sellers = await sellerAccounts(db)
  const read = await readBankFile(body, sellers)
  if (read.problem !== null) throw read.problem
  const own = read.statements.filter((statement) => statement.seller !== null)
  // Whose it is and how it is read, the person says: a guess is never imported.
  if (read.format === 'csv' && own.length === 0) throw new FieldFailures([{ code: 1003, field: 'sellerId' }])
  if (read.format === 'csv' && body.form == null) throw new FieldFailures([{ code: 1003, field: 'form' }])
  const sellerOf = new Map(own.map(({ account, seller }) => [account, seller?.sellerId ?? '']))
  const lines = keyedLines(own)
  if (lines.length === 0 && read.format === 'csv') throw new BankFileError('noStatement')
  const imported = await call.transact(async (tx) => {
    const at = clock.now()
    const id = newId()
    await takeBankTurn(tx, [...sellerOf.keys()])
    const known = await knownKeys(
      tx,
      lines.map(({ key }) => key),
    )
    const skipped = read.statements.reduce((sum, statement) => sum + statement.skipped, 0)
    const facts = { fresh: lines.length - known.size, known: known.size, skipped }
    await insertImport(tx, {
      id,
      format: read.format,
      fileName: body.fileName,
      fileHash: read.hash,
      statements: factsOf(read.statements, known),
      ...facts,
      importedAt: at,
      importedById: actor.id,
    })
    await insertEntries(
      tx,
      id,
      lines
        .filter(({ key }) => !known.has(key))
        // In the order of their days, so that money is put to documents in the order in which it came.
        .toSorted((a, b) => (a.bookedOn < b.bookedOn ? -1 : a.bookedOn > b.bookedOn ? 1 : 0))
        .map((line) => ({ ...line, id: newId(), sellerId: sellerOf.get(line.account) ?? '' })),
    )
    if (read.format === 'csv' && body.form != null && body.sellerId != null)
      await keepCsvForm(tx, body.sellerId, body.form, { at, actorId: actor.id })
    note(tx, clock, authorOf(call), {
      action: 'bank-statement-imported',
      subjectType: 'bank-import',
      subjectId: id,
      after: { format: read.format, ...facts, hash: read.hash },
    })
    return { id, ...facts, settled: 0, waiting: facts.fresh }
  })
  await matchFresh(platform, AT_ONCE)
  return await call.keep({ ...imported, ...(await countsOfImport(db, imported.id)) })
}
