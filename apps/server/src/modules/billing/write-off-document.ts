import type { writeOffDocument as endpoint } from '@stowage/api/corrections'
import type { Answer } from '@stowage/api/endpoint'
import { unpaidOf } from '@stowage/domain/debt'
import { postWrittenOff } from '@stowage/domain/ledger'
import { money } from '@stowage/domain/money'
import { personal } from '../../platform/audit/personal.ts'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  findDocument,
  insertSettlement,
  lockDocument,
  takeTenantTurn,
  type DocumentRow,
} from './billing-store.ts'
import { documentCredited, WRITTEN_OFF } from './events.ts'
import { post } from './post-ledger.ts'
import { factsOf } from './posting-facts.ts'
import { depositLines, setWrittenOff, writeOffFacts } from './settlement-store.ts'
import { tell } from './tell.ts'

/**
 * A superUser gives up what is unpaid of an invoice or penalty whose contract is over: bad debt, a loss in the book (decision record
 * 170). The document leaves debtors and asks for nothing any more. A payment that comes all the same is taken: it takes back as
 * much of this as it pays (settle-payment.ts).
 * @throws Failure 9104; 9134 with what stands in the way; 9109 where another sum is open than the person had seen
 */
export async function writeOffDocument(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<Answer<typeof endpoint>> {
  const at = clock.now()
  const { params, body } = call
  const found = (await findDocument(tx, params.id)) ?? fail(9104)
  await takeTenantTurn(tx, found)
  const document = (await lockDocument(tx, found.id)) ?? fail(9104)
  await refuse(tx, document)
  const { id, currency, accountId, stockId } = document
  const amount = unpaidOf(document)
  if (body.debt !== amount) fail(9109, { present: { debt: amount, currency } })
  await insertSettlement(tx, { paymentId: WRITTEN_OFF, documentId: id, amount, currency, at })
  await setWrittenOff(tx, id, { amount, reason: body.reason })
  await post(tx, [
    { posting: postWrittenOff(money(amount, currency)), facts: factsOf(document, at, 'writtenOff') },
  ])
  // It asks for nothing now: a pay page that still does is given up.
  tell(tx, documentCredited, document, at, { documentId: id })
  note(
    tx,
    clock,
    { ...authorOf(call), onBehalfOf: accountId },
    {
      action: 'debt-written-off',
      subjectType: 'document',
      subjectId: id,
      stockId,
      before: { debt: amount, currency },
      after: { debt: 0, writtenOff: amount, reason: personal(accountId, body.reason) },
    },
  )
  return { writtenOff: amount, currency }
}

async function refuse(tx: Tx, document: DocumentRow): Promise<void> {
  const because = (by: string): never => fail(9134, { params: { by } })
  if (document.status === 'void') fail(9104)
  if (document.kind !== 'invoice' && document.kind !== 'penalty') because('kind')
  if (document.number === null) because('notIssued')
  if (unpaidOf(document) === 0) because('paid')
  const { isRunning, isUnderWay } = await writeOffFacts(tx, document.id)
  if (isRunning) because('running')
  if (isUnderWay) because('underWay')
  // A deposit that was asked for and not paid is no loss: it is credited, not given up.
  if ((await depositLines(tx, document.id)) > 0) because('deposit')
}
