import { listUsers, updateUser } from '@stowage/api/accounts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { somebody } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

const { world, people } = await openPeopledWorld()
const { db } = world.running.platform
const [{ here }] = (
  await sql<{ here: number }>`select count(*)::int as here from account where deleted_at is null`.execute(db)
).rows as [{ here: number }]

/** As an import writes them: no fact tells of each. */
async function putMany(like: string, from: number, to: number): Promise<void> {
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns where table_schema = current_schema() and table_name = 'account'
       and is_generated = 'NEVER' and column_name not in ('id', 'email', 'email_key')`.execute(db)
  const columns = sql.join(rows.map(({ column_name }) => sql.ref(column_name)))
  await sql`insert into account (id, email, email_key, ${columns})
    select 'many' || n, 'many' || n || '@tenants.example', 'many' || n || '@tenants.example', ${columns}
      from account, generate_series(${from}::int, ${to}::int) n where id = ${like}`.execute(db)
}

test('many accounts are counted once for all pages, and anew when one has changed', async () => {
  const first = await somebody(world)
  await putMany(first.id, 1, 1200)
  const total = async (page = '1', query: { role?: 'client' } = {}) =>
    (await people.sofia.call(listUsers, { query: { page, ...query } })).body.total
  const all = here + 1 + 1200
  expect(await total()).toBe(all)
  await putMany(first.id, 1201, 1210)
  // Nobody has told of them; each of the other lists is counted for itself, and its last page tells what it shows.
  expect(await total()).toBe(all)
  expect(await total('3')).toBe(all)
  expect(await total(String(Math.ceil((all + 10) / 100)))).toBe(all + 10)
  await people.sofia.call(updateUser, { params: { id: first.id }, body: { firstName: 'Mara' } })
  await expect.poll(async () => await total()).toBe(all + 10)
})
