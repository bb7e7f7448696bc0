import { assignProcessors, getStockProcessors, switchProcessor, testProcessor } from '@stowage/api/processors'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../testing/people.ts'
import { assignmentsOf, environmentSettings, loadProcessorSettings, offersAt, reachOf } from './index.ts'
import { openSettings } from './testing/open-settings.ts'

const { server, sofia, stock, payKeeper, stripe } = await openSettings()
const { platform } = server

async function live(made: Promise<{ body: { id: string } }>): Promise<string> {
  const { id } = (await made).body
  await sofia.call(testProcessor, { params: { id } })
  const body = { isLive: true, ownPassword: PASSWORD }
  expect((await sofia.call(switchProcessor, { params: { id }, body })).body.isLive).toBe(true)
  return id
}
const assign = async (stockId: string, offers: object[], more: object = {}) =>
  await sofia.call(assignProcessors, { params: { id: stockId }, body: { offers, ...more } })
const serving = async (stockId: string, as = sofia) =>
  (await as.call(getStockProcessors, { params: { id: stockId } })).body

/** As whatever takes payments reads it. */
async function offered(stockId: string, currency: 'EUR' | 'RUB' | 'USD') {
  const settings = [
    ...environmentSettings(platform.config),
    ...(await loadProcessorSettings(platform.db, platform.config.secrets.storageKey)),
  ].map((setting) => ({ ...setting, ...reachOf(setting) }))
  const { offers } = offersAt({ id: stockId, currency }, settings, await assignmentsOf(platform.db))
  return offers.filter(({ isOffered }) => isOffered).map(({ method, processorId }) => [method, processorId])
}

describe('a stock for which nothing is set', () => {
  test('is served by the cabinet of the server’s settings in its currency', async () => {
    const stockId = await stock('RUB')
    expect(await serving(stockId)).toMatchObject({
      isInherited: true,
      offers: [{ method: 'card', processorId: 'paykeeper', isOffered: true }],
    })
    expect(await offered(stockId, 'RUB')).toEqual([['card', 'paykeeper']])
  })

  test('in a currency without one has nothing to offer', async () => {
    const stockId = await stock('EUR')
    expect(await serving(stockId)).toMatchObject({ isInherited: true, offers: [], updated: null })
  })
})

describe('a stock for which something is set', () => {
  test('offers the methods in that order, and none while their processor is not live', async () => {
    const stockId = await stock('EUR')
    const id = (await stripe({ methods: ['card', 'sepa', 'paypal'] })).body.id
    const offers = ['paypal', 'card'].map((method) => ({ method, processorId: id }))
    const draft = await assign(stockId, offers)
    expect(draft.body).toMatchObject({
      isInherited: false,
      offers: [
        { method: 'paypal', isOffered: false },
        { method: 'card', isOffered: false },
      ],
    })
    expect(await offered(stockId, 'EUR')).toEqual([])
    await sofia.call(testProcessor, { params: { id } })
    await sofia.call(switchProcessor, { params: { id }, body: { isLive: true, ownPassword: PASSWORD } })
    expect(await offered(stockId, 'EUR')).toEqual([
      ['paypal', id],
      ['card', id],
    ])
    await sofia.call(switchProcessor, { params: { id }, body: { isLive: false } })
    expect(await offered(stockId, 'EUR')).toEqual([])
  })

  test('goes without the server’s cabinet, until nothing is set again', async () => {
    const stockId = await stock('RUB')
    const id = (await payKeeper()).body.id
    await assign(stockId, [{ method: 'card', processorId: id }])
    expect(await offered(stockId, 'RUB')).toEqual([])
    expect((await assign(stockId, [])).body).toMatchObject({ isInherited: true })
    expect(await offered(stockId, 'RUB')).toEqual([['card', 'paykeeper']])
  })

  test('tells every process, and leaves its trail', async () => {
    const stockId = await stock('EUR')
    const id = (await stripe()).body.id
    await assign(stockId, [{ method: 'sepa', processorId: id }])
    const events = await platform.db.selectFrom('event').selectAll().where('stock_id', '=', stockId).execute()
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['payment-processors-changed', 'stock-changed']),
    )
    const acts = await platform.db
      .selectFrom('audit')
      .selectAll()
      .where('subject_id', '=', stockId)
      .where('action', '=', 'stock-processors-changed')
      .execute()
    expect(acts).toMatchObject([{ before: [], after: [{ method: 'sepa', processorId: id }] }])
  })

  test('that somebody else has set meanwhile is not written over', async () => {
    const stockId = await stock('EUR')
    const id = (await stripe()).body.id
    await assign(stockId, [{ method: 'sepa', processorId: id }], { updated: null })
    const late = await assign(stockId, [{ method: 'card', processorId: id }], { updated: null })
    expect(late).toMatchObject({ status: 409, code: 9109 })
    expect(late.errors[0]?.present).toMatchObject({ offers: [{ method: 'sepa' }] })
  })

  test('set by two at once ends as one of them said', async () => {
    const stockId = await stock('EUR')
    const id = (await stripe()).body.id
    const wishes = ['card', 'sepa', 'card', 'sepa'].map((method) => [{ method, processorId: id }])
    const replies = await Promise.all(wishes.map(async (wish) => await assign(stockId, wish)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await serving(stockId)).offers.length).toBe(1)
  })
})

describe('what does not go together', () => {
  test.each([
    ['a currency that it does not take', 'RUB', {}, ['card'], 'does not take the currency'],
    ['a method that it does not have', 'EUR', { methods: ['card'] }, ['sepa'], 'does not have this method'],
    ['direct debit without euro', 'USD', {}, ['sepa'], 'in euro only'],
    ['a method twice', 'EUR', {}, ['card', 'card'], 'is set twice'],
  ] as const)('%s is refused', async (_name, currency, wish, methods, sentence) => {
    const stockId = await stock(currency)
    const id = (await stripe(wish)).body.id
    const reply = await assign(
      stockId,
      methods.map((method) => ({ method, processorId: id })),
    )
    expect(reply).toMatchObject({ status: 409, code: 9150 })
    expect(reply.errors[0]).toMatchObject({
      field: `offers.${methods.length - 1}.processorId`,
      message: expect.stringContaining(sentence),
    })
    expect((await serving(stockId)).offers.filter(({ processorId }) => processorId === id)).toEqual([])
  })

  test('a processor or a stock that is not there, or one of the server’s settings', async () => {
    const stockId = await stock('RUB')
    for (const processorId of ['01KZZZZZZZZZZZZZZZZZZZZZZZ', 'paykeeper'])
      expect((await assign(stockId, [{ method: 'card', processorId }])).code).toBe(9104)
    expect((await assign('01KZZZZZZZZZZZZZZZZZZZZZZZ', [])).code).toBe(6006)
  })
})

test('staff who see the settings of a stock see what serves it and change nothing', async () => {
  const stockId = await stock('EUR')
  const adam = server.person('admin')
  expect((await serving(stockId, adam)).currency).toBe('EUR')
  expect((await adam.call(assignProcessors, { params: { id: stockId }, body: { offers: [] } })).status).toBe(
    403,
  )
  const ofAnother = server.person('admin@01KZZZZZZZZZZZZZZZZZZZZZZZ')
  expect((await ofAnother.call(getStockProcessors, { params: { id: stockId } })).code).toBe(6006)
  expect((await server.person('client').call(getStockProcessors, { params: { id: stockId } })).status).toBe(
    403,
  )
})

test('a stock says that one can pay online as soon as its own processor is live', async () => {
  const stockId = await stock('EUR')
  const id = await live(stripe())
  const onlinePayment = async () => (await server.modules.catalog.stockTerms(stockId))?.onlinePayment
  expect(await onlinePayment()).toBe(false)
  await assign(stockId, [{ method: 'card', processorId: id }])
  expect(await onlinePayment()).toBe(true)
  await sofia.call(switchProcessor, { params: { id }, body: { isLive: false } })
  expect(await onlinePayment()).toBe(false)
})
