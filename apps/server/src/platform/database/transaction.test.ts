import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../../tools/testing/database.ts'
import { machineNow } from '../clock.ts'
import { eventType, fact, type RecordedEvent } from '../events/event.ts'
import { connect } from './connect.ts'
import { afterCommit, createTransact, lastly, publish, whenRecorded, type Tx } from './transaction.ts'

const happened = eventType<{ n: number }>('thing-happened')
const database = await createTestDatabase()
const { db, close } = connect(database.url, { max: 4 })
await sql`create table account_of (name text primary key, amount int not null)`.execute(db)
afterAll(async () => {
  await close()
  await database.drop()
})

let told: RecordedEvent[] = []
let failures: unknown[] = []
const transact = createTransact(db, {
  handlersOf: (type) => (type === happened.type ? ['book'] : []),
  machineNow,
  committed: (events) => void told.push(...events),
  stepFailed: (error) => void failures.push(error),
})
beforeEach(async () => {
  told = []
  failures = []
  await sql`truncate account_of, event, event_delivery`.execute(db)
  await sql`insert into account_of values ('a', 100), ('b', 100)`.execute(db)
})

const take = async (tx: Tx, name: string, amount: number): Promise<void> =>
  void (await sql`update account_of set amount = amount - ${amount} where name = ${name}`.execute(tx))
const announce = (tx: Tx, n = 1): void =>
  publish(tx, fact(happened, { aggregate: 'a', at: machineNow(), payload: { n } }))
async function amounts(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; amount: number }>`select name, amount from account_of`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ name, amount }) => [name, amount]))
}
const counts = async () =>
  (
    await sql<{ events: number; deliveries: number }>`
      select (select count(*)::int from event) as events, (select count(*)::int from event_delivery) as deliveries`.execute(
      db,
    )
  ).rows[0]

describe('A7: a transaction', () => {
  test('writes its facts and their deliveries with what made them true, or nothing of all', async () => {
    await transact(async (tx) => {
      announce(tx)
      await take(tx, 'a', 10)
    })
    expect(await counts()).toEqual({ events: 1, deliveries: 1 })
    expect(told).toHaveLength(1)
    await expect(
      transact(async (tx) => {
        announce(tx)
        await take(tx, 'a', 10)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await amounts()).toEqual({ a: 90, b: 100 })
    expect(await counts()).toEqual({ events: 1, deliveries: 1 })
    expect(told).toHaveLength(1)
  })

  test('that is a deadlock victim (40P01) runs again, and each of the two is done once', async () => {
    const arrived = new Set<string>()
    const { promise: both, resolve } = Promise.withResolvers<void>()
    let runs = 0
    const move = async (from: string, to: string): Promise<void> =>
      await transact(async (tx) => {
        runs += 1
        await take(tx, from, 10)
        arrived.add(from)
        if (arrived.size === 2) resolve()
        await both
        await take(tx, to, 1)
        announce(tx)
      })
    await Promise.all([move('a', 'b'), move('b', 'a')])
    // On a busy machine the database may give up either of them, and both.
    expect(runs).toBeGreaterThan(2)
    expect(await amounts()).toEqual({ a: 89, b: 89 })
    expect(await counts()).toEqual({ events: 2, deliveries: 2 })
    expect(told).toHaveLength(2)
  })

  test('that cannot be serialised (40001) runs again on what the other one left', async () => {
    let runs = 0
    await transact(async (tx) => {
      runs += 1
      await sql`set transaction isolation level repeatable read`.execute(tx)
      const { rows } = await sql<{ amount: number }>`select amount from account_of where name = 'a'`.execute(
        tx,
      )
      if (runs === 1) await transact(async (other) => await take(other, 'a', 30))
      await sql`update account_of set amount = ${(rows[0]?.amount ?? 0) - 1} where name = 'a'`.execute(tx)
    })
    expect(runs).toBe(2)
    expect(await amounts()).toEqual({ a: 69, b: 100 })
  })

  test('is tried five times and no more, and any other failure is not tried again', async () => {
    const run = async (code: string): Promise<number> => {
      let runs = 0
      await expect(
        transact(async (tx) => {
          runs += 1
          await sql.raw(`do $$ begin raise exception 'refused' using errcode = '${code}'; end $$`).execute(tx)
        }),
      ).rejects.toMatchObject({ code })
      return runs
    }
    expect(await run('40001')).toBe(5)
    expect(await run('40P01')).toBe(5)
    expect(await run('23505')).toBe(1)
  })

  test('that runs again has forgotten what its first run collected', async () => {
    let runs = 0
    const steps: string[] = []
    await transact(async (tx) => {
      runs += 1
      announce(tx, runs)
      afterCommit(tx, () => steps.push(`after ${runs}`))
      lastly(tx, async () => void steps.push(`lastly ${runs}`))
      await take(tx, 'a', 1)
      if (runs === 1) throw Object.assign(new Error('once more'), { code: '40001' })
    })
    expect(steps).toEqual(['lastly 2', 'after 2'])
    expect(told.map(({ payload }) => payload)).toEqual([{ n: 2 }])
    expect(await amounts()).toEqual({ a: 99, b: 100 })
  })
})

describe('A5: after the commit', () => {
  test.each([['an error'], ['40001'], ['40P01']])('a step that throws (%s) changes nothing', async (code) => {
    const done: string[] = []
    let runs = 0
    const answer = await transact(async (tx) => {
      runs += 1
      await take(tx, 'a', 1)
      announce(tx)
      afterCommit(tx, () => {
        throw Object.assign(new Error('a step'), { code })
      })
      afterCommit(tx, () => void done.push('another step'))
      whenRecorded(tx, () => {
        throw Object.assign(new Error('a listener'), { code })
      })
      whenRecorded(tx, () => void done.push('another listener'))
      return 'committed'
    })
    expect(answer).toBe('committed')
    expect(runs).toBe(1)
    expect(done).toEqual(['another step', 'another listener'])
    expect(failures.map(String)).toEqual(['Error: a step', 'Error: a listener'])
    expect(told).toHaveLength(1)
    expect(await amounts()).toEqual({ a: 99, b: 100 })
  })

  test('the tail that throws keeps no listener of the transaction from hearing', async () => {
    const broken = createTransact(db, {
      handlersOf: () => [],
      machineNow,
      committed: () => {
        throw new Error('the tail')
      },
      stepFailed: (error) => void failures.push(error),
    })
    let heard = 0
    await broken(async (tx) => {
      announce(tx)
      whenRecorded(tx, (events) => {
        heard += events.length
      })
    })
    expect(heard).toBe(1)
    expect(failures.map(String)).toEqual(['Error: the tail'])
  })
})
