import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { cancelSubscription } from '@stowage/api/subscriptions'
import {
  fetchDebitFile,
  readDebitBatch,
  refuseDebitBatch,
  settleDebitBatch,
} from '@stowage/api/debit-batches'
import { ibanOf } from '../bank/camt.fixture.ts'
import { lockBankDebit } from './bank-debit-store.ts'
import { settleDebit } from './decide-debit.ts'
import { eraseMandates } from './erase-mandates.ts'
import { openDebits, textsOf, type Payer } from './testing/open-debits.ts'

// What crosses a debit on its way: other money, another mandate, a revocation, a statement that comes against all expectation.
const { scene, sofia, db, renter, sign, at, waiting, make, send, statement, state } = await openDebits()

const params = (id: string) => ({ params: { id } })
const debitOf = async ({ person }: Payer) =>
  await db
    .selectFrom('bank_debit')
    .innerJoin('payment', 'payment.id', 'bank_debit.payment_id')
    .select(['payment.id', 'payment.status', 'payment.amount', 'bank_debit.batch_id as batchId'])
    .where('payment.account_id', '=', person.id)
    .orderBy('payment.id', 'desc')
    .executeTakeFirstOrThrow()
const isSomebodyWaiting = async () => {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  )
  return rows.length > 0
}
const euro = (cents: number) => (cents / 100).toFixed(2)

let paid: Payer,
  swapped: Payer,
  revoked: Payer,
  ghost: Payer,
  named: Payer,
  late: Payer,
  later: Payer,
  partly: Payer
beforeAll(async () => {
  ;[paid, swapped, revoked, ghost, named] = [
    await renter(),
    await renter(),
    await renter(),
    await renter(),
    await renter(),
  ]
  partly = await renter()
  late = await renter('2026-11-22')
  later = await renter('2026-11-22')
  for (const [index, payer] of [paid, swapped, revoked, ghost, named, late, partly, later].entries())
    await sign(payer, { iban: ibanOf(500 + index) })
  for (const day of ['2026-12-14', '2026-12-15', '2026-12-16']) await at(day)
  await at('2026-12-18')
})

test('what is paid otherwise while it waits is not debited as well', async () => {
  const before = await waiting()
  await scene.payAll(paid.contractId)
  expect(await debitOf(paid)).toMatchObject({ status: 'failed' })
  expect((await waiting())?.count).toBe((before?.count ?? 0) - 1)
  expect(await state(paid)).toMatchObject({ status: 'active' })
})

test('of what is paid in part the rest is debited', async () => {
  const before = await debitOf(partly)
  const { number } = await db
    .selectFrom('document')
    .select('number')
    .where('account_id', '=', partly.person.id)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  await statement([
    {
      amount: '10.00',
      day: '2026-12-18',
      purpose: [number ?? ''],
      bankReference: 'PART',
    },
  ])
  expect((await debitOf(partly)).status).toBe('failed')
  await scene.world.setTime('2026-12-18T09:20:00Z')
  await scene.world.settle()
  expect(await debitOf(partly)).toMatchObject({
    status: 'pending',
    amount: before.amount - 1000,
  })
})

test('whoever gives another mandate is debited by that one, and not left waiting for the former', async () => {
  const former = await debitOf(swapped)
  await sign(swapped, { iban: ibanOf(600) })
  expect((await debitOf(swapped)).status).toBe('failed')
  await scene.world.setTime('2026-12-18T10:30:00Z')
  await scene.world.settle()
  const now = await debitOf(swapped)
  expect(now).toMatchObject({ status: 'pending', amount: former.amount })
  expect(now.id).not.toBe(former.id)
})

test('a mandate that is revoked while its file is handed out takes nothing out of it', async () => {
  const batch = await make()
  const debit = await debitOf(revoked)
  const { platform } = scene.world.running
  const held = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const sending = platform.transact(async (tx) => {
    await sql`select 1 from bank_debit b join payment p on p.id = b.payment_id where p.id = ${debit.id} for update of b, p`.execute(
      tx,
    )
    isHeld.resolve()
    await held.promise
    await tx.updateTable('debit_batch').set({ state: 'sent' }).where('id', '=', batch.id).execute()
  })
  await isHeld.promise
  const off = revoked.person.call(cancelSubscription, {
    params: { contractId: revoked.contractId },
  })
  await expect.poll(isSomebodyWaiting).toBe(true)
  held.resolve()
  await sending
  expect((await off).status).toBe(200)
  await scene.world.settle()
  expect((await debitOf(revoked)).status).toBe('pending')
  const refused = await sofia.call(refuseDebitBatch, params(batch.id))
  expect(refused.body).toMatchObject({ state: 'refused' })
})

test('money by the name of a debit that was given up is nobody’s before somebody has looked at it', async () => {
  await ghost.person.call(cancelSubscription, {
    params: { contractId: ghost.contractId },
  })
  await scene.world.settle()
  const debit = await debitOf(ghost)
  expect(debit.status).toBe('failed')
  await statement([
    {
      amount: euro(debit.amount),
      day: '2026-12-18',
      endToEnd: debit.id,
      bankReference: 'GHOST',
    },
  ])
  const entry = await db
    .selectFrom('bank_entry')
    .select(['state', 'asked_why'])
    .where('bank_reference', '=', 'GHOST')
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({ state: 'open', asked_why: 'directDebit' })
})

test('put down as paid by hand, only what was due by that day is; a name in the words of a movement counts as well', async () => {
  const batch = await make()
  const { document, xml } = await send(batch.id)
  expect(textsOf(document, 'ReqdColltnDt').toSorted()).toEqual(['2026-12-21', '2026-12-22'])
  expect(xml).toContain(ibanOf(600))
  expect(xml).not.toContain(ibanOf(501))
  await at('2026-12-21')
  const early = await sofia.call(settleDebitBatch, {
    ...params(batch.id),
    body: { day: '2026-12-20' },
  })
  expect(early).toMatchObject({ status: 409, code: 9153 })
  // Somebody else's batch that comes to the sum of the part of that day.
  const { rows: parts } = await sql<{ sum: string }>`
    select sum(p.amount)::text as sum from bank_debit b join payment p on p.id = b.payment_id
     where b.batch_id = ${batch.id} and b.collect_on = '2026-12-21'`.execute(db)
  await statement([
    {
      amount: euro(Number(parts[0]?.sum)),
      day: '2026-12-21',
      bankReference: 'FOREIGN',
      batch: 'PAYROLL-12',
      batchOf: 2,
    },
  ])
  const foreign = await db
    .selectFrom('bank_entry')
    .select(['state', 'asked_why'])
    .where('bank_reference', '=', 'FOREIGN')
    .executeTakeFirstOrThrow()
  expect(foreign).toEqual({ state: 'open', asked_why: 'directDebit' })
  // A bank that writes the name among the words, as German ones do in their CSV files.
  const debit = await debitOf(named)
  const words = (reference: string, sign: 'CRDT' | 'DBIT') => ({
    amount: euro(debit.amount),
    sign,
    day: '2026-12-21',
    bankReference: reference,
    purpose: [`EREF+${debit.id}`, 'SVWZ+Storage'],
  })
  await statement([words('NAMED', 'CRDT')])
  expect((await debitOf(named)).status).toBe('succeeded')
  await statement([words('BACK', 'DBIT')])
  expect((await debitOf(named)).status).toBe('refunded')
  const settled = await sofia.call(settleDebitBatch, {
    ...params(batch.id),
    body: { day: '2026-12-21' },
  })
  expect(settled.body.state).toBe('sent')
  await scene.world.settle()
  expect((await debitOf(late)).status).toBe('pending')
  // Whose account it was is forgotten: that file cannot be written a second time, and says so.
  expect((await sofia.call(fetchDebitFile, params(batch.id))).body.xml).toBe(xml)
  await named.person.call(cancelSubscription, {
    params: { contractId: named.contractId },
  })
  await scene.world.running.platform.transact(
    async (tx) => await eraseMandates(tx, named.person.id, scene.world.running.platform.clock.now()),
  )
  expect(await sofia.call(fetchDebitFile, params(batch.id))).toMatchObject({
    status: 409,
    code: 9153,
  })
  expect((await debitOf(swapped)).status).toBe('succeeded')
  await at('2026-12-22')
  // Two statements are looked at at once, each brings one of the last two: the file is done all the same.
  const { platform } = scene.world.running
  const [isFirstSettled, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const settleOne = async (payer: Payer, then?: () => Promise<void>) => {
    const { id } = await debitOf(payer)
    await platform.transact(async (tx) => {
      const row = await lockBankDebit(tx, id)
      const decision = {
        on: Temporal.PlainDate.from('2026-12-22'),
        entryId: null,
        at: platform.clock.now(),
      }
      expect(row && (await settleDebit(tx, row, decision))).toBe(true)
      await then?.()
    })
  }
  const first = settleOne(late, async () => {
    isFirstSettled.resolve()
    await mayEnd.promise
  })
  await isFirstSettled.promise
  let isSecondDone = false
  const second = settleOne(later).then(() => (isSecondDone = true))
  await expect.poll(async () => isSecondDone || (await isSomebodyWaiting())).toBe(true)
  mayEnd.resolve()
  await Promise.all([first, second])
  await scene.world.settle()
  const shown = await sofia.call(readDebitBatch, params(batch.id))
  expect(shown.body.state).toBe('settled')
  expect(shown.body.debits.filter((one) => one.state === 'pending')).toEqual([])
})
