import { beforeAll, expect, test } from 'vitest'
import { openContracts, type RunningContracts } from '@stowage/server/testing/running-contracts'
import { createPerson, type NamedPerson } from '@stowage/server/testing/people'

/** Decision 8: a staff user tied to a stock sees and acts on that stock only. */
type Held = Awaited<ReturnType<RunningContracts['book']>>

let here: Held
let there: Held
/** Admin and manager of the stock `here`. */
let adam: NamedPerson
let mara: NamedPerson

const scene = await openContracts()
beforeAll(async () => {
  here = await scene.book(await scene.tenant())
  there = await scene.book(await scene.tenant(), { at: scene.depositStock })
  const staff = { platformRole: 'staff', stockId: here.stockId } as const
  adam = await createPerson(scene.world, { ...staff, email: 'adam.here@stowage.example', roleAlias: 'admin' })
  mara = await createPerson(scene.world, { ...staff, email: 'mara.here@stowage.example' })
})

test.each([
  ['boxes of a stock', ({ stockId }: Held) => `boxes?method=all&stockId=${stockId}`],
  ['a box', ({ boxId }: Held) => `boxes/${boxId}`],
  ['the history of a box', ({ boxId }: Held) => `boxes/${boxId}/history`],
  ['the history of a stock', ({ stockId }: Held) => `stocks/${stockId}/history`],
  ['whether a stock answers', ({ stockId }: Held) => `stocks/${stockId}/availability`],
  ['a contract', ({ id }: Held) => `contracts/${id}`],
  ['the invoices of a contract', ({ id }: Held) => `contracts/${id}/invoices`],
  ['the lease', ({ id }: Held) => `contracts/pdf?contractId=${id}`],
  ['an invoice', ({ documentId }: Held) => `payments/pdf?invoiceId=${documentId}`],
])('an admin of one stock reads there: %s; elsewhere it is not there', async (_name, url) => {
  expect((await adam.send('GET', url(here))).status).toBe(200)
  const foreign = await adam.send('GET', url(there))
  // A list of invoices of a contract that is not seen is empty or not there, never somebody's.
  expect(foreign.status === 404 || (foreign.status === 200 && foreign.raw === '[]')).toBe(true)
  // Who is tied to none works at all of them.
  expect((await scene.people.adam.send('GET', url(there))).status).toBe(200)
})

test('the list of stocks is his own', async () => {
  for (const person of [adam, mara]) {
    const { body } = await person.send('GET', 'stocks')
    expect((body as { _id: string }[]).map(({ _id }) => _id)).toEqual([here.stockId])
  }
  expect((await scene.people.adam.send('GET', 'stocks')).body).toHaveLength(2)
})

test('lists of the overview hold his stock only', async () => {
  const listed = async (person: NamedPerson) =>
    ((await person.send('GET', 'statistics/contracts?status=all')).body as { ContractID: string }[]).map(
      ({ ContractID }) => ContractID,
    )
  expect(await listed(adam)).toEqual([here.id])
  expect((await listed(scene.people.adam)).toSorted()).toEqual([here.id, there.id].toSorted())
})

test('the plan of another stock has for him what it has for everybody', async () => {
  const fetched = async (person: NamedPerson, { stockId }: Held) =>
    (await person.send('GET', `boxes/fetch?stockId=${stockId}`)).raw
  expect(await fetched(adam, here)).toContain('"userInfo"')
  expect(await fetched(adam, there)).not.toContain('"userInfo"')
  expect(await fetched(mara, here)).toContain('"lockStatus"')
  expect(await fetched(mara, there)).not.toContain('"lockStatus"')
})

test('doors of another stock do not open for him', async () => {
  for (const person of [adam, mara]) {
    const reply = await person.send('PUT', `stocks/${there.stockId}/open`, { locationId: '1:01:90' })
    expect([400, 403, 404]).toContain(reply.status)
  }
})

test('prices and categories count at every stock: who is tied to one does not change them', async () => {
  const size = { minSize: 1, maxSize: 2, pricePerMeterQuadratic: 1 }
  const category = { name: 'x', alias: 'x', description: 'x', ...size, preview: { type: '', base64: 'AAAA' } }
  for (const [method, path, body] of [
    ['PUT', 'boxes/regroup', {}],
    ['PUT', 'boxcategories/01JD0000000000000000000000', { pricePerMeterQuadratic: 1 }],
    ['POST', 'boxcategories', category],
  ] as const) {
    expect([path, (await adam.send(method, path, body)).code]).toEqual([path, 9103])
    expect([path, (await scene.people.adam.send(method, path, body)).code]).not.toEqual([path, 9103])
  }
  expect((await scene.people.adam.send('PUT', 'boxes/regroup', {})).status).toBe(200)
})

test('a custom role opens what it holds, at his stock only, and no more', async () => {
  const made = await scene.people.sofia.send('POST', 'roles', {
    name: 'Reader',
    alias: 'contract-reader',
    platformRole: 'staff',
    permissions: ['contracts.read'],
  })
  expect(made.status).toBe(200)
  const reader = await createPerson(scene.world, {
    email: 'reader@stowage.example',
    platformRole: 'staff',
    roleAlias: 'contract-reader',
    stockId: here.stockId,
  })
  expect((await reader.send('GET', `contracts/${here.id}`)).status).toBe(200)
  expect((await reader.send('GET', `contracts/${there.id}`)).status).toBe(404)
  const listed = await reader.send('GET', 'statistics/contracts?status=all&page=1')
  expect(JSON.stringify(listed.body)).toContain(here.id)
  expect(JSON.stringify(listed.body)).not.toContain(there.id)
  expect((await reader.send('GET', 'statistics/debtors')).status).toBe(403)
  expect((await reader.send('GET', `boxes?method=all&stockId=${here.stockId}`)).status).toBe(403)
  expect((await reader.send('GET', `payments/pdf?invoiceId=${here.documentId}`)).status).toBe(403)
})
