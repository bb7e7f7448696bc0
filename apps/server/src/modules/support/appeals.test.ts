import { addAppeal, countAppeals, handleAppeal, listAppeals, reopenAppeal } from '@stowage/api/support'
import { limits } from '@stowage/domain/limits'
import { afterAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { auditOf } from '../../testing/audit-of.ts'
import { listen, type Listener } from '../../testing/listen.ts'
import { somebody } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallStock } from '../../testing/small-stock.ts'

const { world, people } = await openPeopledWorld()
const { visitor, clara, mara, adam, sofia } = people
const { db } = world.running.platform
const listeners: Listener[] = []
afterAll(() => {
  for (const { socket } of listeners) socket.close()
})
const hear = async (person?: { id: string; token?: string | undefined }): Promise<Listener> => {
  const listener = await listen(world, person)
  listeners.push(listener)
  return listener
}
/** Another visitor's address, so that no test spends the allowance of the next. */
const afresh = async () => await db.deleteFrom('sign_in_try').execute()
const callBack = async (phone: string, name = 'Ilse') =>
  (await visitor.call(addAppeal, { body: { name, phone, type: 'callback' } })).body.id
const all = async (query: Record<string, string>) => {
  const { body } = await sofia.call(listAppeals, { query: { ...query, page: '1' } })
  if (!('items' in body)) throw new Error('no page')
  return body
}

test('a call-back is heard of by all staff at once and by nobody else; handled it is gone for all', async () => {
  const heard = {
    sofia: await hear(sofia),
    adam: await hear(adam),
    mara: await hear(mara),
    clara: await hear(clara),
    visitor: await hear(),
  }
  const id = await callBack('+49 30 555-01')
  await expect.poll(() => heard.mara.of('APPEAL_ADDED')).toHaveLength(1)
  await Promise.all(Object.values(heard).map(async (one) => await one.caughtUp()))
  const told = { id, type: 'callback', phone: '+49 30 555-01', name: 'Ilse' }
  for (const one of [heard.sofia, heard.adam, heard.mara])
    expect(one.of('APPEAL_ADDED').map(({ payload }) => payload)).toEqual([told])
  for (const one of [heard.clara, heard.visitor]) expect(one.of('APPEAL_ADDED')).toEqual([])

  expect((await adam.call(handleAppeal, { params: { id }, body: {} })).body).toMatchObject({
    status: 'handled',
    handledBy: { name: 'Adam Admin' },
    handledAt: expect.any(String) as string,
  })
  await expect.poll(() => heard.mara.of('APPEAL_HANDLED')).toHaveLength(1)
  expect((await sofia.call(reopenAppeal, { params: { id } })).body).toMatchObject({
    status: 'pending',
    handledBy: null,
  })
  await expect.poll(() => heard.mara.of('APPEAL_REOPENED')).toHaveLength(1)
  expect((await auditOf(world, id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['appeal-handled', adam.id],
    ['appeal-reopened', sofia.id],
  ])
})

test('a message is heard of by who reads requests only', async () => {
  const [manager, admin] = [await hear(mara), await hear(adam)]
  await clara.call(addAppeal, { body: { phone: '+49301', type: 'message', message: 'The lamp is out' } })
  await expect.poll(() => admin.of('APPEAL_ADDED')).toHaveLength(1)
  await manager.caughtUp()
  expect(manager.of('APPEAL_ADDED')).toEqual([])
})

test('the same request that still waits is one, also sent at once; handled, it is asked anew', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, async () => await callBack('+49 30 555-02')))
  expect(new Set(ids).size).toBe(1)
  const [id = ''] = ids
  await adam.call(handleAppeal, { params: { id }, body: {} })
  const next = await callBack('+49 (30) 55502')
  expect(next).not.toBe(id)
  // Put back it waits beside the new one, and is not lost to it.
  expect((await adam.call(reopenAppeal, { params: { id } })).status).toBe(200)
  expect((await all({ search: '555-02', status: 'pending' })).total).toBe(1)
  expect((await all({ search: '3055502', status: 'pending' })).total).toBe(2)
})

test('who is signed in is who he is; another userId is dropped', async () => {
  const sent = await clara.send('POST', 'appeal', {
    email: 'somebody@else.example',
    name: 'Somebody Else',
    userId: sofia.id,
    phone: '+49302',
    type: 'message',
    appealMessage: 'Who am I?',
  })
  expect(sent.status).toBe(200)
  const { items } = await all({ search: 'who am i' })
  expect(items).toMatchObject([{ accountId: clara.id, name: 'Clara Client', email: clara.email }])
  const staff = await mara.send('POST', 'appeal', { name: 'A caller', phone: '+49303', type: 'callback' })
  expect(staff.status).toBe(200)
  expect((await all({ search: 'a caller' })).items).toMatchObject([{ accountId: null, email: null }])
})

test('on the wire the names of the specification: a plain list, and a page where one is asked for', async () => {
  const { body: made } = await visitor.call(addAppeal, {
    body: { name: 'Wire', phone: '+4931', type: 'callback' },
  })
  await adam.call(handleAppeal, { params: { id: made.id }, body: {} })
  const plain = await adam.send('GET', 'appeal?status=handled')
  expect(plain.body).toBeInstanceOf(Array)
  expect((plain.body as object[])[0]).toMatchObject({
    _id: expect.any(String) as string,
    type: 'callback',
    status: 'handled',
    appealMessage: '',
    created: expect.any(String) as string,
  })
  expect(await all({ type: 'message' })).toMatchObject({ page: 1, pageSize: limits.pageSize.appeals })
  expect((await adam.call(countAppeals)).body.pending).toBe((await all({ status: 'pending' })).total)
})

test('of two colleagues the first has handled it; a note of the second is not lost unseen', async () => {
  const id = await callBack('+49 30 555-03')
  const done = { params: { id }, body: { note: 'Called, comes on Monday' } }
  expect((await adam.call(handleAppeal, done)).body).toMatchObject({ note: 'Called, comes on Monday' })
  expect((await adam.call(handleAppeal, done)).status).toBe(200)
  expect((await sofia.call(handleAppeal, { params: { id }, body: {} })).body).toMatchObject({
    handledBy: { name: 'Adam Admin' },
  })
  const late = await sofia.call(handleAppeal, { params: { id }, body: { note: 'Called too' } })
  expect(late).toMatchObject({ status: 409, code: 9109 })
  expect(late.errors[0]?.present).toMatchObject({ note: 'Called, comes on Monday' })
  expect((await adam.call(handleAppeal, { params: { id: 'nobody' }, body: {} })).code).toBe(9104)
})

test('staff of one stock see and handle what is asked of it and of none', async () => {
  const { platform, modules } = world.running
  const here = await createSmallStock({ platform, catalog: modules.catalog })
  const there = await createSmallStock({ platform, catalog: modules.catalog })
  const own = await somebody(world, { platformRole: 'staff', roleAlias: 'admin', stockId: here.stockId })
  const ask = async (stock: string) =>
    (
      await visitor.send('POST', 'availability-requests', {
        name: 'Stocky',
        email: 'stocky@nowhere.example',
        privacy: true,
        stock,
        size: 'm',
      })
    ).body as { id: string }
  const [seen, unseen] = [await ask(here.stockId), await ask(there.stockId)]
  const { body } = await own.call(listAppeals, { query: { search: 'stocky' } })
  expect(Array.isArray(body) && body.map(({ id }) => id)).toEqual([seen.id])
  expect((await own.call(handleAppeal, { params: { id: unseen.id }, body: {} })).code).toBe(9104)
  expect((await own.call(handleAppeal, { params: { id: seen.id }, body: {} })).status).toBe(200)
})

const phone = '+49 30 1'
test.each([
  ['nothing', {}, { phone: 1003, type: 1003 }],
  ['a visitor without a name', { phone, type: 'callback' }, { name: 1003 }],
  [
    'a message without an address',
    { phone, name: 'A', type: 'message', appealMessage: 'x' },
    { email: 1000 },
  ],
  ['an empty message', { phone, name: 'A', email: 'a@b.example', type: 'message' }, { appealMessage: 1003 }],
  ['a kind of its own', { phone, name: 'A', type: 'order', appealMessage: 'x' }, { type: 1005 }],
  ['no address', { phone, name: 'A', email: 'a@b', type: 'callback' }, { email: 1001 }],
  ['a telephone of words', { phone: 'call me', name: 'A', type: 'callback' }, { phone: 1005 }],
  ['a telephone of 15', { phone: '123456789012345', name: 'A', type: 'callback' }, { phone: 1004 }],
  [
    'a control character',
    { phone, name: 'A', type: 'callback', appealMessage: 'a\u0007b' },
    { appealMessage: 1005 },
  ],
  [
    'half a character',
    { phone, name: 'A', type: 'callback', appealMessage: 'a\ud83d' },
    { appealMessage: 1005 },
  ],
  ['a header in the name', { phone, name: 'A\u0000B', type: 'callback' }, { name: 1005 }],
  ['255', { phone, name: 'A', type: 'callback', appealMessage: '👨‍👩‍👧‍👦'.repeat(255) }, { appealMessage: 1004 }],
  [
    'marks without end',
    { phone, name: 'A', type: 'callback', appealMessage: `a${'\u0301'.repeat(9000)}` },
    { appealMessage: 1004 },
  ],
])('bad input: %s', async (_name, body, expected) => {
  const reply = await visitor.send('POST', 'appeal', body)
  expect(reply.status).toBe(400)
  expect(Object.fromEntries(reply.errors.map(({ field, errorCode }) => [field, errorCode]))).toEqual(expected)
})

test('254 characters are 254, families in one emoji included; line ends are one', async () => {
  await afresh()
  const message = `${'👨‍👩‍👧‍👦'.repeat(250)}a\r\nb\t`
  const sent = await visitor.call(addAppeal, { body: { name: 'Long', phone, type: 'callback', message } })
  expect(sent.status).toBe(200)
  const { items } = await all({ search: 'long' })
  expect(items[0]?.message).toBe(`${'👨‍👩‍👧‍👦'.repeat(250)}a\nb`)
})

test('a flood is stopped per account and per address, and what was sent before it is kept', async () => {
  const leo = await somebody(world)
  const { perAccount } = limits.support
  const ask = async (index: number) =>
    await leo.call(addAppeal, { body: { phone, type: 'message', message: `flood ${index}` } })
  for (let index = 0; index < perAccount; index += 1) expect((await ask(index)).status).toBe(200)
  const refused = await ask(perAccount)
  expect(refused).toMatchObject({ status: 429, code: 9129 })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await all({ search: 'flood' })).total).toBe(perAccount)

  await afresh()
  for (let index = 0; index < limits.support.perAddress; index += 1) await callBack(`+49 40 ${index}`)
  const body = { name: 'One more', phone, type: 'callback' as const }
  expect((await visitor.call(addAppeal, { body })).code).toBe(9129)
  // Staff write down what they hear, as often as it rings.
  expect((await mara.call(addAppeal, { body })).status).toBe(200)
})

test('a script in a request is text; a search for signs of the database finds them only', async () => {
  await db.deleteFrom('appeal').execute()
  const name = `<img src=x onerror=alert(1)>`
  const made = await sofia.call(addAppeal, {
    body: { name, phone, type: 'callback', message: `100% '; drop table appeal; --` },
  })
  expect(made.status).toBe(200)
  expect((await all({ search: '%' })).total).toBe(1)
  expect((await all({ search: '_' })).total).toBe(0)
  expect((await all({ search: "'; drop" })).items).toMatchObject([{ name }])
  expect((await sofia.send('GET', `appeal?search=${'x'.repeat(130)}`)).code).toBe(1004)
  expect((await sofia.send('GET', 'appeal?status=all')).code).toBe(1005)
})

test('filters and searches are answered from an index', async () => {
  await sql`
    insert into appeal (id, name, phone, email, type, status, message, details, note, created_at)
    select 'filled' || n, 'Name ' || n, '+49' || n, 'mail' || n || '@filled.example', (array['callback', 'message', 'availability'])[1 + n % 3],
           case when n % 50 = 0 then 'pending' else 'handled' end, 'Message ' || md5(n::text), '{}', repeat('x', 1500), '2026-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, 5000) n`.execute(db)
  await sql`analyze appeal`.execute(db)
  for (const where of [
    `a.status = 'pending'`,
    `true`,
    `a.type = 'message' and a.status = 'handled'`,
    `a.type = 'message'`,
    `a.search_text like folded('%mail777@%')`,
    `a.status = 'handled' and a.search_text like folded('%49123%')`,
  ]) {
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain select a.* from appeal a where ${sql.raw(where)} order by a.created_at desc, a.id desc limit 50`.execute(
      db,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan, where).not.toContain('Seq Scan')
  }
  expect((await all({ search: 'MAIL777@' })).total).toBe(1)
})
