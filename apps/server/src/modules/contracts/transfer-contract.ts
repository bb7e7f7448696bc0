import type { previewTransfer as previewing, transferContract as endpoint } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import { unitOf } from '@stowage/domain/box'
import type { Money } from '@stowage/domain/money'
import { isSameTransfer, transferDay, type Transfer } from '@stowage/domain/transfer'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids.ts'
import { movePlan, numbersOf, previewMove } from '../billing/index.ts'
import type { BoxFacts, Catalog } from '../catalog/index.ts'
import { lockContractAt } from './contract-store.ts'
import { contractFor, type ContractAnswer } from './contract-view.ts'
import { describeCharge, describeCredit } from './describe-lines.ts'
import { contractMoved } from './events.ts'
import { tell } from './tell.ts'
import { boxOfContract, insertTransfer } from './transfer-store.ts'

interface Tools {
  readonly clock: Clock
  readonly catalog: Catalog
}
type Locked = NonNullable<Awaited<ReturnType<typeof lockContractAt>>>

/**
 * A running contract goes on in another free box of its stock from today on (docs/decisions/0160): same number, same term; billed by
 * the day, the doors at once.
 * @throws as `whereTo`; Failure 9109 where what it costs is not what was shown, or nothing is billed here; 9111 where its
 *   billing has stopped
 */
export async function transferContract(
  tools: Tools,
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<ContractAnswer> {
  const { body, params, actor } = call
  const at = tools.clock.now()
  const { contract, box, rate, today, from } = await whereTo(
    tools,
    tx,
    { ...params, boxId: body.boxId },
    at,
    actor,
  )
  const transfer = await movePlan(
    tx,
    { contractId: contract.id, from, today, rate, at, box: printedOf(box) },
    (moved) => {
      if (body.shown != null && !isSameTransfer(moved, body.shown))
        fail(9109, { reason: 'moving costs something else than was shown' })
    },
  )
  if (transfer === undefined) fail(9109, { reason: 'the contract is not billed here' })
  const { catalog } = tools
  await catalog.releaseClaim(tx, contract.id, at)
  await catalog.claimBox(tx, {
    boxId: box.id,
    stockId: contract.stockId,
    kind: 'contract',
    holderId: contract.id,
    accountId: contract.accountId,
    takenAt: at,
    lapsesAt: null,
  })
  const transferId = newId()
  await insertTransfer(tx, {
    id: transferId,
    contractId: contract.id,
    fromBoxId: contract.boxId,
    toBoxId: box.id,
    firstDay: from,
    currency: rate.currency,
    monthRateBefore: contract.monthRate,
    monthRate: rate.amount,
    at,
    byId: actor.id,
  })
  note(tx, { now: () => at }, authorOf(call), {
    action: 'contract-moved',
    subjectType: 'contract',
    subjectId: contract.id,
    stockId: contract.stockId,
    before: { boxId: contract.boxId, monthRate: contract.monthRate },
    after: { boxId: box.id, monthRate: rate.amount, from: from.toString(), ...sumsOf(transfer) },
  })
  tell(tx, contractMoved, { ...contract, boxId: box.id }, at, { transferId })
  return (await contractFor(tx, contract.id, actor, at)) ?? fail(9104)
}

/**
 * What moving to a box would cost now; nothing is written.
 * @throws as `transferContract`
 */
export async function previewTransfer(
  tools: Tools,
  tx: Tx,
  { params, query, actor }: Call<typeof previewing, Actor>,
): Promise<Answer<typeof previewing>> {
  const at = tools.clock.now()
  const { contract, box, rate, today, from } = await whereTo(tools, tx, { ...params, ...query }, at, actor)
  const transfer =
    (await previewMove(tx, { contractId: contract.id, from, today, rate })) ??
    fail(9109, { reason: 'the contract is not billed here' })
  const numbers = await numbersOf(
    tx,
    transfer.credits.map((credit) => credit.documentId),
  )
  return {
    boxId: box.id,
    unitNumber: box.unitNumber,
    firstDay: from.toString(),
    currency: rate.currency,
    monthRate: rate.amount,
    ...sumsOf(transfer),
    difference: transfer.difference.amount,
    toDebt: transfer.toDebt.amount,
    toBalance: transfer.toBalance.amount,
    fromBalance: transfer.fromBalance.amount,
    credits: transfer.credits.map((credit) => describeCredit(credit, numbers)),
    charges: transfer.charges.map(describeCharge),
  }
}

/**
 * Both boxes locked in order of their ids, then the contract: whether this one may go to that one.
 * @throws Failure 9104; 6005 for a box that is not there, 6007 for one of another stock, 6001 for one that somebody holds, 6010 for
 *   one without a price; 9109 where the contract has moved meanwhile; 9126 with what else stands in the way
 */
async function whereTo(
  { catalog }: Tools,
  tx: Tx,
  of: { readonly stockId: string; readonly contractId: string; readonly boxId: string },
  at: Temporal.Instant,
  actor: Actor,
): Promise<{
  readonly contract: Locked
  readonly box: BoxFacts
  readonly rate: Money
  readonly today: Temporal.PlainDate
  readonly from: Temporal.PlainDate
}> {
  const place = { stockId: of.stockId, id: of.contractId }
  const known = (await boxOfContract(tx, place)) ?? fail(9104)
  let box: BoxFacts | undefined
  for (const id of [...new Set([known, of.boxId])].toSorted()) {
    const locked = await catalog.lockBox(tx, id)
    if (id === of.boxId) box = locked
  }
  const contract = (await lockContractAt(tx, place)) ?? fail(9104)
  if (contract.boxId !== known) fail(9109, { reason: 'the contract has moved meanwhile' })
  if (box === undefined) fail(6005, { field: 'boxId' })
  if (box.id === contract.boxId) fail(9126, { params: { by: 'sameBox' } })
  if (box.stockId !== contract.stockId) fail(6007, { field: 'boxId' })
  if (box.isExternal) fail(9126, { params: { by: 'external' } })
  const today = at.toZonedDateTimeISO(contract.timeZone).toPlainDate()
  const from = transferDay(contract.startDay, today)
  const { endDay, status } = contract
  if (status !== 'active') fail(9126, { params: { by: status } })
  if (endDay !== null && Temporal.PlainDate.compare(from, endDay) >= 0)
    fail(9126, { params: { by: 'ended' } })
  const { overdue } = (await contractFor(tx, contract.id, actor, at)) ?? fail(9104)
  if (overdue > 0) fail(9126, { params: { by: 'overdue' } })
  if (box.claim !== null) fail(6001)
  const { rate } = box
  if (rate === null) fail(6010, { reason: 'the box has no price' })
  if (rate.currency !== contract.currency) fail(9126, { params: { by: 'currency' } })
  return { contract, box, rate, today, from }
}

const printedOf = ({ unitNumber, size, pricePerSizeUnit }: BoxFacts) => ({
  unitNumber,
  size,
  unit: unitOf(unitNumber),
  pricePerSizeUnit: pricePerSizeUnit?.amount ?? null,
})

const sumsOf = ({ charged, credited, depositAsked, depositReturned }: Transfer) => ({
  charged: charged.amount,
  credited: credited.amount,
  depositAsked: depositAsked.amount,
  depositReturned: depositReturned.amount,
})
