import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { machineNow } from '../clock.ts'
import { connect, type Connection } from '../database/connect.ts'
import { audit, createTransact, type Transact } from '../database/transaction.ts'
import { newId } from '../ids.ts'
import { sealAudit, verifyAudit } from './seal.ts'

let database: TestDatabase
let connection: Connection
let transact: Transact
const db = () => connection.db

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url)
  transact = createTransact(connection.db, { handlersOf: () => [], machineNow, committed: () => undefined })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const later = (): Temporal.Instant => machineNow().add({ hours: 1 })
const seal = async (): Promise<number> => await sealAudit(transact, later())

/** Notes so many acts, one after another. @returns their ids in that order */
async function note(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const id = newId()
    ids.push(id)
    await transact(async (tx) =>
      audit(tx, {
        id,
        at: Temporal.Instant.from('2026-11-21T10:00:00.123456Z'),
        actorId: 'sofia',
        action: 'price-changed',
        subjectType: 'stock',
        subjectId: 'berlin',
        before: { price: n, nested: { b: 1, a: [1, 2] } },
        after: { price: n + 1, text: 'Ünïcode "quoted" \\ \n' },
        address: '192.0.2.1',
      }),
    )
  }
  return ids
}

const change = async (id: string, set: Record<string, unknown>): Promise<void> => {
  await db().updateTable('audit').set(set).where('id', '=', id).execute()
}

beforeEach(async () => {
  await db().deleteFrom('audit').execute()
  await db().deleteFrom('setting').where('name', '=', 'audit-chain').execute()
})

describe('sealing', () => {
  test('chains what is old enough, in order, once', async () => {
    const [first = '', second = ''] = await note(2)
    expect(await sealAudit(transact, machineNow().subtract({ hours: 1 }))).toBe(0)
    expect(await verifyAudit(db())).toMatchObject({ checked: 0, unsealed: 2 })
    expect(await seal()).toBe(2)
    expect(await seal()).toBe(0)
    const [third = ''] = await note(1)
    expect(await seal()).toBe(1)
    const chain = await db()
      .selectFrom('audit')
      .select(['id', 'sequence', 'previous_hash', 'hash'])
      .orderBy('sequence')
      .execute()
    expect(chain.map(({ id, sequence }) => [id, sequence])).toEqual([
      [first, 1],
      [second, 2],
      [third, 3],
    ])
    expect(chain.map((row) => row.previous_hash)).toEqual(['genesis', chain[0]!.hash, chain[1]!.hash])
    expect(await verifyAudit(db())).toMatchObject({ checked: 3, unsealed: 0 })
  })

  test('by two sealers at once leaves one chain', async () => {
    await note(30)
    expect((await Promise.all([seal(), seal(), seal()])).reduce((sum, count) => sum + count)).toBe(30)
    expect(await verifyAudit(db())).toMatchObject({ checked: 30, unsealed: 0 })
  })

  test('more than one reading of the chain is checked as a whole, while it grows', async () => {
    await db()
      .insertInto('audit')
      .values(
        Array.from({ length: 2100 }, () => ({
          id: newId(),
          at: machineNow(),
          recorded_at: machineNow(),
          action: 'a',
          subject_type: 's',
        })),
      )
      .execute()
    expect([await seal(), await seal()]).toEqual([1000, 1000])
    const [verdict] = await Promise.all([verifyAudit(db()), seal(), note(3).then(seal)])
    expect(verdict.broken).toBeUndefined()
    expect(await verifyAudit(db())).toMatchObject({ checked: 2103, unsealed: 0 })
  })
})

describe('verifying finds', () => {
  let ids: string[]
  beforeEach(async () => {
    ids = await note(5)
    await seal()
  })
  const broken = async () => {
    const found = (await verifyAudit(db())).broken
    return found && { id: found.id, reason: found.reason }
  }

  test('and says of which kind it is, for who reads it in his language', async () => {
    await change(ids[2]!, { action: 'nothing' })
    expect((await verifyAudit(db())).broken?.kind).toBe('changed')
    await db().deleteFrom('audit').where('id', '=', ids[2]!).execute()
    expect((await verifyAudit(db())).broken?.kind).toBe('missing')
    await db().deleteFrom('audit').execute()
    expect((await verifyAudit(db())).broken?.kind).toBe('cut')
  })

  test.each([
    ['who did it', { actor_id: 'mallory' }],
    ['what was done', { action: 'nothing' }],
    ['when', { at: Temporal.Instant.from('2026-11-21T10:00:00.123457Z') }],
    ['what it was before', { before: JSON.stringify({ price: 2, nested: { b: 1, a: [2, 1] } }) }],
    ['what it was after', { after: null }],
    ['from where', { address: null }],
    ['in whose name', { on_behalf_of: 'clara' }],
  ])('a changed record: %s', async (_what, set) => {
    await change(ids[2]!, set)
    expect(await broken()).toEqual({ id: ids[2], reason: 'its content is not what was sealed' })
  })

  test('a changed record whose hash was made to fit: its successor does not', async () => {
    await change(ids[2]!, { action: 'nothing' })
    await resealAlone(ids[2]!)
    expect(await broken()).toEqual({ id: ids[3], reason: 'it does not follow its predecessor' })
  })

  test('the last one changed and made to fit: the head of the chain knows better', async () => {
    await change(ids[4]!, { action: 'nothing' })
    await resealAlone(ids[4]!)
    expect(await broken()).toEqual({ id: ids[4], reason: 'it is not the end of what was sealed' })
  })

  test('a removed record, in the middle, the first and the last ones', async () => {
    await db().deleteFrom('audit').where('id', '=', ids[2]!).execute()
    expect(await broken()).toEqual({ id: ids[3], reason: 'record 3 is missing before it' })
    await db().deleteFrom('audit').where('id', 'in', ids.slice(0, 3)).execute()
    expect(await broken()).toEqual({ id: ids[3], reason: 'record 1 is missing before it' })
    await db().deleteFrom('audit').execute()
    expect(await broken()).toEqual({ id: '', reason: 'the last 5 records are missing' })
  })

  test('a record taken out of the chain as if it had never been sealed, with the following ones moved up', async () => {
    await change(ids[4]!, { sequence: null, previous_hash: null, hash: null })
    expect(await broken()).toEqual({ id: '', reason: 'the last 1 records are missing' })
  })

  test('an inserted record: behind the chain, before it, beside it', async () => {
    const row = {
      id: newId(),
      at: machineNow(),
      recorded_at: machineNow(),
      action: 'forged',
      subject_type: 'stock',
    }
    const { hash } = await db()
      .selectFrom('audit')
      .select('hash')
      .where('id', '=', ids[4]!)
      .executeTakeFirstOrThrow()
    await db()
      .insertInto('audit')
      .values({ ...row, sequence: 6, previous_hash: hash, hash: 'x' })
      .execute()
    expect(await broken()).toEqual({ id: row.id, reason: 'its content is not what was sealed' })
    await resealAlone(row.id)
    expect(await broken()).toEqual({ id: row.id, reason: 'it was put behind what was sealed' })
    await change(row.id, { sequence: 0 })
    expect(await broken()).toEqual({ id: row.id, reason: 'it stands outside of the chain' })
    await change(row.id, { sequence: -3 })
    expect(await broken()).toEqual({ id: row.id, reason: 'it stands outside of the chain' })
  })

  test('a record put in between, the following ones moved on', async () => {
    await sql`update audit set sequence = -sequence - 1 where sequence >= 3`.execute(db())
    await sql`update audit set sequence = -sequence where sequence < 0`.execute(db())
    const id = newId()
    const { hash } = await db()
      .selectFrom('audit')
      .select('hash')
      .where('id', '=', ids[1]!)
      .executeTakeFirstOrThrow()
    await db()
      .insertInto('audit')
      .values({
        id,
        at: machineNow(),
        recorded_at: machineNow(),
        action: 'forged',
        subject_type: 'stock',
        sequence: 3,
        previous_hash: hash,
        hash: 'x',
      })
      .execute()
    await resealAlone(id)
    expect(await broken()).toEqual({ id: ids[2], reason: 'it does not follow its predecessor' })
  })

  test('two records exchanged', async () => {
    await sql`update audit set sequence = null where id in (${ids[1]}, ${ids[2]})`.execute(db())
    await change(ids[1]!, { sequence: 3 })
    await change(ids[2]!, { sequence: 2 })
    expect((await broken())?.id).toBe(ids[2])
  })

  test('the head of the chain removed', async () => {
    await db().deleteFrom('setting').where('name', '=', 'audit-chain').execute()
    expect(await broken()).toEqual({ id: '', reason: 'the head of the chain is missing' })
  })

  test('records that nobody sealed though later ones were recorded', async () => {
    const [slipped = ''] = await note(1)
    await change(slipped, { recorded_at: machineNow().subtract({ seconds: 61 }) })
    await note(1)
    expect(await verifyAudit(db())).toMatchObject({
      checked: 5,
      unsealed: 2,
      broken: {
        id: slipped,
        kind: 'unsealed',
        reason: 'it has not been sealed for more than a minute',
      },
    })
    await change(slipped, { recorded_at: machineNow().subtract({ seconds: 50 }) })
    expect(await verifyAudit(db())).toMatchObject({ checked: 5, unsealed: 2 })
  })
})

/** What somebody with the database in his hands would do: makes the record's own hash fit what stands in it now. */
async function resealAlone(id: string): Promise<void> {
  await sql`
    update audit set hash = encode(sha256(convert_to(previous_hash || E'\n' ||
      jsonb_build_array(id, extract(epoch from at), extract(epoch from recorded_at), actor_id, on_behalf_of, action, subject_type, subject_id, stock_id, before, after, address)::text, 'UTF8')), 'hex')
     where id = ${id}`.execute(db())
}
