import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import * as api from '@stowage/api/payments'
import { newId } from '../../../platform/ids.ts'
import { insertMessage, type Verdict } from '../message-store.ts'
import { changePayment } from '../payment-store.ts'
import { paymentMessage, paymentMessages } from './payment-messages-view.ts'
import { paymentViewRoutes } from './routes.ts'
import { openPayments } from './testing/open-payments.ts'

const { scene, platform, db, tenant, contract, at, paid, givenBack, people } = await openPayments()
const { sofia, adam, clara, visitor } = people

describe('payments at processors', () => {
  const stale = newId()
  beforeAll(async () => {
    await paid({
      id: stale,
      documentId: contract.documentId,
      amount: 1_111,
      at: '2026-10-01T22:30:00Z',
      status: 'cancelled',
      outsideStatus: 'canceled',
      outsideId: 'P-77',
    })
    await scene.world.setTime('2026-11-22T09:00:00Z')
    const { documentId } = contract
    await paid({ documentId, amount: 19_000, at: '2026-11-21T22:59:00Z' })
    for (const [index, [amount, back]] of [
      [5_000, 5_000],
      [7_000, 1_500],
      [8_000, 8_000],
      [9_000, 1_000],
    ].entries() as Iterable<[number, [number, number]]>)
      await givenBack(
        await paid({ documentId, amount, at: `2026-11-22T08:0${index}:00Z` }),
        back,
        '2026-11-22T08:45:00Z',
      )
  })

  test('on the wire the names of the specification; a plain list without page, 100 a page with one', async () => {
    const plain = await sofia.send('GET', 'payments/external-payments')
    const rows = plain.body as Record<string, unknown>[]
    expect(Array.isArray(rows)).toBe(true)
    const row = rows.find(({ id }) => id === 'P-77')
    expect(row).toMatchObject({
      id: 'P-77',
      pay_amount: 1_111,
      clientid: tenant.id,
      userId: tenant.id,
      boxId: contract.boxId,
      iqacDocumentId: contract.documentId,
      status: 'canceled',
      pending_datetime: '2026-10-01T22:30:00Z',
    })
    expect(row?.['unitName']).toMatch(/^YA\d{3}$/)
    expect(rows.find(({ status }) => status === 'success')?.['success_datetime']).toMatch(/^202[67]-/)
    // What is marked as paid by hand went through no processor.
    expect(rows.some(({ processor }) => processor === 'manual')).toBe(false)
    const page = await sofia.call(api.listExternalPayments, { query: { page: '1' } })
    expect(page.body).toMatchObject({ page: 1, pageSize: 100, total: rows.length })
  })

  const ask = async (query: Record<string, string>): Promise<string[]> => {
    const { body } = await sofia.call(api.listExternalPayments, { query: { page: '1', ...query } })
    if (!('items' in body)) throw new Error('no page')
    expect(body.total).toBe(body.items.length)
    return body.items.map(({ id }) => id)
  }

  test('filters, search and order', async () => {
    const all = await ask({})
    expect(await ask({ status: 'canceled' })).toEqual(['P-77'])
    expect(await ask({ status: 'other' })).toHaveLength(4)
    expect(await ask({ search: 'P-77' })).toEqual(['P-77'])
    expect(await ask({ search: stale.toLowerCase() })).toEqual(['P-77'])
    expect(await ask({ search: tenant.email })).toHaveLength(all.length)
    expect(await ask({ search: '100%' })).toEqual([])
    expect(await ask({ processor: 'stripe' })).toEqual([])
    expect(await ask({ stockId: contract.stockId })).toHaveLength(all.length)
    expect(await ask({ stockId: scene.depositStock.stockId })).toEqual([])
    // Half past midnight at the stock, in Berlin.
    expect(await ask({ to: '2026-10-01' })).toEqual([])
    expect(await ask({ from: '2026-10-02', to: '2026-10-02' })).toEqual(['P-77'])
    expect((await ask({ sort: 'created' }))[0]).toBe('P-77')
    expect(await ask({ sort: '-created' })).toEqual((await ask({ sort: 'created' })).toReversed())
    expect((await ask({ sort: 'amount' }))[0]).toBe('P-77')
    expect((await ask({ sort: '-confirmed' })).at(-1)).toBe('P-77')
    const { body } = await sofia.call(api.listExternalPayments, { query: { page: '9' } })
    expect(body).toMatchObject({ items: [], total: all.length })
    const number = await db
      .selectFrom('document')
      .select('number')
      .where('id', '=', contract.documentId)
      .executeTakeFirstOrThrow()
    expect(await ask({ search: number.number ?? '' })).toHaveLength(all.length)
  })

  test('bad input, and who may not', async () => {
    expect((await sofia.send('GET', 'payments/external-payments?page=0')).code).toBe(1005)
    expect((await sofia.send('GET', 'payments/external-payments?from=2026-02-30')).code).toBe(1005)
    for (const person of [adam, clara])
      expect(await person.send('GET', 'payments/external-payments')).toMatchObject({
        status: 403,
        code: 9103,
      })
    expect((await visitor.send('GET', 'payments/external-payments')).code).toBe(9003)
  })
})

describe('what a tenant has paid and tried', () => {
  beforeAll(async () => {
    const { id } = await paid({
      documentId: contract.documentId,
      amount: 990,
      at: '2027-02-08T10:00:00Z',
      status: 'failed',
      outsideStatus: 'failed',
    })
    await platform.transact(async (tx) => await changePayment(tx, id, { failureReason: 'stolen_card' }))
  })

  test('every try with its document; why a card was declined as its payer may know it', async () => {
    const own = await tenant.call(api.listUserPayments, { params: { userId: tenant.id }, query: {} })
    expect(own.body.items[0]).toMatchObject({
      status: 'failed',
      method: 'card',
      label: '•••• 1111',
      amount: 990,
      decline: 'generic_decline',
      reason: null,
      documentId: contract.documentId,
      contractId: contract.id,
      isAutomatic: false,
      purpose: 'document',
    })
    expect(own.raw).not.toContain('stolen')
    expect(own.body.total).toBe(own.body.items.length)
    const staff = await sofia.call(api.listUserPayments, { params: { userId: tenant.id }, query: {} })
    expect(staff.body.items[0]).toMatchObject({ decline: 'generic_decline', reason: 'stolen_card' })
  })

  test('is his own', async () => {
    const url = `users/${tenant.id}/payments`
    expect(await clara.send('GET', url)).toMatchObject({ status: 404, code: 6004 })
    expect(await adam.send('GET', url)).toMatchObject({ status: 403, code: 9103 })
    expect((await visitor.send('GET', url)).code).toBe(9003)
    expect(await sofia.send('GET', 'users/nobody/payments')).toMatchObject({ status: 404, code: 6004 })
  })
})

describe('messages of processors', () => {
  const now = at('2026-11-21T10:00:00Z')
  const messages: [Verdict, string][] = [
    ['credited', '2026-11-21T08:00:00Z'],
    ['forged', '2026-11-21T08:10:00Z'],
    ['other sum', '2026-11-21T08:20:00Z'],
    ['valid', '2026-11-21T09:30:00Z'],
    ['valid', '2026-11-21T09:59:00Z'],
  ]
  const ids: string[] = []
  beforeAll(async () => {
    for (const [index, [verdict, received]] of messages.entries()) {
      const id = newId()
      ids.push(id)
      await insertMessage(db, {
        id,
        cabinet: index === 0 ? 'rub' : 'eur',
        outsideId: `M-${index}`,
        body: {
          id: `M-${index}`,
          sum: '11.11',
          key: 'd41d8cd98f00b204e9800998ecf8427e',
          bank_id: 'B1',
          card_number: '4111111111111111',
        },
        type: 'payment',
        messageKey: null,
        news: {
          subject: { about: 'payment', outsideId: `M-${index}`, orderId: null, claimsMoney: true },
          hearsay: {},
        },
        verdict,
        receivedAt: at(received),
        nextTryAt: verdict === 'valid' ? at(received) : null,
        paymentId: null,
      })
    }
  })
  const list = async (wish: Parameters<typeof paymentMessages>[1], canReplay = true) =>
    await paymentMessages(db, wish, { now, canReplay })

  test('those that somebody should look at, by verdict, by account, by number', async () => {
    const attention = await list({ verdict: 'attention' })
    expect(attention.items.map(({ outsideId }) => outsideId)).toEqual(['M-3', 'M-2', 'M-1'])
    expect(attention).toMatchObject({ total: 3, attention: 3, cabinets: ['eur', 'rub'] })
    expect((await list({})).total).toBe(5)
    expect((await list({ verdict: 'valid' })).items.map(({ needsAttention }) => needsAttention)).toEqual([
      false,
      true,
    ])
    expect((await list({ cabinet: 'rub' })).items.map(({ verdict }) => verdict)).toEqual(['credited'])
    expect((await list({ search: 'M-1' })).items.map(({ verdict }) => verdict)).toEqual(['forged'])
    expect((await list({})).items.map(({ mayReplay }) => mayReplay)).toEqual([true, true, true, false, false])
    expect((await list({}, false)).items.some(({ mayReplay }) => mayReplay)).toBe(false)
  })

  test('what proves a message or could charge somebody is blotted out', async () => {
    const read = await paymentMessage(db, ids[2] ?? '', { now, canReplay: true })
    expect(read?.fields).toEqual([
      { name: 'id', value: 'M-2', isHidden: false },
      { name: 'key', value: '•••', isHidden: true },
      { name: 'sum', value: '11.11', isHidden: false },
      { name: 'bank_id', value: '•••', isHidden: true },
      { name: 'card_number', value: '•••• 1111', isHidden: false },
    ])
    const reply = await sofia.send('GET', `payments/messages/${ids[2]}`)
    expect(reply.status).toBe(200)
    expect(reply.raw).not.toMatch(/d41d8|4111111111111111|"B1"/)
    expect((await sofia.send('GET', 'payments/messages/nothing')).status).toBe(404)
    expect((await adam.send('GET', 'payments/messages')).code).toBe(9103)
  })

  test('judged again: the core decides, and the deed is noted', async () => {
    const asked: string[] = []
    const routes = paymentViewRoutes(platform, {
      methodsFor: () => [],
      replay: async (id) => {
        asked.push(id)
        return 'credited'
      },
    })
    const replay = routes.find(({ endpoint }) => endpoint === api.replayPaymentMessage)
    const call = { params: { id: ids[2] }, actor: { id: sofia.id, impersonatedBy: null }, address: '::1' }
    expect(await replay?.run(call as never)).toEqual({ verdict: 'credited' })
    expect(asked).toEqual([ids[2]])
    const noted = await db
      .selectFrom('audit')
      .select(['subject_id', 'before', 'after'])
      .where('action', '=', 'payment-message-replayed')
      .execute()
    expect(noted).toEqual([
      { subject_id: ids[2], before: { verdict: 'other sum' }, after: { verdict: 'credited' } },
    ])
    await expect(replay?.run({ ...call, params: { id: 'nothing' } } as never)).rejects.toMatchObject({
      code: 9104,
    })
    expect(paymentViewRoutes(platform, { methodsFor: () => [] })).not.toContainEqual(
      expect.objectContaining({ endpoint: api.replayPaymentMessage }),
    )
  })
})

test('how a stock is paid: what its processors take, then a transfer where its seller has an account', async () => {
  const routes = paymentViewRoutes(platform, {
    methodsFor: (stockId, currency) =>
      stockId === contract.stockId && currency === 'EUR'
        ? [
            { method: 'card', processor: 'stripe' },
            { method: 'sepa', processor: 'stripe' },
          ]
        : [],
  })
  const methods = routes.find(({ endpoint }) => endpoint === api.listPayMethods)
  await db.updateTable('seller').set({ iban: 'DE89370400440532013000' }).execute()
  expect(await methods?.run({ query: { stockId: contract.stockId } } as never)).toEqual([
    { method: 'card', processor: 'stripe' },
    { method: 'sepa', processor: 'stripe' },
    { method: 'bankTransfer', processor: 'bankTransfer' },
  ])
  await db.updateTable('seller').set({ iban: null }).execute()
  // Without a processor and an account nothing is offered.
  expect((await clara.call(api.listPayMethods, { query: { stockId: contract.stockId } })).body).toEqual([])
  expect((await clara.send('GET', 'payments/methods?stockId=nothing')).code).toBe(6006)
  expect((await visitor.send('GET', `payments/methods?stockId=${contract.stockId}`)).code).toBe(9003)
})

test('long lists are answered from an index', async () => {
  await sql`
    insert into payment (id, processor, cabinet, reference, account_id, stock_id, amount, currency, status, outside_status, processor_payment_id, details, created_at, succeeded_at, created_by_id)
    select 'filled' || n, 'stripe', 'stripe', 'filled:' || n, ${tenant.id}, ${contract.stockId}, n, 'EUR', 'succeeded', 'succeeded', 'pi_' || n, '{"startedAt":"2026-01-01T00:00:00Z"}', '2026-01-01'::timestamptz + n * interval '1 minute', '2026-01-01'::timestamptz + n * interval '1 minute', 'x'
      from generate_series(1, 5000) n`.execute(db)
  await sql`
    insert into payment_message (id, cabinet, outside_id, body, verdict, received_at, payment_id)
    select 'filled' || n, 'stripe', 'pi_' || n, '{}', 'credited', '2026-01-01'::timestamptz + n * interval '1 minute', 'filled' || n from generate_series(1, 5000) n`.execute(
    db,
  )
  await sql`analyze payment, payment_message`.execute(db)
  for (const [statement, index] of [
    [
      `select p.id from payment p where p.processor <> 'manual' order by p.created_at desc, p.id limit 100`,
      /payment_(external|recent)/,
    ],
    [
      `select p.id from payment p where p.account_id = 'x' order by p.created_at desc, p.id limit 25`,
      'payment_of_account',
    ],
    [
      `select p.amount from payment p where p.succeeded_at >= '2026-01-01' and p.succeeded_at < '2026-01-02'`,
      'payment_received',
    ],
    [
      `select m.id from payment_message m where m.verdict not in ('credited', 'known', 'noted', 'not ours') and (m.verdict <> 'valid' or m.received_at <= '2026-11-21') order by m.received_at desc, m.id limit 50`,
      'payment_message_attention',
    ],
    [
      `select m.id from payment_message m order by m.received_at desc, m.id limit 50`,
      'payment_message_received',
    ],
    [`select m.id from payment_message m where m.payment_id = 'filled7'`, 'payment_message_payment'],
  ] as const) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(statement)}`.execute(db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan, statement).toMatch(index)
    expect(plan, statement).not.toContain('Seq Scan')
  }
  const { body } = await sofia.call(api.listExternalPayments, { query: { page: '1', search: 'pi_777' } })
  expect(body).toMatchObject({ total: 1, items: [{ id: 'pi_777', status: 'success', said: 'succeeded' }] })
})
