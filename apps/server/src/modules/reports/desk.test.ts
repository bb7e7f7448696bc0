import { payDocument } from '@stowage/api/billing'
import { planLeaving } from '@stowage/api/contracts'
import { listDebtors, listDeskContracts, listUnmailedInvoices } from '@stowage/api/reports'
import { beforeAll, expect, test } from 'vitest'
import { createPerson, type NamedPerson } from '../../testing/people.ts'
import type { Person } from '../../testing/world.ts'
import { openTwoCities, type LetBox as Let } from '../../testing/two-cities.ts'

let anna: NamedPerson
let clara: Let
let leo: Let
let inMoscow: Let
let pending: Let
const desk = await openTwoCities()
beforeAll(async () => {
  const { world, people, berlin, moscow } = desk
  anna = await createPerson(world, { email: 'anna@tenants.example', firstName: 'Анна', lastName: 'Иванова' })
  clara = await desk.rent(berlin, people.clara, { months: 1 })
  leo = await desk.rent(berlin, people.leo)
  inMoscow = await desk.rent(moscow, anna)
  pending = await desk.rent(berlin, anna, { isPaid: false })
})

const contracts = async (who: Person, query: Record<string, string> = {}) => {
  const { body, errors } = await who.call(listDeskContracts, {
    query: { page: '1', status: 'ending', ...query },
  })
  expect(errors).toEqual([])
  return 'items' in body ? body : expect.unreachable()
}
const owing = async (who: Person, query: Record<string, string> = {}) => {
  const { body, errors } = await who.call(listDebtors, { query: { page: '1', ...query } })
  expect(errors).toEqual([])
  return 'items' in body ? body : expect.unreachable()
}
const unmailed = async (who: Person, query: Record<string, string> = {}) => {
  const { body, errors } = await who.call(listUnmailedInvoices, { query: { page: '1', ...query } })
  expect(errors).toEqual([])
  return 'items' in body ? body : expect.unreachable()
}
const units = (list: { items: readonly { unitNumber: string }[] }): string[] =>
  list.items.map(({ unitNumber }) => unitNumber)

test('ending are running contracts that end within 30 days, the thirtieth included', async () => {
  const { people, world } = desk
  const { items, total } = await contracts(people.sofia)
  expect(total).toBe(1)
  expect(items).toEqual([
    expect.objectContaining({
      id: clara.contractId,
      status: 'active',
      stock: { id: desk.berlin.stockId, name: 'Berlin' },
      userInfo: { id: people.clara.id, fullName: 'Clara Client' },
      unitNumber: 'YA001',
      startDate: '2026-11-21',
      endDate: '2026-12-21',
      noticeLeaveDate: null,
      isNoticeMissing: true,
      daysLeft: 30,
    }),
  ])
  await world.setTime('2026-11-20T10:00:00Z')
  expect((await contracts(people.sofia)).total).toBe(0)
  await world.setTime('2026-11-21T10:00:00Z')
})

test('a planned leaving brings a contract on the list, with its day and without the warning', async () => {
  const { people, berlin } = desk
  const params = { stockId: berlin.stockId, contractId: leo.contractId }
  const plan = async (plannedLeaveDate: string | null) =>
    expect((await people.sofia.call(planLeaving, { params, body: { plannedLeaveDate } })).errors).toEqual([])
  await plan('2026-12-01')
  const { items } = await contracts(people.sofia)
  expect(
    items.map(({ unitNumber, noticeLeaveDate, isNoticeMissing, daysLeft }) => [
      unitNumber,
      noticeLeaveDate,
      isNoticeMissing,
      daysLeft,
    ]),
  ).toEqual([
    ['YA002', '2026-12-01', false, 10],
    ['YA001', null, true, 30],
  ])
  expect(units(await contracts(people.sofia, { sort: '-end' }))).toEqual(['YA001', 'YA002'])
  await plan(null)
  expect((await contracts(people.sofia)).total).toBe(1)
})

test('opened, closed and all, by number, client and stock; a page and a plain list', async () => {
  const { people } = desk
  expect(units(await contracts(people.sofia, { status: 'opened' })).sort()).toEqual([
    'YA001',
    'YA002',
    'YA003',
    'YB001',
  ])
  expect((await contracts(people.sofia, { status: 'closed' })).total).toBe(0)
  const byClient = await contracts(people.sofia, { status: 'all', sort: 'client' })
  const names = ['Анна Иванова', 'Анна Иванова', 'Clara Client', 'Legal & Sons']
  expect(byClient.items.map(({ userInfo }) => userInfo.fullName).sort()).toEqual([...names].sort())
  expect(byClient.items.map(({ userInfo }) => userInfo.fullName).slice(0, 2)).toEqual(names.slice(2))
  expect(units(await contracts(people.sofia, { status: 'all', sort: '-stock' }))[0]).toBe('YB001')
  const plain = await people.sofia.call(listDeskContracts, { query: { status: 'all' } })
  expect(Array.isArray(plain.body) && plain.body.length).toBe(4)
  const second = await contracts(people.sofia, { status: 'all', sort: 'number', pageSize: '3', page: '2' })
  expect([second.items.length, second.total, second.pageSize]).toEqual([1, 4, 3])
})

test.each([
  ['иванова', ['YA003', 'YB001']],
  ['Ivanova', ['YA003', 'YB001']],
  ['legal & s', ['YA002']],
  ['ya00', ['YA001', 'YA002', 'YA003']],
  ['A001', []],
  ['anna@tenants', ['YA003', 'YB001']],
  ['%', []],
  ['', ['YA001', 'YA002', 'YA003', 'YB001']],
])('search for %j finds %j', async (search, expected) => {
  expect(units(await contracts(desk.people.sofia, { status: 'all', search, sort: 'number' })).sort()).toEqual(
    expected,
  )
})

test('an admin does not find people by the e-mail that he may not see', async () => {
  expect(units(await contracts(desk.people.adam, { status: 'all', search: 'anna@tenants' }))).toEqual([])
  expect(units(await contracts(desk.people.adam, { status: 'all', search: 'иванова' })).length).toBe(2)
})

test('on its due day an invoice is in time; the day after, by the clock of its stock, it is a debt', async () => {
  const { world, people, moscow } = desk
  await world.setTime('2026-12-14T12:00:00Z')
  await world.setTime('2026-12-21T12:00:00Z')
  expect(await owing(people.sofia)).toMatchObject({ items: [], total: 0, currency: null, currencies: [] })
  // Half past midnight in Moscow, half past ten in Berlin.
  await world.setTime('2026-12-21T21:30:00Z')
  expect(await owing(people.sofia)).toMatchObject({
    items: [
      {
        id: inMoscow.contractId,
        userInfo: { id: anna.id, fullName: 'Анна Иванова' },
        stock: { id: moscow.stockId, name: 'Moskau' },
        unitNumber: 'YB001',
        currency: 'RUB',
        debt: 1200,
        unpaid: 1200,
        dueDate: '2026-12-21',
        daysOverdue: 1,
      },
    ],
    total: 1,
    currency: 'RUB',
    currencies: [{ currency: 'RUB', count: 1, debt: 1200 }],
  })
  await world.setTime('2026-12-22T12:00:00Z')
  const { currencies } = await owing(people.sofia)
  // Neither added nor ranked together: 24 euro are not more than 12 roubles.
  expect(currencies).toEqual([
    { currency: 'EUR', count: 1, debt: 2400 },
    { currency: 'RUB', count: 1, debt: 1200 },
  ])
  expect(units(await owing(people.sofia, { currency: 'RUB' }))).toEqual(['YB001'])
  expect(units(await owing(people.sofia, { currency: 'EUR' }))).toEqual(['YA002'])
  expect((await owing(people.sofia, { currency: 'PLN' })).items).toEqual([])
})

test('what is not due yet is unpaid and no overdue debt; a booking that may be given up is none either', async () => {
  const { world, people } = desk
  await world.setTime('2027-01-15T12:00:00Z')
  const { items } = await owing(people.sofia, { currency: 'EUR' })
  expect(items).toEqual([
    expect.objectContaining({ unitNumber: 'YA002', debt: 2400, unpaid: 4800, daysOverdue: 25 }),
  ])
  expect(items.map(({ id }) => id)).not.toContain(pending.contractId)
})

test('a plain list has the ten highest of each currency, each ranked for itself', async () => {
  const { world, people, berlin } = desk
  for (let index = 0; index < 11; index += 1) {
    const tenant = await createPerson(world, { email: `t${index}@tenants.example` })
    await desk.rent(berlin, tenant)
  }
  // The day their second invoices are issued: issued late, they would be due later.
  await world.setTime('2027-02-08T12:00:00Z')
  await world.setTime('2027-03-01T12:00:00Z')
  const { body } = await people.sofia.call(listDebtors)
  const list = Array.isArray(body) ? body : expect.unreachable()
  const euros = list.filter(({ currency }) => currency === 'EUR')
  expect(euros.length).toBe(10)
  expect(euros.map(({ debt }) => debt)).toEqual(euros.map(({ debt }) => debt).sort((a, b) => b - a))
  expect(list.map(({ currency }) => currency)).toEqual([...euros.map(() => 'EUR'), 'RUB'])
  // One of them has stayed on after his month, and was asked for that.
  expect((await owing(people.sofia)).total).toBe(13)
})

test('who pays is off both lists', async () => {
  const { world, people } = desk
  const before = await owing(people.sofia, { currency: 'RUB' })
  expect(before.total).toBe(1)
  const open = (await unmailed(people.sofia, { search: inMoscow.unitNumber })).items
  // Two months, and days after the end that are due today.
  expect(open.map(({ isOverdue }) => isOverdue)).toEqual([true, true, false])
  for (const { id } of open)
    expect(
      (await people.sofia.call(payDocument, { body: { documentId: id, processor: 'manual' } })).errors,
    ).toEqual([])
  await world.settle()
  expect((await owing(people.sofia, { currency: 'RUB' })).total).toBe(0)
  expect((await unmailed(people.sofia, { search: inMoscow.unitNumber })).total).toBe(0)
})

test('staff of one stock see that stock only, and nobody else’s internal contracts', async () => {
  const { people, bert, moscow, berlin } = desk
  const all = await contracts(people.adam, { status: 'all' })
  expect(new Set(all.items.map(({ stock }) => stock.name))).toEqual(new Set(['Berlin', 'Moskau']))
  for (const query of [{}, { stockId: moscow.stockId }, { search: 'YB' }]) {
    const seen = [
      ...(await contracts(bert, { status: 'all', ...query })).items,
      ...(await owing(bert, query)).items,
      ...(await unmailed(bert, query)).items,
    ]
    expect(seen.filter(({ stock }) => stock.id !== berlin.stockId)).toEqual([])
    expect(seen.length > 0).toBe(Object.keys(query).length === 0)
  }
  const mark = async (internalUserId: string | null) =>
    expect(
      (await people.sofia.send('PUT', `contracts/${leo.contractId}/internal`, { internalUserId })).status,
    ).toBe(200)
  await mark(people.mara.id)
  for (const who of [bert, people.adam]) {
    expect(units(await contracts(who, { status: 'all' }))).not.toContain('YA002')
    expect(units(await owing(who))).not.toContain('YA002')
    expect(units(await unmailed(who))).not.toContain('YA002')
  }
  await mark(bert.id)
  expect(units(await owing(bert))).toContain('YA002')
  expect(units(await owing(people.adam))).not.toContain('YA002')
  expect(units(await owing(people.sofia))).toContain('YA002')
  await mark(null)
})

test('only who may send is told so', async () => {
  const { people } = desk
  expect(
    (await unmailed(people.sofia)).items.every(({ maySend, mail }) => maySend === (mail !== 'waiting')),
  ).toBe(true)
  expect((await unmailed(people.adam)).items.some(({ maySend }) => maySend)).toBe(false)
})

test.each([{}, { search: '-000' }])(
  'behind the last page is nobody, and how many there are is still said: %j',
  async (narrowed) => {
    const { sofia } = desk.people
    for (const list of [contracts, owing, unmailed]) {
      const wish = { ...narrowed, pageSize: '1' }
      const first = await list(sofia, wish)
      expect(first.total).toBeGreaterThan(0)
      expect(first.items).toHaveLength(1)
      const { items, total, page } = await list(sofia, { ...wish, page: '50' })
      expect({ items, total, page }).toEqual({ items: [], total: first.total, page: 50 })
    }
  },
)

test.each([
  ['statistics/contracts?page=0', 'page'],
  ['statistics/contracts?status=x', 'status'],
  ['statistics/contracts?sort=debt', 'sort'],
  ['statistics/debtors?currency=XXX', 'currency'],
  ['statistics/debtors?page=1&pageSize=501', 'pageSize'],
  ['statistics/invoice-emailing?sort=amount', 'sort'],
])('bad input: %s', async (url, field) => {
  expect((await desk.people.sofia.send('GET', url)).errors).toEqual([
    expect.objectContaining({ errorCode: 1005, field }),
  ])
})

test.each([listDeskContracts, listDebtors, listUnmailedInvoices])(
  '$path costs two statements, however long the page is',
  async (endpoint) => {
    const { people, world } = desk
    const { pool } = world.running.platform
    let statements = 0
    const count = (): unknown => (statements += 1)
    const countFor = async (pageSize: string): Promise<number> => {
      await people.adam.call(endpoint, { query: { page: '1', pageSize } })
      pool.on('acquire', count)
      statements = 0
      const { body } = await people.adam.call(endpoint, { query: { page: '1', pageSize } })
      pool.off('acquire', count)
      expect('items' in body && body.items.length).toBe(Number(pageSize))
      return statements
    }
    expect(await countFor('2')).toBeLessThanOrEqual(3)
    expect(await countFor('9')).toBe(await countFor('2'))
  },
)

test.each(['%00', '%ED%A0%80', '%5C', '_', "'", '%25%25', '%F0%9F%98%80', '(', 'a'.repeat(129)])(
  'whatever is searched for, %s finds nothing and breaks nothing',
  async (text) => {
    const { people } = desk
    for (const url of [
      `statistics/contracts?page=1&search=${text}`,
      `statistics/debtors?page=1&search=${text}`,
      `statistics/debtors?stockId=${text.slice(0, 64)}`,
      `statistics/invoice-emailing?page=1&search=${text}`,
      `notifications/invoices-emailing?userId=${text.slice(0, 64)}&invoicesIds=${text}`,
    ]) {
      const reply = await people.sofia.send('GET', url)
      expect([url, reply.status < 500]).toEqual([url, true])
      if (reply.status === 200 && 'items' in (reply.body as object))
        expect((reply.body as { total: number }).total).toBe(0)
    }
  },
)

test('of a booking that may be given up nobody is reminded, and it is not counted either', async () => {
  const { world, people, berlin } = desk
  const late = await desk.rent(berlin, await createPerson(world, { email: 'late@tenants.example' }), {
    isPaid: false,
  })
  for (const who of [people.sofia, people.adam]) {
    const { items } = await unmailed(who, { pageSize: '50', stockId: berlin.stockId })
    expect(items.map(({ contractId }) => contractId)).not.toContain(late.contractId)
    // A page that is not full ends the list, whatever was counted.
    expect((await unmailed(who, { pageSize: '1', stockId: berlin.stockId })).total).toBe(items.length)
  }
})
