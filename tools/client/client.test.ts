import { createApiKey } from '@stowage/api/api-keys'
import { createWebhook, testWebhook } from '@stowage/api/webhooks'
import type { Scope } from '@stowage/api/scopes'
import { createClient, readWebhook, StowageError, WebhookRefused } from '@stowage/client'
import { openTarget, type Target } from '@stowage/server/modules/messaging/webhooks/testing/target'
import { createPeople, type People } from '@stowage/server/testing/people'
import { createSmallCompany } from '@stowage/server/testing/small-stock'
import { createWorld, type World } from '@stowage/server/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let world: World
let people: People
let target: Target
let url: string
beforeAll(async () => {
  world = await createWorld({ config: { webhooksAllowedAddresses: ['127.0.0.1'] } })
  people = await createPeople(world)
  target = await openTarget()
  const { platform, modules } = world.running
  await createSmallCompany({ platform, catalog: modules.catalog })
  url = `http://127.0.0.1:${world.running.port}/`
})
afterAll(async () => {
  await target?.close()
  await world?.close()
})

async function keyWith(...scopes: Scope[]): Promise<string> {
  const { body } = await people.sofia.call(createApiKey, { body: { name: scopes.join(), scopes } })
  return body.key ?? ''
}

/** A line to the server that does not always hold. */
function weakLine(plan: readonly ('lost before' | 'lost behind' | number | 'holds')[]): {
  readonly fetch: typeof fetch
  readonly asked: Request[]
} {
  const asked: Request[] = []
  const line = async (address: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const step = plan[asked.length] ?? 'holds'
    asked.push(new Request(address, init))
    if (step === 'lost before') throw new TypeError('fetch failed')
    if (typeof step === 'number') return new Response('{}', { status: step, headers: { 'retry-after': '0' } })
    const answer = await fetch(address, init)
    if (step === 'lost behind') throw new TypeError('terminated')
    return answer
  }
  return { fetch: line, asked }
}

describe('a program with the client', () => {
  test('reads and writes by the names of the documentation, over the network', async () => {
    const client = createClient({ url, key: await keyWith('catalog:read', 'catalog:write') })
    const made = await client.postCities({ body: { city: 'Potsdam', country: 'DE' } })
    const changed = await client.putCitiesId({ path: { id: made._id }, body: { size: 7 } })
    expect(changed).toMatchObject({ _id: made._id, city: 'Potsdam', size: 7 })
    expect((await client.getCities()).map(({ city }) => city)).toContain('Potsdam')
    expect(await client.deleteCitiesId({ path: { id: made._id } })).toEqual({})
  })

  test('is told what was refused, with its code, in its language', async () => {
    const client = createClient({ url, key: await keyWith('catalog:read'), language: 'de' })
    const refused = await client.getUsers().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StowageError)
    expect(refused).toMatchObject({ status: 403, code: 9181, call: 'getUsers' })
    expect((refused as StowageError).problems[0]?.scope).toBe('accounts:read')
    expect((refused as StowageError).message).toContain('fehlt der Bereich')
  })

  test('needs no key for what anybody may read', async () => {
    expect(await createClient({ url }).getCities()).toEqual(expect.any(Array))
    await expect(createClient({ url, key: `stw_${'x'.repeat(43)}` }).getCities()).rejects.toMatchObject({
      code: 9180,
    })
  })

  test('hands its key to nobody whom an answer points to', async () => {
    const elsewhere = await openTarget()
    const client = createClient({ url: target.url.replace('/hook', ''), key: 'stw_secret', waitMs: 1 })
    for (const status of [301, 307, 308]) {
      target.answer({ status, headers: { location: elsewhere.url } })
      await expect(client.getCities()).rejects.toMatchObject({ status })
    }
    target.answer({})
    await elsewhere.close()
    expect(elsewhere.told).toEqual([])
  })

  test('asks for nothing else than the call that it is, whatever stands in an id', async () => {
    const { fetch: line, asked } = weakLine([])
    const client = createClient({ url, fetch: line, retries: 0 })
    for (const id of ['..', '.'])
      await expect(client.getStocksId({ path: { id } })).rejects.toThrow(`no id is called ${id}`)
    await expect(client.getStocksId({ path: { id: '%2e%2e' } })).rejects.toMatchObject({ status: 401 })
    expect(asked.map((one) => new URL(one.url).pathname)).toEqual(['/api/stocks/%252e%252e'])
  })

  test('repeats over a weak line, and does it once', async () => {
    const key = await keyWith('catalog:write', 'catalog:read')
    const { fetch: line, asked } = weakLine(['lost before', 503, 'lost behind', 'holds'])
    const client = createClient({ url, key, fetch: line, waitMs: 1 })
    await client.postCities({ body: { city: 'Once upon Spree', country: 'DE' } })
    expect(asked).toHaveLength(4)
    expect(new Set(asked.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    const cities = await client.getCities()
    expect(cities.filter(({ city }) => city === 'Once upon Spree')).toHaveLength(1)
  })

  test('gives up where nobody answers, and does not repeat what was refused', async () => {
    const away = weakLine(['lost before', 'lost before'])
    const client = createClient({ url, fetch: away.fetch, retries: 1, waitMs: 1 })
    await expect(client.getCities()).rejects.toMatchObject({ status: 0, code: 0 })
    const { fetch: line, asked } = weakLine([])
    await expect(createClient({ url, fetch: line }).getUsers()).rejects.toMatchObject({ status: 401 })
    expect(asked).toHaveLength(1)
  })

  test('asks for what a path needs before anything is sent', async () => {
    const { fetch: line, asked } = weakLine([])
    const client = createClient({ url, fetch: line })
    await expect(client.getUsersId({ path: { id: '' } })).rejects.toThrow('needs id')
    expect(asked).toEqual([])
  })
})

describe('a webhook that comes', () => {
  async function delivered() {
    const body = { name: 'Checked', url: target.url, events: ['contract.booked' as const] }
    const { id, secret } = (await people.sofia.call(createWebhook, { body })).body
    await people.sofia.call(testWebhook, { params: { id } })
    await world.running.modules.messaging.jobs?.find(({ name }) => name === 'send-webhooks')?.run()
    const told = target.told.at(-1)
    if (told === undefined || secret === null) throw new Error('nothing came')
    return { id, secret, ...told }
  }

  test('is read by the secret that it was made with', async () => {
    const { id, headers, body, secret } = await delivered()
    const message = await readWebhook(headers, body, secret)
    expect(message).toMatchObject({
      id: headers['webhook-id'],
      type: 'webhook.test',
      data: { webhookId: id },
    })
    expect(await readWebhook(headers, body, ['whsec_AAAA', secret])).toEqual(message)
  })

  test('is refused with another secret, another body, another time, or no signature', async () => {
    const { headers, body, secret } = await delivered()
    const now = Date.now()
    for (const refused of [
      () => readWebhook(headers, body, 'whsec_AAAA'),
      () => readWebhook(headers, body.replace('webhook.test', 'contract.booked'), secret),
      () => readWebhook({ ...headers, 'webhook-id': 'msg_other' }, body, secret),
      () => readWebhook({ ...headers, 'webhook-signature': 'v1,' }, body, secret),
      () => readWebhook({ ...headers, 'webhook-signature': 'v1,%%% v2,AAAA' }, body, secret),
      () => readWebhook({ ...headers, 'webhook-timestamp': 'soon' }, body, secret),
      () => readWebhook({}, body, secret),
      () => readWebhook(headers, body, secret, now + 6 * 60_000),
      () => readWebhook(headers, body, secret, now - 6 * 60_000),
    ])
      await expect(refused()).rejects.toThrow(WebhookRefused)
  })
})
