import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { searchEmailHistory } from '@stowage/api/emails'
import { newId } from '../../platform/ids.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

const { world, people } = await openPeopledWorld()
beforeAll(async () => {
  const { db } = world.running.platform
  await db.deleteFrom('mail').execute()
  const rows = Array.from({ length: 57 }, (_, index) => ({
    id: newId(),
    natural_key: `test:${index}`,
    kind: index === 0 ? 'accountCreated' : 'paymentReceived',
    recipient: index < 7 ? people.clara.email : `other${index}@markers.example`,
    account_id: index < 7 ? people.clara.id : null,
    language: 'de',
    data: '{}',
    subject: index === 6 ? null : `Betreff ${index}`,
    status: index === 6 ? 'waiting' : 'sent',
    next_attempt_at: Temporal.Instant.from('2026-11-01T10:00:00Z'),
    created_at: Temporal.Instant.from('2026-11-01T10:00:00Z').add({ minutes: index }),
  }))
  await db.insertInto('mail').values(rows).execute()
})

const ask = async (query: Record<string, string>) =>
  (await people.sofia.call(searchEmailHistory, { query })).body

test('the mails of one account, the newest first, five a page', async () => {
  const first = await ask({ userId: people.clara.id, page: '1' })
  expect(first).toMatchObject({ total: 7, page: 1, pageSize: 5 })
  const second = await ask({ userId: people.clara.id, page: '2' })
  if (!('items' in first) || !('items' in second)) throw new Error('no pages')
  expect(first.items).toHaveLength(5)
  expect(first.items[0]).toMatchObject({ to: people.clara.email, subject: null, status: 'waiting' })
  expect(second.items.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['paymentReceived', 'Betreff 1'],
    ['accountCreated', 'Betreff 0'],
  ])
})

test('without a page a plain list; on the wire the names of the specification', async () => {
  const all = await people.sofia.send('GET', 'email-history/search?to=')
  expect(all.body).toHaveLength(57)
  expect((all.body as object[])[0]).toMatchObject({
    to: 'other56@markers.example',
    subject: 'Betreff 56',
    emailMessageType: 'paymentReceived',
    createdAt: '2026-11-01T10:56:00Z',
  })
  expect(await ask({ to: 'OTHER12@' })).toHaveLength(1)
  expect(await ask({ to: '%' })).toEqual([])
  expect(await ask({ to: 'markers', page: '1' })).toMatchObject({ total: 50, pageSize: 50 })
  expect(await ask({ to: 'markers', page: '9' })).toMatchObject({ items: [], total: 50, page: 9 })
})

test('bad input, and who may not', async () => {
  expect((await people.sofia.send('GET', 'email-history/search?page=0')).code).toBe(1005)
  expect((await people.sofia.send('GET', `email-history/search?to=${'x'.repeat(130)}`)).code).toBe(1004)
  expect((await people.visitor.send('GET', 'email-history/search?to=')).code).toBe(9003)
  for (const person of [people.adam, people.mara, people.clara])
    expect(await person.send('GET', 'email-history/search?to=')).toMatchObject({ status: 403, code: 9103 })
})

test('lists and searches are answered from an index', async () => {
  const { db } = world.running.platform
  await sql`
    insert into mail (id, natural_key, kind, recipient, language, data, status, subject, next_attempt_at, created_at)
    select 'filled' || n, 'filled:' || n, 'paymentReceived', 'mail' || n || '@filled.example', 'de', '{}', 'sent', repeat('x', 900), '2026-01-01', '2026-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, 5000) n`.execute(db)
  await sql`analyze mail`.execute(db)
  for (const [where, total] of [
    [`true`, '0'],
    [`m.account_id = '${people.clara.id}'`, '(count(*) over ())::int'],
    [`m.recipient_search like folded('%mail777@%')`, '(count(*) over ())::int'],
  ] as const) {
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain select m.id, ${sql.raw(total)} from mail m where ${sql.raw(where)} order by m.created_at desc, m.id limit 50`.execute(
      db,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n'), where).not.toContain('Seq Scan')
  }
  expect(await ask({ to: 'MAIL777@', page: '1' })).toMatchObject({ total: 1 })
})
