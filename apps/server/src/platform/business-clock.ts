import { createClock, type Clock } from './clock.ts'
import type { Database } from './database/connect.ts'
import { publish, type Transact } from './database/transaction.ts'
import { eventType, fact } from './events/event.ts'
import type { Tail } from './events/tail.ts'

export const clockMoved = eventType<{ offsetMs: number }>('clock-moved')

export interface BusinessClock extends Clock {
  /** Reads the offset that the database holds. */
  load(): Promise<void>
  /** Sets the offset for every process on this database. */
  move(transact: Transact, offsetMs: number): Promise<void>
}

/** The business clock of one server: its offset lives in the database, a move reaches other servers as an event. */
export function createBusinessClock(options: { db: Database; tail: Tail }): BusinessClock {
  const clock = createClock()
  options.tail.subscribe((event) => {
    if (event.type === clockMoved.type) clock.follow(Number(event.payload['offsetMs']))
  })
  return {
    ...clock,
    async load() {
      const row = await options.db
        .selectFrom('setting')
        .select('value')
        .where('name', '=', 'business-clock')
        .executeTakeFirst()
      clock.follow((row?.value as { offsetMs?: number } | undefined)?.offsetMs ?? 0)
    },
    async move(transact, offsetMs) {
      await transact(async (tx) => {
        const value = JSON.stringify({ offsetMs })
        await tx
          .insertInto('setting')
          .values({ name: 'business-clock', value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .execute()
        publish(tx, fact(clockMoved, { aggregate: 'clock', at: clock.now(), payload: { offsetMs } }))
      })
      clock.follow(offsetMs)
    },
  }
}
