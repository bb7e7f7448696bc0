import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { paymentState } from '../../packages/api/src/billing.ts'
import { activateSubscription } from '../../packages/api/src/subscriptions.ts'
import { payOverForm } from './pay-over-form.fixture.ts'
import { openRenting } from './renting.fixture.ts'

// When debits are planned and made, beside other payments. Berlin; rent 100.00 and 19 % a month, from 21 November on.
const GROSS = 11_900

const { shop, renter, activate, state, invoices, charged, mails, noFaults, at, told, close } =
  await openRenting()
afterAll(close)

test('a debit waits while the page is open that pays all that is owed, and those behind it do not wait', async () => {
  const [tenant, behind] = [await renter(), await renter()]
  await activate(tenant)
  await activate(behind)
  await at('2026-12-14')
  const before = charged(tenant).length
  await at('2026-12-21', -5)
  const page = await tenant.person.call(activateSubscription, { params: { contractId: tenant.contractId } })
  const { db } = shop.world.running.platform
  // More of them than are looked at together.
  const copies = sql`document_id in (select id from document where contract_id = ${tenant.contractId} and id like 'copy%')`
  await sql`insert into document select (jsonb_populate_record(d, jsonb_build_object('id', 'copy' || n, 'number', null, 'payment_number', n, 'period_from', d.period_from + 1000 + n))).*
             from document d, generate_series(1, 26) n where d.contract_id = ${tenant.contractId} and d.due_on = '2026-12-21'`.execute(
    db,
  )
  await sql`insert into debit select (jsonb_populate_record(x, jsonb_build_object('id', 'copy' || n, 'document_id', 'copy' || n, 'due_at', x.due_at - interval '1 day'))).*
             from debit x, generate_series(1, 26) n where x.status = 'planned' and x.due_on = '2026-12-21' and x.subscription_id = (select id from subscription where contract_id = ${tenant.contractId})`.execute(
    db,
  )
  await at('2026-12-21')
  expect(charged(tenant)).toHaveLength(before)
  expect(charged(behind)).toEqual([[GROSS - 100, 'success']])
  await sql`delete from debit where ${copies}`.execute(db)
  await sql`delete from document where id like 'copy%'`.execute(db)
  // Paid over the page, with another card: nothing is left to be debited.
  const paid = { params: { paymentId: page.body.paymentId } }
  expect((await tenant.person.call(paymentState, paid)).body).toMatchObject({ isCardSaved: false })
  await payOverForm({ world: shop.world, service: shop.eur }, page.body.redirectionUrl)
  await shop.world.settle()
  expect((await tenant.person.call(paymentState, paid)).body).toMatchObject({
    purpose: 'cardAndDebts',
    isCardSaved: true,
  })
  await at('2026-12-22')
  expect(charged(tenant)).toHaveLength(before)
  expect((await invoices(tenant)).filter(({ debt }) => debt > 0)).toEqual([])

  // Left open, the page is forgotten an hour later; and a bank that nobody reaches for a day is not asked for ever.
  shop.eur.control.changeCard(shop.eur.control.bindings().at(-1)?.id ?? '', '4000000000000119')
  await at('2027-01-14')
  await at('2027-01-21', -5)
  await tenant.person.call(activateSubscription, { params: { contractId: tenant.contractId } })
  await at('2027-01-21')
  expect(charged(tenant)).toHaveLength(before)
  await at('2027-01-21', 70)
  expect(charged(tenant)).toHaveLength(before + 1)
  await sql`update debit set try = 24 where status = 'charging'`.execute(db)
  const told24 = await mails(tenant, 'debitDeclined')
  await told(tenant, 'processor_away')
  expect(await mails(tenant, 'debitDeclined')).toBe(told24 + 1)
  expect(await state(tenant)).toMatchObject({
    status: 'active',
    tries: [{ reason: 'processor_away' }],
  })
  await at('2027-01-23')
  expect(charged(tenant)).toHaveLength(before + 1)

  // Called back at the bank: the other's invoice is owed again, he is told, and it is never debited again by itself.
  const taken = charged(behind).length
  const last = shop.eur.control
    .payments()
    .findLast((one) => one.clientId === behind.person.id && one.status === 'success')
  const toldOther = await mails(behind, 'debitDeclined')
  shop.eur.control.refund(last?.id ?? '')
  await at('2027-01-23', 20)
  await shop.world.settle()
  expect(await mails(behind, 'debitDeclined')).toBe(toldOther + 1)
  expect((await invoices(behind)).filter(({ debt }) => debt > 0)).toMatchObject([{ debt: GROSS }])
  expect(await state(behind)).toMatchObject({
    status: 'active',
    tries: [{ status: 'declined', reason: 'money_returned' }, {}],
  })
  await at('2027-01-30')
  expect(charged(behind)).toHaveLength(taken)
  await noFaults()
})

test('an invoice that cannot be planned or debited keeps no other from being debited, nor an end another end', async () => {
  const [broken, stuck, sound] = [await renter(), await renter(), await renter()]
  for (const one of [broken, stuck, sound]) await activate(one)
  const { db } = shop.world.running.platform
  const issues = async ({ contractId }: typeof sound, day: string | null) =>
    await sql`update billing_plan set next_issue_on = ${day}::date where contract_id = ${contractId}`.execute(
      db,
    )
  const subscriptionOf = async ({ contractId }: typeof sound): Promise<string> =>
    (
      await db
        .selectFrom('subscription')
        .select('id')
        .where('contract_id', '=', contractId)
        .executeTakeFirstOrThrow()
    ).id
  await issues(sound, null)
  await at('2026-12-14')
  const of = ({ contractId }: typeof sound) =>
    sql`(select id from document where contract_id = ${contractId} and status = 'open')`
  await sql`delete from debit where document_id in ${of(broken)}`.execute(db)
  // Refused with a code that says nothing about whose fault it is.
  await sql
    .raw(`create function poison() returns trigger language plpgsql as $$ begin raise exception 'poison' using errcode = 'XX000'; end $$;
    create trigger poison before insert on debit for each row when (new.subscription_id = '${await subscriptionOf(broken)}') execute function poison();
    create trigger poison before update on subscription for each row when (new.status = 'cancelled' and new.id = '${await subscriptionOf(broken)}') execute function poison()`)
    .execute(db)
  // Its key is taken.
  await sql`update payment set charge_key = 'debit:' || (select id from debit where document_id in ${of(stuck)})
             where reference = ${`document:${stuck.documentId}`} and processor = 'manual'`.execute(db)
  await issues(sound, '2026-12-14')
  await at('2026-12-15')
  await at('2026-12-21')
  expect([charged(broken), charged(stuck), charged(sound)]).toEqual([[], [], [[GROSS - 100, 'success']]])
  await sql`update contract set status = 'closed' where id in (${broken.contractId}, ${sound.contractId})`.execute(
    db,
  )
  await at('2026-12-22')
  expect([(await state(broken)).status, (await state(sound)).status]).toEqual(['active', 'off'])
})
