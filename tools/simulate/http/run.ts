import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { randomFrom } from '../../demo/random.ts'
import { acts, dayOf } from './acts.ts'
import { proveDatabase } from './prove.ts'
import type { Act, Scene } from './scene.ts'
import { openStage } from './stage.ts'

export interface HttpSize {
  readonly days: number
  readonly tenants: number
  /** How often the server is killed on the way. */
  readonly kills: number
}

export interface HttpSimulated {
  readonly done: Readonly<Record<string, number>>
  /** What does not hold, with day and step; null: everything held. */
  readonly fault: string | null
}

/** Before year ends, months without a 31st, and both changes to and from summer time. */
const STARTS = ['2026-12-10', '2028-01-20', '2027-03-01', '2027-09-20']

/**
 * A stock and its tenants over so many days, over HTTP against a server of its own that is killed now and then, every invariant
 * after each day. The same seed asks for the same things in the same order again.
 */
export async function simulateHttp(
  seed: string,
  { days, tenants, kills }: HttpSize,
  database: { readonly url: string; drop(): Promise<void> },
): Promise<HttpSimulated> {
  const random = randomFrom(seed)
  const start = Temporal.PlainDate.from(random.pick(STARTS))
  const stage = await openStage(database, {
    tenants,
    boxes: Math.ceil(tenants * 1.2),
    startAt: start.toZonedDateTime({ timeZone: 'Europe/Berlin', plainTime: '09:00' }).toInstant().toString(),
  })
  const scene: Scene = {
    stage,
    random,
    promised: new Map(),
    done: new Map(),
    now: start.toZonedDateTime({ timeZone: 'Europe/Berlin', plainTime: '09:00' }).toInstant(),
  }
  const killDays = new Set(
    Array.from({ length: kills }, (_, index) => Math.floor(((index + random.next()) * days) / kills) + 1),
  )
  let step = ''
  try {
    for (let day = 1; day <= days; day += 1) {
      const date = start.add({ days: day })
      // Three nights are missed now and then, and some days the jobs run twice.
      const isMissed = random.next() < 0.08 && day < days - 3
      if (!isMissed)
        for (const time of timesOf(
          random.next(),
          random.pick(['00:00:01', '02:30:00', '06:30:00', '12:00:01', '23:59:59']),
        )) {
          step = `day ${day} (${date.toString()} ${time}), the jobs`
          scene.now = date.toZonedDateTime({ timeZone: 'Europe/Berlin', plainTime: time }).toInstant()
          const killed = killDays.delete(day) ? stage.killAfter(random.between(0, 250)) : undefined
          await stage.order('clock', { to: scene.now.toString() })
          await killed
        }
      else {
        day += 2
        continue
      }
      const count = random.between(1, 3 + Math.ceil(tenants / 8))
      for (let number = 1; number <= count; number += 1) {
        const [, name, run] = pick(random.next())
        step = `day ${day} (${date.toString()}), step ${number}: ${name}`
        const code = await run(scene)
        if (code !== undefined) count1(scene, code === 0 ? name : `${name}: refused`)
        if (code === 1) throw new Error('an answer without a reason')
      }
      step = `day ${day} (${date.toString()}), the end`
      await rest(scene)
      const faults = await proveDatabase(stage.connection.db, scene.promised)
      if (faults.length > 0) throw new Error(faults.join('; '))
    }
    return { done: Object.fromEntries(scene.done), fault: null }
  } catch (error) {
    return {
      done: Object.fromEntries(scene.done),
      fault: `${step}: ${error instanceof Error ? error.message : String(error)} (business day ${dayOf(scene).toString()})`,
    }
  } finally {
    await stage.close()
  }
}

const timesOf = (chance: number, time: string): readonly string[] =>
  chance < 0.1 ? ['00:00:01', '23:59:59'] : [time]

function pick(chance: number): Act {
  let left = chance * acts.reduce((sum, [weight]) => sum + weight, 0)
  const found = acts.find(([weight]) => (left -= weight) < 0) ?? acts[0]
  if (found === undefined) throw new Error('nothing to do')
  return found
}

const count1 = ({ done }: Scene, name: string): void => void done.set(name, (done.get(name) ?? 0) + 1)

/** Until the processor has told everything and the server has done all that follows. */
async function rest({ stage }: Scene): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    await stage.order('settle')
    const { rows } = await sql<{ waiting: number }>`
      select (select count(*) from event_delivery where done_at is null)::int + (select count(*) from payment where status = 'pending')::int as waiting`.execute(
      stage.connection.db,
    )
    const isTelling = stage.cards.control
      .payments()
      .some(
        ({ status, delivery }) =>
          status === 'refunding' || (status === 'obtained' && delivery.mode !== 'never'),
      )
    if (rows[0]?.waiting === 0 && !isTelling) return
    await sleep(20)
  }
}
