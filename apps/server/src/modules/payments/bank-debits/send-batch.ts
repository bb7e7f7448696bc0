import type { fetchDebitFile } from '@stowage/api/debit-batches'
import { earliestCollection } from '@stowage/domain/bank-debit'
import { authorOf, note } from '../../../platform/audit/author.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/failure.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import { debitsOfBatch, putInBatch, takeOut, takeSellerTurn } from './bank-debit-store.ts'
import { changeBatch, type BatchRow } from './batch-store.ts'
import { fileRows } from './debit-batch-view.ts'
import { lockedBatch, placesOf, totalOf } from './make-batch.ts'
import { accountSealer } from './mandate-words.ts'
import { writePain, type PainPart } from './write-pain.ts'

/**
 * Hands out the file of a batch. The first time counts as sent: from then on the bank may have it, and it can be withdrawn no
 * more. What was paid otherwise since the batch was made leaves it then, and days that have become too near move; later it is the
 * same file, letter by letter, unless somebody in it was erased: his account number is not there any more.
 * @throws Failure 9104; 9153 `over`, `nothing`, `erased`
 */
export async function sendBatch(
  platform: Pick<Platform, 'clock' | 'config'>,
  tx: Tx,
  call: Call<typeof fetchDebitFile, Actor>,
): Promise<{ fileName: string; xml: string }> {
  const { clock, config } = platform
  const batch = await lockedBatch(tx, call.params.id)
  if (batch.state !== 'made' && batch.state !== 'sent') fail(9153, { params: { by: 'over' } })
  if (batch.state === 'made') await seal(platform, tx, call, batch)
  else
    note(tx, clock, authorOf(call), {
      action: 'debit-file-fetched',
      subjectType: 'debit-batch',
      subjectId: batch.id,
    })
  const sealer = accountSealer(config.secrets.storageKey)
  const parts = new Map<string, PainPart & { debits: PainPart['debits'][number][] }>()
  for (const row of await fileRows(tx, batch.id)) {
    if (row.ibanSealed === '') fail(9153, { params: { by: 'erased' } })
    const { partId: id, sequence, collectOn, creditorId, mandateId, ibanSealed, ...debit } = row
    const part = parts.get(id) ?? { id, sequence, collectOn, creditorId, debits: [] }
    parts.set(id, part)
    part.debits.push({ ...debit, iban: sealer.openText(ibanSealed, mandateId) })
  }
  const ordered = [...parts.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const day = batch.madeAt.toZonedDateTimeISO('UTC').toPlainDate().toString()
  return {
    fileName: `sepa-direct-debits-${day}-${batch.id.slice(-6).toLowerCase()}.xml`,
    xml: writePain({ id: batch.id, madeAt: batch.madeAt, creditor: batch.creditor, parts: ordered }),
  }
}

async function seal(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  call: Call<typeof fetchDebitFile, Actor>,
  batch: BatchRow,
): Promise<void> {
  await takeSellerTurn(tx, batch.sellerId)
  const at = clock.now()
  const all = await debitsOfBatch(tx, batch.id)
  const gone = all.filter(({ status }) => status !== 'pending')
  const debits = all.filter(({ status }) => status === 'pending')
  if (debits.length === 0) fail(9153, { params: { by: 'nothing' } })
  await takeOut(
    tx,
    batch.id,
    gone.map(({ paymentId }) => paymentId),
  )
  await putInBatch(tx, batch.id, placesOf(batch.id, debits, earliestCollection(at)))
  const total = totalOf(debits)
  await changeBatch(tx, batch.id, { state: 'sent', count: debits.length, total, at, byId: call.actor.id })
  note(tx, clock, authorOf(call), {
    action: 'debit-batch-sent',
    subjectType: 'debit-batch',
    subjectId: batch.id,
    before: { state: 'made', count: batch.count, total: batch.total },
    after: { state: 'sent', count: debits.length, total },
  })
}
