import { createPublicKey } from 'node:crypto'
import { getSite, pairSite, unpairSite, type Paired } from '@stowage/api/sites'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditOf } from '../../testing/audit-of.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallStock, type SmallStock } from '../../testing/small-stock.ts'
import { connectSite } from './testing/site-client.ts'

const { world, people } = await openPeopledWorld()
let stock: SmallStock
let address = 0
beforeEach(async () => {
  address += 1
  const { platform, modules } = world.running
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    { stock: { routerIp: null, servicePort: null } },
  )
})

const at = () => ({ params: { id: stock.stockId } })
const codeOf = async (): Promise<string> => (await people.sofia.call(pairSite, at())).body.code
async function handIn(code: string, from = `10.1.0.${address}`) {
  const reply = await world.running.app.inject({
    method: 'POST',
    url: '/api/site-gateway/pair',
    payload: JSON.stringify({ code, version: '1.0.0' }),
    headers: { 'content-type': 'application/json' },
    remoteAddress: from,
  })
  return { status: reply.statusCode, body: reply.json<Paired & { error?: string }>() }
}
const dial = async ({ keyId, secret }: { keyId: string; secret: string }) =>
  await connectSite({ port: world.running.port, stockId: stock.stockId, keyId, secret })
const site = async () => (await people.sofia.call(getSite, at())).body

describe('pairing', () => {
  test('a code is typed in as it may be, and gives the keys of its stock, once', async () => {
    expect(await site()).toMatchObject({ isPaired: false, carrier: null, isOk: true, health: null })
    const made = (await people.sofia.call(pairSite, at())).body
    expect(made.code).toMatch(/^[3467ACDEFGHJKMNPQRTWXY9]{5}-[3467ACDEFGHJKMNPQRTWXY9]{5}$/)
    const minutes = (Date.parse(made.expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThan(15.1)
    expect((await site()).pairing).toEqual({ expiresAt: made.expiresAt })

    const paired = await handIn(` ${made.code.toLowerCase().replace('-', ' ')} `)
    expect(paired).toMatchObject({ status: 200, body: { siteId: stock.stockId, stockName: 'Berlin Mitte' } })
    expect(paired.body.secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(createPublicKey(paired.body.serverPublicKey).asymmetricKeyType).toBe('ed25519')
    expect(await handIn(made.code)).toEqual({ status: 401, body: { error: 'code' } })

    const client = await dial(paired.body)
    expect(typeof client).toBe('object')
    await expect.poll(async () => (await site()).health?.version).toBe('1.0.0')
    expect(await site()).toMatchObject({
      isPaired: true,
      pairing: null,
      isRotating: false,
      carrier: 'tunnel',
      isOk: true,
      keyId: paired.body.keyId,
      warnings: [],
    })
  })

  test('a wrong code, one that is too old, and one that another has replaced answer alike; then one waits', async () => {
    const first = await codeOf()
    const second = await codeOf()
    await world.running.platform.db
      .updateTable('site_pairing')
      .set({ expires_at: Temporal.Now.instant().subtract({ seconds: 1 }) })
      .where('stock_id', '=', stock.stockId)
      .execute()
    for (const code of [first, second, 'AAAAA-AAAAA', '', 'x'.repeat(40)])
      expect(await handIn(code), code).toEqual({ status: 401, body: { error: 'code' } })
    expect((await handIn('x'.repeat(41))).body).toEqual({ error: 'malformed' })
    const rest: number[] = []
    for (let count = 0; count < 6; count += 1) rest.push((await handIn('AAAAA-AAAAA')).status)
    expect(rest).toEqual([401, 401, 401, 401, 429, 429])
  })

  test('two who type the same code in at once: one of them gets the keys', async () => {
    const code = await codeOf()
    const both = await Promise.all([handIn(code), handIn(code, '10.2.0.1')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  test('paired anew, the old key counts until the new one is used, and its numbers begin anew', async () => {
    const old = (await handIn(await codeOf())).body
    const first = await dial(old)
    if (typeof first === 'number') throw new Error('not welcome')
    const event = (seq: number, id: string) => ({
      seq,
      id,
      type: 'lock.closed',
      at: new Date().toISOString(),
      lockId: '1:01:01',
    })
    expect(await first.tell([event(900, crypto.randomUUID())])).toBe(900)

    // Handed out and lost on its way: nothing has changed but that.
    await handIn(await codeOf())
    const next = (await handIn(await codeOf())).body
    expect(await site()).toMatchObject({ isRotating: true, keyId: next.keyId })
    expect(await first.tell([event(901, crypto.randomUUID())])).toBe(901)

    const second = await dial(next)
    if (typeof second === 'number') throw new Error('not welcome')
    expect(second.welcome.ackSeq).toBe(0)
    expect(await first.closed).toBe(1001)
    expect(await dial(old)).toBe(1008)
    expect(await second.tell([event(1, crypto.randomUUID())])).toBe(1)
    expect((await site()).isRotating).toBe(false)
  })

  test('unpaired, its tunnel hangs up and nobody is expected; who made and who ended it is noted', async () => {
    const paired = (await handIn(await codeOf())).body
    const client = await dial(paired)
    if (typeof client === 'number') throw new Error('not welcome')
    expect((await people.sofia.call(unpairSite, at())).status).toBe(200)
    expect(await client.closed).toBe(1001)
    expect(await dial(paired)).toBe(1008)
    expect((await people.sofia.call(unpairSite, at())).code).toBe(9104)
    expect(await site()).toMatchObject({ isPaired: false, isOk: true, carrier: null, health: null })
    const acts = (await auditOf(world, stock.stockId)).map(({ action }) => action)
    expect(acts).toEqual(expect.arrayContaining(['site-pairing-opened', 'site-paired', 'site-unpaired']))
    expect(JSON.stringify(await auditOf(world, stock.stockId))).not.toContain(paired.secret)
  })
})

test('no code and no secret stands in the database as it is', async () => {
  const code = await codeOf()
  const { secret } = (await handIn(await codeOf())).body
  const { db } = world.running.platform
  const rows = JSON.stringify([
    await db.selectFrom('site').selectAll().execute(),
    await db.selectFrom('site_pairing').selectAll().execute(),
    await db.selectFrom('site_signing_key').select('private_sealed').execute(),
  ])
  for (const word of [code, code.replace('-', ''), secret, 'PRIVATE KEY']) expect(rows).not.toContain(word)
})
