import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { myBoxes } from '../../packages/api/src/access.ts'
import { accountBalance, payDocument, paymentState } from '../../packages/api/src/billing.ts'
import { closeContract, extendContract } from '../../packages/api/src/contracts.ts'
import { listSubscriptions } from '../../packages/api/src/reports.ts'
import { activateSubscription, cancelSubscription } from '../../packages/api/src/subscriptions.ts'
import { createWorld, type World } from '../../apps/server/src/testing/world.ts'
import { findFaults } from '../verify/find-faults.ts'
import { payOverForm } from './pay-over-form.fixture.ts'
import { openRenting } from './renting.fixture.ts'

// A tenant's months with automatic payments. Berlin; rent 100.00 and 19 % a month, from 21 November on.
const GROSS = 11_900
const NO_FUNDS = '4000000000009995'
const GOOD = '4242424242424242'

const {
  shop,
  people,
  stock,
  database,
  renter,
  activate,
  state,
  invoices,
  charged,
  mails,
  noFaults,
  nine,
  at,
  month,
  told,
  close,
} = await openRenting()
afterAll(close)

test('on, three debits on their due days, declined, tried again, paid by hand, on again, off', async () => {
  const tenant = await renter()
  expect(await state(tenant)).toMatchObject({
    status: 'off',
    isDebt: false,
    toPayNow: 100,
    mayActivate: true,
    mayCancel: false,
    tries: [],
  })
  const binding = await activate(tenant)
  const { rows: saving } = await sql<{
    id: string
  }>`select payment_id as id from saved_method where account_id = ${tenant.person.id}`.execute(
    shop.world.running.platform.db,
  )
  const known = await tenant.person.call(paymentState, { params: { paymentId: saving[0]?.id ?? '' } })
  expect(known.body).toMatchObject({ status: 'succeeded', amount: 100, purpose: 'card', isCardSaved: true })
  expect(await state(tenant)).toMatchObject({
    status: 'active',
    card: { number: '4242********4242', expires: '12/29' },
    next: { day: '2026-12-21', amount: null },
    mayCancel: true,
  })
  expect(await mails(tenant, 'subscriptionActivated')).toBe(1)
  // What saved the card is the tenant's: it pays a part of the next invoice.
  expect(
    (await tenant.person.call(accountBalance, { query: { stockId: stock.stockId } })).body.accountBalance,
  ).toBe(100)

  // Issued seven days ahead, told at once, debited on the due day and not a minute before nine.
  await at('2026-12-14')
  expect(await state(tenant)).toMatchObject({ next: { day: '2026-12-21', amount: GROSS - 100 } })
  expect(await mails(tenant, 'debitAnnounced')).toBe(1)
  await at('2026-12-21', -1)
  expect(charged(tenant)).toEqual([])
  await at('2026-12-21')
  expect(charged(tenant)).toEqual([[GROSS - 100, 'success']])
  await at('2026-12-22')
  for (const day of ['2027-01-21', '2027-02-21']) await month(day)
  expect(charged(tenant).map(([amount]) => amount)).toEqual([GROSS - 100, GROSS, GROSS])
  expect((await invoices(tenant)).every(({ paid }) => paid)).toBe(true)
  expect(await mails(tenant, 'debitAnnounced')).toBe(3)
  await noFaults()

  // Declined: on the day, then one and three days behind it; paid by hand before the last one.
  shop.eur.control.changeCard(binding, NO_FUNDS)
  await month('2027-03-21')
  expect(await state(tenant)).toMatchObject({
    status: 'active',
    next: { day: '2027-03-22', amount: GROSS },
    tries: [{ day: '2027-03-21', status: 'declined', attempt: 1, reason: null }, {}, {}, {}],
  })
  await at('2027-03-22', -1)
  expect(charged(tenant)).toHaveLength(4)
  await at('2027-03-22')
  await at('2027-03-23')
  expect(charged(tenant)).toHaveLength(5)
  await at('2027-03-24')
  expect(charged(tenant)).toHaveLength(6)
  expect(await mails(tenant, 'debitDeclined')).toBe(3)
  expect(await state(tenant)).toMatchObject({ next: { day: '2027-03-28', amount: GROSS } })
  const open = (await invoices(tenant)).find(({ paid }) => !paid)
  const byHand = await people.sofia.call(payDocument, {
    body: { documentId: open?.id ?? '', processor: 'manual' },
  })
  expect(byHand.status, byHand.raw).toBe(200)
  await at('2027-03-28')
  expect(charged(tenant)).toHaveLength(6)

  // The next one is debited as if nothing had been.
  shop.eur.control.changeCard(binding, GOOD)
  await month('2027-04-21')
  expect(charged(tenant).at(-1)).toEqual([GROSS, 'success'])
  expect(charged(tenant)).toHaveLength(7)
  // Nobody is asked to pay what is going to be debited.
  expect(await mails(tenant, 'invoiceReminder')).toBe(0)
  await noFaults()

  await at('2027-05-14')
  const off = await tenant.person.call(cancelSubscription, { params: { contractId: tenant.contractId } })
  expect(off.body).toMatchObject({ status: 'off', card: null, next: null, mayCancel: false })
  await at('2027-05-21')
  expect(charged(tenant)).toHaveLength(7)
  expect(await mails(tenant, 'subscriptionCancelled')).toBe(1)
  const { platform } = shop.world.running
  expect(
    await platform.db
      .selectFrom('saved_method')
      .select('outside_id')
      .where('account_id', '=', tenant.person.id)
      .execute(),
  ).toEqual([{ outside_id: null }])
  const again = await tenant.person.call(cancelSubscription, { params: { contractId: tenant.contractId } })
  expect([again.status, again.code]).toEqual([409, 9120])
})

test('four declines, then no more for this invoice; the next one is debited', async () => {
  const tenant = await renter()
  const binding = await activate(tenant)
  shop.eur.control.changeCard(binding, NO_FUNDS)
  await at('2026-12-14')
  for (const day of ['2026-12-21', '2026-12-22', '2026-12-24', '2026-12-28', '2026-12-30', '2027-01-05'])
    await at(day)
  expect(charged(tenant)).toHaveLength(4)
  expect(await mails(tenant, 'debitDeclined')).toBe(4)
  expect(await state(tenant)).toMatchObject({ status: 'active' })
  // Switched on anew with another card: what is owed is paid with it.
  const reply = await state(tenant)
  expect(reply).toMatchObject({ isDebt: true, mayActivate: true })
  expect(reply.toPayNow).toBeGreaterThanOrEqual(GROSS - 100)
  await activate(tenant)
  expect((await invoices(tenant)).filter(({ debt }) => debt > 0)).toEqual([])
  expect(await mails(tenant, 'subscriptionActivated')).toBe(2)
  await month('2027-01-21')
  expect(charged(tenant).at(-1)).toEqual([GROSS, 'success'])
  // Missed nights: issued on its due day, it is debited when the tenant has known of it for two days.
  await at('2027-02-21')
  expect(await state(tenant)).toMatchObject({ next: { day: '2027-02-23', amount: GROSS } })
  expect(charged(tenant)).toHaveLength(5)
  await noFaults()
})

test('the tick in the booking leads there: the first payment saves the card', async () => {
  const tenant = await renter({ autoPayment: true, paid: false })
  const pay = { body: { documentId: tenant.documentId, processor: 'paykeeper' as const, amount: 1 } }
  const reply = await tenant.person.call(payDocument, pay)
  expect(reply.body.redirectionUrl).toContain('/payment-form?')
  expect(await state(tenant)).toMatchObject({ status: 'starting' })
  const { fields } = await payOverForm(
    { world: shop.world, service: shop.eur },
    reply.body.redirectionUrl ?? '',
  )
  expect(fields['sum']).toBe('119.00')
  await shop.world.settle()
  expect(await state(tenant)).toMatchObject({ status: 'active', next: { day: '2026-12-21' } })
  const home = await tenant.person.call(myBoxes, { params: { userId: tenant.person.id } })
  expect(home.body[0]?.boxes[0]?.autoPayment).toBe('active')
  await at('2026-12-14')
  await at('2026-12-21')
  expect(charged(tenant)).toEqual([[GROSS, 'success']])
})

test('while the bank decides nobody pays the same, and two servers at once charge once', async () => {
  const tenant = await renter()
  const binding = await activate(tenant)
  await at('2026-12-14')
  const other: World = await createWorld({
    database: { ...database, drop: async () => undefined },
    config: shop.world.running.platform.config,
    startAt: '2026-12-20T10:00:00Z',
  })
  shop.eur.control.changeCard(binding, '4000000000000119')
  const { platform } = shop.world.running
  await shop.world.running.moveClock({ offsetMs: nine('2026-12-21').epochMilliseconds + 60_000 - Date.now() })
  await Promise.all([shop.world.settle(), other.settle(), shop.world.settle(), other.settle()])
  expect(charged(tenant)).toEqual([[GROSS - 100, 'pending']])
  const open = (await invoices(tenant)).find(({ debt }) => debt > 0)
  expect(open).toMatchObject({ paymentUnderWay: true, mayPay: false })
  const second = await tenant.person.call(payDocument, {
    body: { documentId: open?.id ?? '', processor: 'paykeeper' },
  })
  expect([second.status, second.code]).toEqual([409, 9119])
  const more = await tenant.person.call(activateSubscription, { params: { contractId: tenant.contractId } })
  expect([more.status, more.code]).toEqual([409, 9119])
  const one = shop.eur.control
    .payments()
    .find(({ clientId, status }) => clientId === tenant.person.id && status === 'pending')
  await shop.eur.control.settle(one?.id ?? '', 'obtained')
  await Promise.all([shop.world.settle(), other.settle()])
  expect((await invoices(tenant)).filter(({ debt }) => debt > 0)).toEqual([])
  expect(
    await platform.db
      .selectFrom('debit')
      .select('status')
      .where('payment_id', 'is not', null)
      .where(
        'subscription_id',
        'in',
        platform.db.selectFrom('subscription').select('id').where('contract_id', '=', tenant.contractId),
      )
      .execute(),
  ).toEqual([{ status: 'paid' }])
  await other.close()
})

test('a card out of date waits for another one; debits stopped at the bank end it', async () => {
  const tenant = await renter()
  const binding = await activate(tenant)
  // Not decided by the bank, so that the news can be told with a reason, which PayKeeper never does.
  shop.eur.control.changeCard(binding, '4000000000000119')
  await month('2026-12-21')
  await told(tenant, 'expired_card')
  expect(await state(tenant)).toMatchObject({
    status: 'suspended',
    reason: 'fix',
    next: null,
    mayActivate: true,
    tries: [{ status: 'declined', reason: 'expired_card' }],
  })
  expect(await mails(tenant, 'debitDeclined')).toBe(1)
  await month('2027-01-21')
  expect(charged(tenant)).toHaveLength(1)

  const other = await activate(tenant)
  expect(await state(tenant)).toMatchObject({ status: 'active', reason: null })
  expect((await invoices(tenant)).filter(({ debt }) => debt > 0)).toEqual([])
  shop.eur.control.changeCard(other, '4000000000000119')
  await month('2027-02-21')
  expect(charged(tenant)).toHaveLength(2)
  await told(tenant, 'stop_payment_order')
  expect(await state(tenant)).toMatchObject({ status: 'off', card: null })
  await month('2027-03-21')
  expect(charged(tenant)).toHaveLength(2)
  await noFaults()
})

test('past its end nobody is debited; extended it goes on with the same card, closed it is off', async () => {
  const tenant = await renter({ months: 2 })
  const binding = await activate(tenant)
  shop.eur.control.changeCard(binding, NO_FUNDS)
  await month('2026-12-21')
  expect(charged(tenant)).toEqual([[GROSS - 100, 'failed']])
  await shop.world.running.platform.db
    .updateTable('debit')
    .set({ due_at: nine('2027-01-22') })
    .where('status', '=', 'planned')
    .execute()
  await at('2027-01-21', 4 * 60)
  await at('2027-01-23')
  expect(await state(tenant)).toMatchObject({ status: 'active', next: null, mayActivate: false })
  expect(charged(tenant)).toHaveLength(1)
  expect(await mails(tenant, 'subscriptionCancelled')).toBe(0)
  // What is overdue is asked for in the open, and then he may stay.
  shop.eur.control.changeCard(binding, GOOD)
  for (const { id, debt } of await invoices(tenant))
    if (debt > 0) await people.sofia.call(payDocument, { body: { documentId: id, processor: 'manual' } })
  await shop.world.settle()
  const unitId = stock.boxes.find(({ unitNumber }) => unitNumber === tenant.unitNumber)?.id ?? ''
  const extended = await tenant.person.call(extendContract, { params: { unitId }, body: {} })
  expect(extended.status, extended.raw).toBe(200)
  await shop.world.settle()
  await at('2027-01-25')
  expect(charged(tenant).slice(1)).toEqual([[GROSS, 'success']])
  const shut = await people.sofia.call(closeContract, {
    params: { stockId: stock.stockId, contractId: tenant.contractId },
    body: {},
  })
  expect(shut.status, shut.raw).toBe(200)
  await shop.world.settle()
  expect(await state(tenant)).toMatchObject({ status: 'off', card: null, mayActivate: false })
  expect(await mails(tenant, 'subscriptionCancelled')).toBe(1)
  await noFaults()
})

// PostgreSQL plans a statement anew without its parameters after some times on one connection: then everybody was refused.
test('pressed a dozen times it leads to a page each time and is asked for once', async () => {
  const { person, contractId } = await renter()
  for (let press = 1; press <= 12; press += 1) {
    const reply = await person.call(activateSubscription, { params: { contractId } })
    expect(reply.status, reply.raw).toBe(200)
  }
  const asked = await shop.world.running.platform.db
    .selectFrom('subscription')
    .select('status')
    .where('contract_id', '=', contractId)
    .execute()
  expect(asked).toEqual([{ status: 'starting' }])
})

test('the list of all: who, which card, the last try and the next debit', async () => {
  const page = await people.sofia.call(listSubscriptions, { query: { page: '1', status: 'cancelled' } })
  expect(page.status, page.raw).toBe(200)
  const rows = Array.isArray(page.body) ? page.body : page.body.items
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every(({ status }) => status === 'cancelled')).toBe(true)
  const all = await people.sofia.call(listSubscriptions, { query: { sort: '-client', search: 'YA101' } })
  expect(Array.isArray(all.body) && all.body.map(({ unitNumber }) => unitNumber)).toEqual(['YA101'])
})

test('verify names what does not fit', async () => {
  const { db } = shop.world.running.platform
  const found = async (breaking: string, mending: string): Promise<string[]> => {
    await sql.raw(breaking).execute(db)
    const { faults } = await findFaults(db)
    await sql.raw(mending).execute(db)
    await noFaults()
    return [...new Set(faults.map(({ what }) => what))]
  }
  expect(
    await found(
      "update debit set status = 'paid' where status = 'declined'",
      "update debit set status = 'declined' where payment_id in (select id from payment where status = 'failed')",
    ),
  ).toContain('a debit is paid and its money is not there')
  expect(
    await found(
      "update debit set amount = amount + 1 where status = 'paid'",
      "update debit set amount = amount - 1 where status = 'paid'",
    ),
  ).toEqual(['a debit took another amount than it says'])
  expect(
    await found(
      "update payment set charge_key = 'debit:x' || substr(charge_key, 7) where charge_key is not null",
      "update payment set charge_key = 'debit:' || substr(charge_key, 8) where charge_key is not null",
    ),
  ).toEqual(['a charge belongs to no debit'])
  expect(
    await found(
      "update debit x set status = 'planned' from subscription s where s.id = x.subscription_id and s.status = 'cancelled' and x.status = 'dropped'",
      "update debit x set status = 'dropped' from subscription s where s.id = x.subscription_id and s.status = 'cancelled' and x.status = 'planned'",
    ),
  ).toEqual(['a debit is planned of what is off'])
  expect(
    await found(
      "update saved_method set forgotten_at = saved_at, card = outside_id || ' ' || card, outside_id = null where outside_id is not null",
      "update saved_method set forgotten_at = null, outside_id = split_part(card, ' ', 1), card = split_part(card, ' ', 2) where card like '% %'",
    ),
  ).toEqual(['automatic payments are on without a card'])
})
