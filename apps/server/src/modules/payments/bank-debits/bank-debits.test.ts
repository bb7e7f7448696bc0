import { describe, expect, test } from 'vitest'
import { listContractInvoices } from '@stowage/api/billing'
import {
  fetchDebitFile,
  listDebitBatches,
  makeDebitBatch,
  readDebitBatch,
  refuseDebitBatch,
  returnBankDebit,
  settleDebitBatch,
  withdrawDebitBatch,
} from '@stowage/api/debit-batches'
import { cancelSubscription, readMandateOffer, signMandate } from '@stowage/api/subscriptions'
import { createPerson } from '../../../testing/people.ts'
import { ibanOf } from '../bank/camt.fixture.ts'
import { CREDITOR_ID, openDebits, textsOf, type Payer } from './testing/open-debits.ts'

const desk = await openDebits()
const { scene, sofia, db, sellerId, renter, offer, sign, state, at, waiting, make, send } = desk

const params = (id: string) => ({ params: { id } })
const isPast = (at: Temporal.Instant | null): boolean =>
  at !== null && Temporal.Instant.compare(at, scene.world.running.platform.clock.now()) <= 0
const mandatesOf = async ({ person }: Payer) =>
  await db
    .selectFrom('mandate')
    .select([
      'reference',
      'iban_sealed',
      'holder',
      'ended_by',
      'wording',
      'text_hash',
      'address',
      'signed_on',
    ])
    .where('account_id', '=', person.id)
    .orderBy('reference')
    .execute()

describe('a mandate', () => {
  test('is read before it is given, in the reader’s language, and kept word for word; the account number is sealed', async () => {
    const payer = await renter()
    const shown = (await offer(payer)).body
    expect(shown.creditor).toEqual({
      name: 'Stowage Berlin GmbH',
      address: 'Lager 1, 10115 Berlin',
      creditorId: CREDITOR_ID,
    })
    expect(shown.wording).toContain('within 8 weeks')
    expect(shown.wording).toContain(shown.reference)
    await sign(payer)
    const [kept] = await mandatesOf(payer)
    expect(kept).toMatchObject({
      reference: shown.reference,
      wording: shown.wording,
      text_hash: shown.textHash,
    })
    expect(kept?.address).not.toBeNull()
    const { rows } = await sqlText()
    expect(rows).not.toContain(ibanOf(1))
  })

  test('bad input signs nothing', async () => {
    const payer = await renter()
    const { textHash } = (await offer(payer)).body
    const body = { holder: 'Clara Klein', iban: ibanOf(1), textHash, isAgreed: true }
    for (const [over, field, code] of [
      [{ iban: 'DE89370400440532013001' }, 'iban', 1005],
      [{ iban: 'GB29NWBK60161331926819' }, 'iban', 1005],
      [{ iban: '' }, 'iban', 1003],
      [{ holder: '' }, 'holder', 1003],
      [{ holder: 'x'.repeat(71) }, 'holder', 1004],
      [{ isAgreed: false }, 'isAgreed', 1003],
    ] as const) {
      const reply = await payer.person.send('POST', `contracts/${payer.contractId}/mandate`, {
        ...body,
        ...over,
      })
      expect(reply.errors.map((one) => [one.field, one.errorCode])).toEqual([[field, code]])
    }
    const other = await payer.person.call(signMandate, {
      params: { contractId: payer.contractId },
      body: { ...body, isAgreed: true, textHash: 'f'.repeat(64) },
    })
    expect(other).toMatchObject({ status: 409, code: 9153 })
    expect(await mandatesOf(payer)).toEqual([])
    expect(await state(payer)).toMatchObject({ status: 'off' })
  })

  test('another one takes its place; two tabs sign one; switched off, it is revoked', async () => {
    const payer = await renter()
    await sign(payer)
    const second = await sign(payer, { iban: ibanOf(2) })
    expect(second.mandate?.reference).toMatch(/-2$/)
    const { textHash } = (await offer(payer)).body
    const twice = await Promise.all(
      [3, 4].map((number) =>
        payer.person.call(signMandate, {
          params: { contractId: payer.contractId },
          body: { holder: 'Clara Klein', iban: ibanOf(number), textHash, isAgreed: true },
        }),
      ),
    )
    expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const off = await payer.person.call(cancelSubscription, { params: { contractId: payer.contractId } })
    expect(off.body).toMatchObject({ status: 'off', mandate: null })
    expect((await mandatesOf(payer)).map(({ ended_by: by }) => by)).toEqual(['replaced', 'replaced', 'payer'])
  })

  test('is nobody else’s: not another tenant’s, not staff’s, not before the first payment, not without an identifier', async () => {
    const payer = await renter()
    const other = await scene.tenant()
    const call = { params: { contractId: payer.contractId } }
    expect(await other.call(readMandateOffer, call)).toMatchObject({ status: 404, code: 9104 })
    expect((await scene.people.visitor.call(readMandateOffer, call)).status).toBe(401)
    expect((await scene.people.adam.call(readMandateOffer, call)).status).toBe(403)
    const person = await createPerson(scene.world, { email: 'unpaid@tenants.example' })
    const { id } = await scene.book(person, { isPaid: false, invoicingPeriod: 1, months: 11 })
    expect(await person.call(readMandateOffer, { params: { contractId: id } })).toMatchObject({ code: 9120 })
    const elsewhere = await scene.tenant()
    const contract = await scene.book(elsewhere, { at: scene.depositStock })
    expect(await elsewhere.call(readMandateOffer, { params: { contractId: contract.id } })).toMatchObject({
      status: 409,
      code: 9120,
    })
  })
})

describe('a file', () => {
  test('holds each debit once; withdrawn or refused all of it waits again; late it is collected later; by hand it is decided', async () => {
    const [one, gone, last] = [await renter(), await renter(), await renter()]
    for (const [index, payer] of [one, gone, last].entries()) await sign(payer, { iban: ibanOf(100 + index) })
    await at('2026-12-14')
    await at('2026-12-17')

    // Two press at once: one file.
    const both = await Promise.all([1, 2].map(() => sofia.call(makeDebitBatch, { body: { sellerId } })))
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const first = both.find(({ status }) => status === 200)?.body
    const waited = { count: first?.count, total: first?.total }
    expect(await waiting()).toBeUndefined()
    const withdrawn = await sofia.call(withdrawDebitBatch, params(first?.id ?? ''))
    expect(withdrawn.body).toMatchObject({ state: 'withdrawn', debits: [] })
    expect(await waiting()).toMatchObject(waited)
    expect(await sofia.call(fetchDebitFile, params(first?.id ?? ''))).toMatchObject({
      status: 409,
      code: 9153,
    })

    // What waits is paid by nobody else; who ends his mandate before the file is handed out is not in it.
    const again = await make()
    expect(again).toMatchObject(waited)
    const { body: invoices } = await one.person.call(listContractInvoices, {
      params: { contractId: one.contractId },
    })
    const document = invoices.find(({ debt }) => debt > 0)?.id ?? ''
    const { platform, modules } = scene.world.running
    expect(
      await platform.transact(async (tx) => await modules.payments.isUnderWay(tx, [`document:${document}`])),
    ).toBe(true)
    await gone.person.call(cancelSubscription, { params: { contractId: gone.contractId } })
    await scene.world.settle()
    const shown = await sofia.call(readDebitBatch, params(again.id))
    expect(
      shown.body.debits.filter(({ state: how }) => how === 'gone').map((debit) => debit.accountId),
    ).toEqual([gone.person.id])
    const sent = await send(again.id)
    expect(new Set(textsOf(sent.document, 'EndToEndId'))).toEqual(
      new Set(
        again.debits.filter(({ accountId }) => accountId !== gone.person.id).map((debit) => debit.paymentId),
      ),
    )
    expect(await sofia.call(withdrawDebitBatch, params(again.id))).toMatchObject({ status: 409, code: 9153 })
    const refused = await sofia.call(refuseDebitBatch, params(again.id))
    expect(refused.body).toMatchObject({ state: 'refused', debits: [] })
    expect(await waiting()).toMatchObject({ count: (waited.count ?? 0) - 1 })

    // Made too late for the day that was told: the next one on which banks settle, behind Christmas.
    await at('2026-12-24')
    const late = await make()
    expect(late.debits.map(({ announcedOn, collectOn }) => [announcedOn, collectOn])).toContainEqual([
      '2026-12-21',
      '2026-12-28',
    ])
    const settle = async (day: string) =>
      await sofia.call(settleDebitBatch, { ...params(late.id), body: { day } })
    expect(await settle('2026-12-24')).toMatchObject({ status: 409, code: 9153 })
    await send(late.id)
    expect(await settle('2026-12-29')).toMatchObject({ status: 409, code: 9153 })
    await at('2026-12-28')
    const settled = await settle('2026-12-28')
    expect(settled.body.state).toBe('settled')
    await scene.world.settle()
    const debit = settled.body.debits.find(({ accountId }) => accountId === one.person.id)
    // A7: the bank's day counts from its noon, but is never later than now, which is a minute past nine.
    const { succeeded_at } = await db
      .selectFrom('payment')
      .select('succeeded_at')
      .where('id', '=', debit?.paymentId ?? '')
      .executeTakeFirstOrThrow()
    expect(isPast(succeeded_at)).toBe(true)
    expect(succeeded_at?.toString().slice(0, 10)).toBe('2026-12-28')
    const back = { paymentId: debit?.paymentId ?? '', day: '2026-12-28', code: 'AC04' }
    const returned = await sofia.call(returnBankDebit, { ...params(late.id), body: back })
    expect(returned.body.debits.find(({ paymentId }) => paymentId === back.paymentId)).toMatchObject({
      state: 'returned',
      returnCode: 'AC04',
    })
    await scene.world.settle()
    // A closed account ends the mandate.
    expect(await state(one)).toMatchObject({ status: 'suspended', reason: 'hard', mandate: null })
    expect((await mandatesOf(one)).map(({ ended_by: by }) => by)).toEqual(['bank'])
    expect(await sofia.call(returnBankDebit, { ...params(late.id), body: back })).toMatchObject({
      code: 9153,
    })
    const bad = await sofia.send('POST', `debit-batches/${late.id}/returns`, { ...back, code: 'nonsense' })
    expect(bad.errors.map(({ field, errorCode }) => [field, errorCode])).toEqual([['code', 1005]])
  }, 120_000)

  test('is a superUser’s alone', async () => {
    for (const person of [scene.people.adam, scene.people.mara])
      expect((await person.call(listDebitBatches)).status).toBe(403)
    expect((await scene.people.visitor.call(listDebitBatches)).status).toBe(401)
    expect(await sofia.call(readDebitBatch, params('01JD0000000000000000000000'))).toMatchObject({
      code: 9104,
    })
    const none = await sofia.call(makeDebitBatch, { body: { sellerId: '01JD0000000000000000000000' } })
    expect(none).toMatchObject({ status: 409, code: 9153 })
  })
})

/** All that is stored of mandates and payments, as text. */
async function sqlText(): Promise<{ rows: string }> {
  const mandates = await db.selectFrom('mandate').selectAll().execute()
  const payments = await db.selectFrom('payment').selectAll().execute()
  const methods = await db.selectFrom('saved_method').selectAll().execute()
  return { rows: JSON.stringify([mandates, payments, methods]) }
}
