import { beforeAll, expect, test } from 'vitest'
import { openTwoCities } from '../../testing/two-cities.ts'
import { writeNews } from './write-news.ts'

const desk = await openTwoCities()
const { world, people } = desk
const { platform } = world.running
beforeAll(async () => {
  await desk.rent(desk.berlin, people.clara, { months: 2 })
})

const kindsFor = async (accountId: string): Promise<string[]> => {
  const rows = await platform.db
    .selectFrom('mail')
    .select('kind')
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['invoiceIssued', 'contractEnding'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

test('the invoice of the second month is mailed once, and the end of the contract once, a week before it', async () => {
  const { end_day: end } = await platform.db
    .selectFrom('contract')
    .select('end_day')
    .where('account_id', '=', people.clara.id)
    .executeTakeFirstOrThrow()
  const before = (days: number): string =>
    `${(end as Temporal.PlainDate).subtract({ days }).toString()}T10:00:00Z`
  await world.setTime(before(36))
  for (let again = 0; again < 2; again += 1) await writeNews(platform)
  expect(await kindsFor(people.clara.id)).toEqual(['invoiceIssued'])
  await world.setTime(before(8))
  await writeNews(platform)
  expect(await kindsFor(people.clara.id)).not.toContain('contractEnding')
  await world.setTime(before(6))
  for (let again = 0; again < 2; again += 1) await writeNews(platform)
  expect((await kindsFor(people.clara.id)).filter((kind) => kind === 'contractEnding')).toHaveLength(1)
})
