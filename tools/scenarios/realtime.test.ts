import { randomUUID } from 'node:crypto'
import { openBox } from '@stowage/api/access'
import { loginAsUser } from '@stowage/api/accounts'
import { createRole, updateRole } from '@stowage/api/roles'
import type { Permission } from '@stowage/domain/roles'
import { siteAvailability } from '@stowage/server/modules/access/index'
import { publish } from '@stowage/server/platform/database/transaction'
import { fact } from '@stowage/server/platform/events/event'
import { listen as listenTo, type Listener } from '@stowage/server/testing/listen'
import { createPerson, somebody } from '@stowage/server/testing/people'
import { createSmallStock } from '@stowage/server/testing/small-stock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openHouse, type House, type Tenant } from './house.fixture.ts'

let house: House
let tenant: Tenant
beforeAll(async () => {
  house = await openHouse()
  tenant = await house.tenant()
})
afterAll(async () => {
  for (const { socket } of listeners) socket.close()
  await house.close()
})

const listeners: Listener[] = []
async function listen(person: { id: string; token?: string | undefined }): Promise<Listener> {
  const listener = await listenTo(house.world, person)
  listeners.push(listener)
  return listener
}
const PATIENCE = { timeout: 15_000 }

async function sayOfSite({ isOk }: { isOk: boolean }): Promise<void> {
  const { platform } = house.world.running
  const { stockId } = house.stock
  await platform.transact(async (tx) =>
    publish(
      tx,
      fact(siteAvailability, {
        aggregate: `site:${stockId}`,
        stockId,
        at: platform.clock.now(),
        payload: { stockId, isOk },
      }),
    ),
  )
}

/** Staff of a role of its own, at one stock where one is named. */
async function staffWith(permissions: readonly Permission[], stockId: string | null = null) {
  const { sofia } = house.people
  const alias = `role-${randomUUID().slice(0, 8)}`
  const role = await sofia.call(createRole, {
    body: { name: alias, alias, platformRole: 'staff', permissions: [...permissions] },
  })
  expect(role.status).toBe(200)
  const person = await somebody(house.world, { platformRole: 'staff', roleAlias: alias, stockId })
  return { ...person, roleId: role.body.id }
}

test('a lock is heard of as the lists show it: by its tenant, by who watches locks there, with its address by who reads boxes', async () => {
  const { people, stock } = house
  const { platform, modules } = house.world.running
  const elsewhere = (await createSmallStock({ platform, catalog: modules.catalog })).stockId
  const listening = {
    tenant: await listen(tenant),
    sofia: await listen(people.sofia),
    adam: await listen(people.adam),
    mara: await listen(people.mara),
    watchesHere: await listen(await staffWith(['boxes.lockStatus'], stock.stockId)),
    readsHere: await listen(await staffWith(['boxes.read'], stock.stockId)),
    readsElsewhere: await listen(await staffWith(['boxes.read', 'boxes.lockStatus'], elsewhere)),
    mayNothing: await listen(await staffWith([])),
    mayOther: await listen(await staffWith(['appeals.read', 'stocks.connection'])),
    somebody: await listen(await house.person()),
  }
  expect((await tenant.call(openBox, { params: { id: tenant.boxId } })).status).toBe(200)
  await expect.poll(() => listening.tenant.of('BOX_OPENED'), PATIENCE).toHaveLength(1)
  await Promise.all(Object.values(listening).map(async (listener) => await listener.caughtUp()))
  const seen = ['UnitNumber', 'at', 'boxId', 'stockId']
  const heard = Object.entries(listening).map(([name, listener]) => [
    name,
    listener.of('BOX_OPENED').map(({ payload }) => Object.keys(payload).toSorted().join(' ')),
  ])
  expect(Object.fromEntries(heard)).toEqual({
    tenant: [seen.join(' ')],
    sofia: [[...seen.slice(0, 3), 'lockId', 'stockId'].join(' ')],
    adam: [[...seen.slice(0, 3), 'lockId', 'stockId'].join(' ')],
    mara: [seen.join(' ')],
    watchesHere: [seen.join(' ')],
    readsHere: [[...seen.slice(0, 3), 'lockId', 'stockId'].join(' ')],
    readsElsewhere: [],
    mayNothing: [],
    mayOther: [],
    somebody: [],
  })
  const { boxId, unitNumber: UnitNumber, lockId } = tenant
  expect(listening.tenant.of('BOX_OPENED')[0]?.payload).toMatchObject({ boxId, UnitNumber })
  expect(listening.adam.of('BOX_OPENED')[0]?.payload).toMatchObject({ boxId, UnitNumber, lockId })
})

test('a permission that is taken from a role is no longer heard by, on a page that stays open', async () => {
  const colleague = await staffWith(['boxes.lockStatus', 'boxes.read'])
  const listener = await listen(colleague)
  const neighbour = await house.tenant()
  const own = await listen(neighbour)
  const taken = await house.people.sofia.call(updateRole, {
    params: { id: colleague.roleId },
    body: { permissions: ['boxes.history'] },
  })
  expect(taken.status).toBe(200)
  await expect.poll(() => listener.of('PUSH_NOTIFICATION'), PATIENCE).toHaveLength(1)
  expect((await neighbour.call(openBox, { params: { id: neighbour.boxId } })).status).toBe(200)
  await expect.poll(() => own.of('BOX_OPENED'), PATIENCE).toHaveLength(1)
  await listener.caughtUp()
  expect(listener.of('BOX_OPENED')).toEqual([])
})

test('a box that is opened by whom its contract is internal for is heard of by its tenant', async () => {
  const { sofia } = house.people
  const lender = await house.tenant()
  const staff = await somebody(house.world, { platformRole: 'staff', roleAlias: 'admin' })
  const url = `contracts/${lender.contractId}/internal`
  expect((await sofia.send('PUT', url, { internalUserId: staff.id })).status).toBe(200)
  // Staff open no boxes; who becomes a superUser does, and the contract is still internal for him.
  expect((await sofia.send('PUT', `users/${staff.id}`, { role: 'superUser' })).status).toBe(200)
  const opener = await house.again(staff)
  const [own, his] = [await listen(lender), await listen(opener)]
  expect((await opener.call(openBox, { params: { id: lender.boxId } })).status).toBe(200)
  await expect.poll(() => his.of('BOX_OPENED'), PATIENCE).not.toEqual([])
  await his.caughtUp()
  await own.caughtUp()
  expect([own, his].map((listener) => listener.of('BOX_OPENED').length)).toEqual([1, 1])
})

test('that a site is away or back is told to its tenants and staff, not to tenants of elsewhere', async () => {
  // What a site is asked for while the scene is set is over before anybody listens.
  const [booked, elsewhere] = [await house.tenant(false), await house.person()]
  const [own, pending, other] = [await listen(tenant), await listen(booked), await listen(elsewhere)]
  const staff = [await listen(house.people.mara), await listen(house.people.sofia)]
  const unasked = await listen(await staffWith(['boxes.read']))
  await sayOfSite({ isOk: false })
  const told = (listener: Listener) =>
    listener.of('PUSH_NOTIFICATION').filter(({ payload }) => payload['kind'] === siteAvailability.type)
  for (const listener of [own, ...staff]) await expect.poll(() => told(listener), PATIENCE).toHaveLength(1)
  for (const listener of [pending, other, unasked]) {
    await listener.caughtUp()
    expect(told(listener)).toEqual([])
  }
})

test('a superUser who is one no more is put out, also where he acts as somebody, and hears nothing as before', async () => {
  const former = await createPerson(house.world, {
    email: 'former@stowage.example',
    platformRole: 'superUser',
  })
  const { body } = await former.call(loginAsUser, { query: { userId: tenant.id } })
  const [asHimself, acting] = [await listen(former), await listen({ id: tenant.id, token: body.token })]
  const closed = new Promise<number>((resolve) => acting.socket.once('close', resolve))
  const changed = await house.people.sofia.send('PUT', `users/${former.id}`, { role: 'client' })
  expect(changed.status).toBe(200)
  expect(await closed).toBe(4401)
  expect((await house.world.person(body.token).send('GET', 'auth/me')).status).toBe(401)

  const before = asHimself.heard.length
  const staff = await listen(house.people.sofia)
  await sayOfSite({ isOk: true })
  await expect
    .poll(() => staff.heard.map(({ payload }) => payload['kind']), PATIENCE)
    .toContain(siteAvailability.type)
  // What is told to the staff member after him was told to him before, had he been among them.
  expect(asHimself.heard.slice(before).map(({ payload }) => payload['kind'])).not.toContain(
    siteAvailability.type,
  )
  expect(staff.socket.readyState).toBe(WebSocket.OPEN)
})
