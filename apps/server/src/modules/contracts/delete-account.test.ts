import { beforeEach, expect, test } from 'vitest'
import { createUser, login, searchUsers } from '@stowage/api/accounts'
import { bookBox } from '@stowage/api/booking'
import { cancelContract, closeContract, deleteUser } from '@stowage/api/contracts'
import { newId } from '../../platform/ids.ts'
import { auditOf } from '../../testing/audit-of.ts'
import { createBrowser } from '../../testing/browser.ts'
import { listen } from '../../testing/listen.ts'
import type { NamedPerson } from '../../testing/people.ts'
import { openContracts } from '../../testing/running-contracts.ts'

let tenant: NamedPerson
const scene = await openContracts()
beforeEach(async () => {
  await scene.world.setTime('2026-11-21T10:00:00Z')
  tenant = await scene.tenant()
})

const remove = async (id: string) => await scene.people.sofia.call(deleteUser, { params: { id } })

test('an account that holds nothing ends: no list, no sign-in, no token, and the audit names it', async () => {
  const browser = createBrowser(scene.world)
  const signedIn = await browser.signIn(tenant.email)
  expect(signedIn.status).toBe(200)
  const token = (signedIn.body as unknown as { token: string }).token
  expect((await scene.world.person(token).send('GET', 'auth/me')).status).toBe(200)

  expect(await remove(tenant.id)).toMatchObject({ status: 200, body: {} })

  expect((await scene.world.person(token).send('GET', 'auth/me')).code).toBe(9003)
  expect((await tenant.send('GET', 'auth/me')).code).toBe(9003)
  expect((await browser.refresh()).code).toBe(9003)
  expect((await createBrowser(scene.world).signIn(tenant.email)).code).toBe(9101)
  const found = await scene.people.sofia.call(searchUsers, { query: { search: tenant.email } })
  expect(found.body.total).toBe(0)
  expect((await scene.people.sofia.send('GET', `users/${tenant.id}`)).code).toBe(6004)
  expect((await remove(tenant.id)).code).toBe(6004)
  expect((await auditOf(scene.world, tenant.id)).at(-1)).toMatchObject({
    action: 'account-deleted',
    actor_id: scene.people.sofia.id,
    before: { email: tenant.email, role: 'client' },
  })
})

test('an open page of his is told at once: its live connection ends', async () => {
  const { socket } = await listen(scene.world, tenant)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  expect((await remove(tenant.id)).status).toBe(200)
  expect(await closed).toBe(4401)
})

test('its e-mail is free for another account', async () => {
  await remove(tenant.id)
  const again = await scene.people.sofia.call(createUser, {
    body: {
      email: tenant.email,
      password: 'pkmnzy',
      role: 'client',
      accountType: 'individual',
      firstName: 'A',
      lastName: 'B',
      country: 'DE',
      city: 'Berlin',
      phone: '+49 30 1',
      address: 'Weg 1',
      zip: '10115',
    },
  })
  expect(again).toMatchObject({ status: 200 })
  expect(again.body.id).not.toBe(tenant.id)
  expect(
    await scene.world.person().call(login, { body: { email: tenant.email, password: 'pkmnzy' } }),
  ).toMatchObject({
    status: 200,
  })
})

test('a contract, pending, running or ended, stands in the way, and the sentence says so', async () => {
  const contract = await scene.book(tenant, { isPaid: false })
  const refused = await remove(tenant.id)
  expect(refused).toMatchObject({ status: 409, code: 5000 })
  expect(refused.errors[0]?.message).toContain('1 contract is still open')
  await scene.people.sofia.call(cancelContract, { params: { contractId: contract.id } })
  expect((await remove(tenant.id)).status).toBe(200)

  const other = await scene.tenant()
  const running = await scene.book(other)
  expect((await remove(other.id)).code).toBe(5000)
  await scene.world.setTime('2027-02-21T12:00:00Z')
  expect((await remove(other.id)).code).toBe(5000)
  await scene.people.sofia.call(closeContract, {
    params: { stockId: running.stockId, contractId: running.id },
  })
  expect((await remove(other.id)).status).toBe(200)
})

test('a live reservation stands in the way', async () => {
  const reserved = await scene.people.sofia.call(bookBox, {
    body: {
      stockId: scene.stock.stockId,
      boxId: scene.stock.boxes[19]?.id ?? '',
      userId: tenant.id,
      arrivalDate: '2026-11-21',
      contractDuration: 1,
      invoicingPeriod: 1,
    },
  })
  expect(reserved.errors).toEqual([])
  const refused = await remove(tenant.id)
  expect(refused).toMatchObject({ status: 409, code: 5000 })
  expect(refused.errors[0]?.message).toContain('1 reservation is still live')
})

test('money that is owed either way stands in the way', async () => {
  const { db, clock } = scene.world.running.platform
  const entry = (amount: number, position: number, account: string) => ({
    id: newId(),
    posting_id: 'posting',
    position,
    reason: 'payment',
    account,
    account_holder_id: tenant.id,
    seller_id: scene.stock.sellerId,
    stock_id: scene.stock.stockId,
    currency: 'EUR',
    amount,
    business_day: Temporal.PlainDate.from('2026-11-21'),
    recorded_at: clock.now(),
  })
  await db
    .insertInto('ledger_entry')
    .values([entry(100, 1, 'cash:manual'), entry(-100, 2, 'tenantCredit')])
    .execute()
  const refused = await remove(tenant.id)
  expect(refused).toMatchObject({ status: 409, code: 5000 })
  expect(refused.errors[0]?.message).toContain('balance is not zero')
})

test('a payment that may still bring money stands in the way: under way, or on a page that is still open', async () => {
  const contract = await scene.book(tenant, { isPaid: false })
  const { db, clock } = scene.world.running.platform
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const [id, startedAt] = [newId(), new Date(Date.now() - 3_600_000).toISOString()]
  await scene.people.sofia.call(cancelContract, { params: { contractId: contract.id } })
  await db
    .insertInto('payment')
    .values({
      id,
      processor: 'paykeeper',
      cabinet: 'gone',
      reference: `document:${contract.documentId}`,
      account_id: tenant.id,
      stock_id: contract.stockId,
      amount: 17_850,
      currency: 'EUR',
      status: 'created',
      processor_invoice_id: 'page',
      created_at: clock.now(),
      created_by_id: tenant.id,
      details: JSON.stringify({ startedAt, closesAt: inAnHour, invoiceOpen: true }),
    })
    .execute()
  const set = async (change: { status: string; details?: string }) =>
    await db.updateTable('payment').set(change).where('id', '=', id).execute()
  const refused = await remove(tenant.id)
  expect(refused).toMatchObject({ status: 409, code: 5000 })
  expect(refused.errors[0]?.message).toContain('a payment is still under way')
  // The payer's first card was declined; the same page takes another.
  for (const status of ['failed', 'pending', 'succeeded']) {
    await set({ status })
    expect((await remove(tenant.id)).code).toBe(5000)
  }
  await set({
    status: 'cancelled',
    details: JSON.stringify({ startedAt, closesAt: inAnHour, invoiceOpen: false }),
  })
  expect((await remove(tenant.id)).status).toBe(200)
})

test('nobody ends his own account, and nobody but a superUser ends one', async () => {
  const { sofia, adam, mara, leo, visitor } = scene.people
  expect(await remove(sofia.id)).toMatchObject({ status: 403, code: 9103 })
  expect((await visitor.send('DELETE', `users/${tenant.id}`)).code).toBe(9003)
  for (const person of [adam, mara, leo, tenant])
    expect(await person.send('DELETE', `users/${tenant.id}`)).toMatchObject({ status: 403, code: 9103 })
  expect((await remove(newId())).code).toBe(6004)
  expect((await remove('x')).code).toBe(6004)
})

test('who books at the same moment is either seen or told', async () => {
  for (let round = 0; round < 4; round += 1) {
    const person = await scene.tenant()
    const [booked, removed] = await Promise.all([
      scene.people.sofia.call(bookBox, {
        body: {
          stockId: scene.depositStock.stockId,
          boxId: scene.depositStock.boxes[19 - round]?.id ?? '',
          userId: person.id,
          arrivalDate: '2026-11-21',
          contractDuration: 1,
          invoicingPeriod: 1,
          paymentMethod: 'manual',
        },
      }),
      remove(person.id),
    ])
    const contracts = await scene.world.running.platform.db
      .selectFrom('contract')
      .select('status')
      .where('account_id', '=', person.id)
      .execute()
    // One of both is refused: never an open contract of somebody who is not there any more.
    expect([booked.status < 400, removed.status < 400].filter(Boolean)).toHaveLength(1)
    expect(contracts).toHaveLength(booked.status < 400 ? 1 : 0)
  }
})
