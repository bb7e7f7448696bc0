import { openBox } from '@stowage/api/access'
import { loginAsUser } from '@stowage/api/accounts'
import { siteAvailability } from '@stowage/server/modules/access/index'
import { publish } from '@stowage/server/platform/database/transaction'
import { fact } from '@stowage/server/platform/events/event'
import { createPerson } from '@stowage/server/testing/people'
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

interface Listener {
  readonly socket: WebSocket
  readonly heard: { actionType: string; payload: Record<string, unknown> }[]
}
const listeners: Listener[] = []

async function listen(token: string | undefined): Promise<Listener> {
  const socket = new WebSocket(`ws://127.0.0.1:${house.world.running.port}/socket`)
  const listener: Listener = { socket, heard: [] }
  listeners.push(listener)
  socket.on('message', (data: Buffer) =>
    listener.heard.push(JSON.parse(data.toString('utf8')) as Listener['heard'][number]),
  )
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(JSON.stringify({ actionType: 'SET_CONNECTION_USER_META', payload: { authToken: token } }))
  // Signing in has no answer: what comes next on the same socket is behind it.
  await new Promise((resolve) => setTimeout(resolve, 100))
  return listener
}
const of = ({ heard }: Listener, kind: string) => heard.filter(({ actionType }) => actionType === kind)

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

test('a tenant hears of his own lock by its box; the address on the bus is for staff', async () => {
  const [own, staff] = [await listen(tenant.token), await listen(house.people.mara.token)]
  expect((await tenant.call(openBox, { params: { id: tenant.boxId } })).status).toBe(200)
  await expect.poll(() => of(own, 'BOX_OPENED')).toHaveLength(1)
  expect(Object.keys(of(own, 'BOX_OPENED')[0]?.payload ?? {}).toSorted()).toEqual([
    'UnitNumber',
    'at',
    'boxId',
    'stockId',
  ])
  expect(of(own, 'BOX_OPENED')[0]?.payload).toMatchObject({
    boxId: tenant.boxId,
    UnitNumber: tenant.unitNumber,
  })
  await expect.poll(() => of(staff, 'BOX_OPENED')).toHaveLength(1)
  expect(of(staff, 'BOX_OPENED')[0]?.payload).toMatchObject({ boxId: tenant.boxId, lockId: tenant.lockId })
})

test('that a site is away or back is told to its tenants and staff, not to tenants of elsewhere', async () => {
  const [own, pending, other] = [
    await listen(tenant.token),
    await listen((await house.tenant(false)).token),
    await listen((await house.person()).token),
  ]
  const staff = [await listen(house.people.mara.token), await listen(house.people.sofia.token)]
  await sayOfSite({ isOk: false })
  const told = (listener: Listener) =>
    of(listener, 'PUSH_NOTIFICATION').filter(({ payload }) => payload['kind'] === siteAvailability.type)
  for (const listener of [own, ...staff]) await expect.poll(() => told(listener)).toHaveLength(1)
  expect([pending, other].map((listener) => told(listener).length)).toEqual([0, 0])
})

test('a superUser who is one no more is put out, also where he acts as somebody, and hears nothing as before', async () => {
  const former = await createPerson(house.world, {
    email: 'former@stowage.example',
    platformRole: 'superUser',
  })
  const { body } = await former.call(loginAsUser, { query: { userId: tenant.id } })
  const [asHimself, acting] = [await listen(former.token), await listen(body.token)]
  const closed = new Promise<number>((resolve) => acting.socket.once('close', resolve))
  const changed = await house.people.sofia.send('PUT', `users/${former.id}`, { role: 'client' })
  expect(changed.status).toBe(200)
  expect(await closed).toBe(4401)
  expect((await house.world.person(body.token).send('GET', 'auth/me')).status).toBe(401)

  const before = asHimself.heard.length
  await sayOfSite({ isOk: true })
  const staff = await listen(house.people.sofia.token)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(asHimself.heard.slice(before).map(({ payload }) => payload['kind'])).not.toContain(
    siteAvailability.type,
  )
  expect(staff.socket.readyState).toBe(WebSocket.OPEN)
})
