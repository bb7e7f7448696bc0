import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSiteWatch } from '@stowage/server/modules/access/watch-sites'
import { gatewayOf, readingOf } from '@stowage/server/modules/access/testing/gateway'
import { createPeople, type NamedPerson, type People } from '@stowage/server/testing/people'
import { createSmallCompany, createSmallStock, type SmallStock } from '@stowage/server/testing/small-stock'
import { createWorld, type World } from '@stowage/server/testing/world'
import { tenantAt } from './tenant.fixture.ts'

// Who stands at a gate that asks for presence (6009), by the address that we see behind a proxy of our own.
const GATE = '0:01:01'
const PROXY = '10.0.0.1'
let world: World
let people: People
let stock: SmallStock
let tunnelOnly: SmallStock
let tenant: NamedPerson
let other: NamedPerson

beforeAll(async () => {
  world = await createWorld({ config: { trustedProxies: [PROXY] } })
  people = await createPeople(world)
  const { platform, modules } = world.running
  const deps = { platform, catalog: modules.catalog }
  await createSmallCompany(deps)
  const shape = (code: string, routerIp: string | null) => ({
    stock: {
      code,
      maxContractDuration: 11,
      routerIp,
      servicePort: null,
      equipment: [{ id: GATE, name: 'Gate', kind: 'gate' as const, requiresOnSite: true }],
    },
  })
  stock = await createSmallStock(deps, shape('PRX', '192.0.2.77'))
  tunnelOnly = await createSmallStock(deps, shape('TUN', null))
  tenant = await tenantAt({ world, people, stock }, 'YA001', {})
  other = await tenantAt({ world, people, stock: tunnelOnly }, 'YA002', {})
})
afterAll(async () => await world.close())

/** What the gate answers who is seen from there; 2: past every right, and no site is there to open it. */
const gate = async (
  by: NamedPerson,
  stockId: string,
  { from, forwarded }: { from: string; forwarded?: string },
): Promise<number> => {
  const reply = await world.running.app.inject({
    method: 'PUT',
    url: `/api/stocks/${stockId}/open`,
    remoteAddress: from,
    headers: {
      authorization: `Bearer ${by.token}`,
      ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
    },
    payload: { locationId: GATE },
  })
  return reply.json<{ errors: { errorCode: number }[] }>().errors[0]?.errorCode ?? 0
}

test('behind our proxy its word counts, and nobody else’s', async () => {
  const at = async (from: string, forwarded?: string): Promise<number> =>
    await gate(tenant, stock.stockId, forwarded === undefined ? { from } : { from, forwarded })
  expect(await at(PROXY, '192.0.2.77')).toBe(2)
  expect(await at(PROXY, '::ffff:192.0.2.77')).toBe(2)
  expect(await at(PROXY, '192.0.2.78')).toBe(6009)
  // What the proxy adds stands last; what came with the call is the caller's own invention.
  expect(await at(PROXY, '192.0.2.77, 198.51.100.9')).toBe(6009)
  expect(await at('198.51.100.9', '192.0.2.77')).toBe(6009)
  // Without a proxy in between, and as a server that listens on both families sees it.
  expect(await at('192.0.2.77')).toBe(2)
  expect(await at('::ffff:192.0.2.77')).toBe(2)
  expect(await at(PROXY)).toBe(6009)
})

test('a site with a tunnel only is where its agent was seen last, also when its line gets another address', async () => {
  const { platform, modules } = world.running
  const { stockId } = tunnelOnly
  await modules.access.sites.register(platform.transact, { stockId, keyId: 'k1', secret: 'secret' })
  let address: string | null = null
  const watch = createSiteWatch({
    platform,
    catalog: modules.catalog,
    sites: modules.access.sites,
    gateway: gatewayOf({
      health: async (site) => ({ ...readingOf(site), carrier: 'tunnel', address }),
      locks: async () => ({ seq: 0, locks: [] }),
    }),
    tunnels: { own: () => [stockId], keep: async () => undefined, cut: async () => undefined },
    pushLists: () => undefined,
  })
  const seen = async (from: string): Promise<void> => {
    address = from
    await watch.beat()
  }
  const at = async (forwarded: string): Promise<number> =>
    await gate(other, stockId, { from: PROXY, forwarded })
  expect(await at('198.51.100.4'), 'before it was ever seen').toBe(6009)
  await seen('::ffff:198.51.100.4')
  expect([await at('198.51.100.4'), await at('198.51.100.5')]).toEqual([2, 6009])
  await seen('198.51.100.5')
  expect([await at('198.51.100.4'), await at('198.51.100.5')]).toEqual([6009, 2])
  await seen('2001:db8:0:7::1')
  expect([await at('2001:db8:0:7:a:b:c:d'), await at('198.51.100.5')]).toEqual([2, 6009])
  await watch.close()
})
