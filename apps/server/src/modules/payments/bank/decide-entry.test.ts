import { expect, test } from 'vitest'
import * as api from '@stowage/api/bank'
import { payDocument } from '@stowage/api/billing'
import { createRole } from '@stowage/api/roles'
import { newId } from '../../../platform/ids.ts'
import { createPerson, type NamedPerson } from '../../../testing/people.ts'
import { blankEntriesOf } from './bank-store.ts'
import { decimal, openBank } from './bank.fixture.ts'
import { ibanOf } from './camt.fixture.ts'

const { scene, sofia, platform, db, importEntries, onlyEntry, owing, owedOn, documentState, creditOf } =
  await openBank()

test('staff put a transfer to documents and the rest to a balance, to the cent; nobody does it twice, and it is taken back', async () => {
  const [one, two] = [await owing(), await owing()]
  const total = one.debt + two.debt + 250
  const imported = await importEntries([
    { amount: decimal(total), payer: 'Firm', iban: ibanOf(9), purpose: ['both boxes'] },
  ])
  const entry = await onlyEntry(imported.id)
  const settle = async (body: Record<string, unknown>, key?: string) =>
    await sofia.call(api.settleBankEntry, {
      params: { id: entry.id },
      body,
      ...(key === undefined ? {} : { key }),
    })
  const shares = [
    { documentId: one.documentId, amount: one.debt },
    { documentId: two.documentId, amount: two.debt },
  ]
  const updated = entry.updated ?? null
  expect((await settle({ shares, updated })).code).toBe(9152)
  expect(
    (await settle({ shares: [...shares, { documentId: one.documentId, amount: 250 }], updated })).code,
  ).toBe(9152)
  expect((await settle({ shares: [{ documentId: newId(), amount: total }], updated })).code).toBe(9152)
  expect((await settle({ shares, balance: { accountId: sofia.id, amount: 250 }, updated })).code).toBe(9152)
  expect(
    (
      await settle({
        shares,
        balance: { accountId: two.tenant.id, amount: 250 },
        updated: '2020-01-01T00:00:00Z',
      })
    ).code,
  ).toBe(9109)

  const body = { shares: [shares[0], { ...shares[1], amount: two.debt }], updated }
  const key = newId()
  const whole = { ...body, shares: [{ documentId: one.documentId, amount: one.debt + 250 }, shares[1]] }
  // Both of two clicks, and another of the staff at the same moment.
  const replies = await Promise.all([settle(whole, key), settle(whole, key), settle(whole)])
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
  await scene.world.settle()
  const payments = await db
    .selectFrom('bank_allocation')
    .select('id')
    .where('entry_id', '=', entry.id)
    .execute()
  expect(payments).toHaveLength(2)
  expect(await documentState(one.documentId)).toMatchObject({ status: 'paid' })
  expect(await documentState(two.documentId)).toMatchObject({ status: 'paid' })
  expect(await creditOf(one.tenant.id)).toBe(250)
  expect((await settle(whole)).code).toBe(9109)

  const now = (await sofia.call(api.readBankEntry, { params: { id: entry.id } })).body
  const undone = await sofia.call(api.undoBankEntry, {
    params: { id: entry.id },
    body: { updated: now.updated },
  })
  expect(undone.body).toMatchObject({
    state: 'open',
    askedWhy: 'undone',
    shares: [{ undoneAt: expect.any(String) }, { undoneAt: expect.any(String) }],
  })
  expect(
    (
      await sofia.call(api.undoBankEntry, {
        params: { id: entry.id },
        body: { updated: undone.body.updated },
      })
    ).code,
  ).toBe(9152)
  await scene.world.settle()
  expect(await documentState(one.documentId)).toMatchObject({ status: 'open', paid: 0 })
  expect(await creditOf(one.tenant.id)).toBe(0)
  // And put anew, to where it belongs.
  const again = await settle({
    shares: [{ documentId: two.documentId, amount: total }],
    updated: undone.body.updated,
  })
  expect(again.errors).toEqual([])
  await scene.world.settle()
  expect(await creditOf(two.tenant.id)).toBe(total - two.debt)
  const acts = await db
    .selectFrom('audit')
    .select('action')
    .where('subject_id', '=', entry.id)
    .orderBy('id')
    .execute()
  expect(acts.map(({ action }) => action)).toEqual([
    'transfer-settled',
    'bank-entry-undone',
    'transfer-settled',
  ])
})

test('what is credited to a balance pays what the tenant owes first', async () => {
  const owed = await owing()
  await sofia.call(payDocument, { body: { documentId: owed.documentId, processor: 'manual' } })
  await scene.world.settle()
  const entry = await onlyEntry((await importEntries([{ amount: '40.00', payer: 'Early Bird' }])).id)
  const settled = await sofia.call(api.settleBankEntry, {
    params: { id: entry.id },
    body: { shares: [], balance: { accountId: owed.tenant.id, amount: 4000 }, updated: entry.updated },
  })
  expect(settled.body).toMatchObject({
    state: 'settled',
    shares: [{ accountId: owed.tenant.id, amount: 4000 }],
  })
  await scene.world.settle()
  expect(await creditOf(owed.tenant.id)).toBe(4000)
})

test('a payer whose transfer was put to a tenant before is suggested with the sum that fits, never settled by itself', async () => {
  const tenant = await scene.tenant()
  const first = await owedOn(tenant, (await scene.book(tenant, { isPaid: false })).id)
  const entry = await onlyEntry(
    (
      await importEntries([
        { amount: decimal(first.debt), payer: 'Grandmother', iban: ibanOf(31), purpose: ['rent'] },
      ])
    ).id,
  )
  await sofia.call(api.settleBankEntry, {
    params: { id: entry.id },
    body: { shares: [{ documentId: first.documentId, amount: first.debt }], updated: entry.updated },
  })
  await scene.world.settle()
  const next = await owedOn(tenant, (await scene.book(tenant, { isPaid: false })).id)
  const again = await onlyEntry(
    (
      await importEntries(
        [
          {
            amount: decimal(next.debt),
            day: '2026-11-21',
            payer: 'Grandmother',
            iban: ibanOf(31),
            purpose: ['rent'],
          },
        ],
        { id: 'S2' },
      )
    ).id,
  )
  expect(again).toMatchObject({ state: 'open', askedWhy: 'nothingNamed' })
  expect(again.suggestions[0]).toMatchObject({
    documentId: next.documentId,
    isLikely: true,
    signs: ['payerKnown', 'amount'],
  })
  const { body: found } = await sofia.call(api.searchBankTargets, {
    params: { id: again.id },
    // Its end: addresses of one moment begin alike.
    query: { search: tenant.email.slice(6, 30) },
  })
  expect(found.tenants).toMatchObject([{ accountId: tenant.id }])
  expect(found.documents.map(({ documentId }) => documentId)).toEqual([next.documentId])
})

test('what is none of ours leaves the list with its reason and comes back', async () => {
  const entry = await onlyEntry((await importEntries([{ amount: '12.00', payer: 'Tax office' }])).id)
  const ignore = async (body: Record<string, unknown>) =>
    await sofia.call(api.ignoreBankEntry, { params: { id: entry.id }, body })
  expect((await ignore({ updated: entry.updated })).errors).toMatchObject([
    { errorCode: 1003, field: 'reason' },
  ])
  const ignored = await ignore({ reason: 'Refund of taxes', updated: entry.updated })
  expect(ignored.body).toMatchObject({
    state: 'ignored',
    ignoreReason: 'Refund of taxes',
    decidedBy: expect.any(String),
  })
  expect((await ignore({ reason: 'Again', updated: ignored.body.updated })).code).toBe(9152)
  const back = await sofia.call(api.undoBankEntry, {
    params: { id: entry.id },
    body: { updated: ignored.body.updated },
  })
  expect(back.body).toMatchObject({ state: 'open', ignoreReason: null })
})

test('money that went out is put to the one payout of that sum and time', async () => {
  const tenant = await scene.tenant()
  const paid = await scene.book(tenant)
  // He has paid too much, and is given it back over the bank.
  const gift = await importEntries([{ amount: '43.21', payer: 'Tenant', bankReference: 'in' }])
  const came = await onlyEntry(gift.id)
  await sofia.call(api.settleBankEntry, {
    params: { id: came.id },
    body: { shares: [], balance: { accountId: tenant.id, amount: 4321 }, updated: came.updated },
  })
  await scene.world.settle()
  const body = { stockId: paid.stockId, amount: 4321, method: 'bankTransfer', paidOn: '2026-11-19' }
  const recorded = await sofia.send('POST', `users/${tenant.id}/payouts`, body, {
    'idempotency-key': newId(),
  })
  expect(recorded.status).toBe(200)
  const { id: payout } = await db
    .selectFrom('payout')
    .select('id')
    .where('account_id', '=', tenant.id)
    .executeTakeFirstOrThrow()
  const first = await onlyEntry(
    (await importEntries([{ amount: '43.21', sign: 'DBIT', payer: 'Tenant' }])).id,
  )
  expect(first).toMatchObject({ state: 'noted', payout: { payoutId: payout, accountId: tenant.id } })
  const second = await onlyEntry(
    (await importEntries([{ amount: '43.21', sign: 'DBIT', payer: 'Again' }], { id: 'S2' })).id,
  )
  expect(second).toMatchObject({ state: 'noted', payout: null })
  const undone = await sofia.call(api.undoBankEntry, {
    params: { id: first.id },
    body: { updated: first.updated },
  })
  expect(undone.body).toMatchObject({ state: 'open', payout: null })
  const settle = await sofia.call(api.settleBankEntry, {
    params: { id: first.id },
    body: { shares: [], balance: { accountId: tenant.id, amount: 4321 }, updated: undone.body.updated },
  })
  expect(settle.code).toBe(9152)
  const noted = await sofia.call(api.noteBankPayout, {
    params: { id: first.id },
    body: { payoutId: payout, updated: undone.body.updated },
  })
  expect(noted.body).toMatchObject({ state: 'noted', payout: { payoutId: payout } })
})

test('what the bank told of a payer goes with the tenant he paid for, not with another one', async () => {
  const [gone, stays] = [await owing(), await owing()]
  const both = await onlyEntry(
    (
      await importEntries([
        {
          amount: decimal(gone.debt + stays.debt),
          payer: 'Payer of both',
          iban: ibanOf(8),
          purpose: ['two boxes'],
        },
      ])
    ).id,
  )
  const shares = [gone, stays].map(({ documentId, debt }) => ({ documentId, amount: debt }))
  await sofia.call(api.settleBankEntry, { params: { id: both.id }, body: { shares, updated: both.updated } })
  const own = await onlyEntry(
    (
      await importEntries(
        [{ amount: '5.00', payer: 'Payer of one', iban: ibanOf(7), purpose: [gone.reference] }],
        {
          id: 'S2',
        },
      )
    ).id,
  )
  // He has paid too much for what is paid already: staff credit it.
  await sofia.call(api.settleBankEntry, {
    params: { id: own.id },
    body: { shares: [{ documentId: gone.documentId, amount: 500 }], updated: own.updated },
  })
  await scene.world.settle()
  const blank = async (accountId: string) =>
    await platform.transact(async (tx) => await blankEntriesOf(tx, accountId))
  const told = async (id: string) => (await sofia.call(api.readBankEntry, { params: { id } })).body
  await blank(gone.tenant.id)
  expect(await told(own.id)).toMatchObject({ payerName: null, payerAccount: null, purpose: '', amount: 500 })
  expect(await told(both.id)).toMatchObject({ payerName: 'Payer of both', purpose: 'two boxes' })
})

test('who may is told by his role; staff of one stock may not, for a statement is of all of them', async () => {
  const { body: clerk } = await sofia.call(createRole, {
    body: { name: 'Bank clerk', alias: 'bankclerk', platformRole: 'staff', permissions: ['bank.match'] },
  })
  const staff = { platformRole: 'staff', roleAlias: 'bankclerk' } as const
  const everywhere = await createPerson(scene.world, { ...staff, email: 'clerk@stowage.example' })
  const here = await createPerson(scene.world, {
    ...staff,
    email: 'clerk.here@stowage.example',
    stockId: scene.stock.stockId,
  })
  expect(clerk).toMatchObject({ alias: 'bankclerk' })
  const codes = async (person: NamedPerson) => [
    (await person.call(api.listBankAccounts)).code,
    (await person.call(api.listBankStatements, { query: {} })).code,
    (await person.call(api.listBankEntries, { query: { state: 'open' } })).code,
    (await person.call(api.readBankEntry, { params: { id: newId() } })).code,
  ]
  expect(await codes(everywhere)).toEqual([0, 0, 0, 9104])
  expect(await codes(here)).toEqual([9103, 9103, 9103, 9103])
  expect(await codes(scene.people.adam)).toEqual([9103, 9103, 9103, 9103])
  expect(await codes(await scene.tenant())).toEqual([9103, 9103, 9103, 9103])
})

test('a transfer that comes for a tenant who has been erased is credited, and keeps no words about him', async () => {
  const one = await owing()
  await db
    .updateTable('account')
    .set({ erased_at: platform.clock.now() })
    .where('id', '=', one.tenant.id)
    .execute()
  const imported = await importEntries([
    { amount: decimal(one.debt), payer: 'Quirin Zwickelmann', iban: ibanOf(11), purpose: [one.reference] },
  ])
  const entry = await onlyEntry(imported.id)
  expect(entry).toMatchObject({ state: 'settled', payerName: null, payerAccount: null })
  expect(JSON.stringify(entry)).not.toContain('Zwickelmann')
  expect(await documentState(one.documentId)).toMatchObject({ status: 'paid' })
})

test('A7: a transfer of today or of a day to come is paid now, one of yesterday at its noon', async () => {
  const momentOf = async (day: string) => {
    const one = await owing()
    const { id } = await importEntries([
      { amount: decimal(one.debt), payer: 'Firm', iban: ibanOf(9), purpose: [one.reference], day },
    ])
    const entry = await onlyEntry(id)
    const paid = await db
      .selectFrom('bank_allocation')
      .innerJoin('payment', 'payment.id', 'bank_allocation.payment_id')
      .select('payment.succeeded_at')
      .where('bank_allocation.entry_id', '=', entry.id)
      .executeTakeFirstOrThrow()
    return paid.succeeded_at?.toString()
  }
  expect(await momentOf('2026-11-20')).toBe('2026-11-20T11:00:00Z')
  for (const day of ['2026-11-21', '2026-11-24'])
    expect((await momentOf(day))?.slice(0, 16)).toBe('2026-11-21T10:00')
})
