import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import readline from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '@stowage/server/platform/database/connect'
import { randomFrom } from '../../demo/random.ts'
import { findFaults } from '../../verify/find-faults.ts'

export interface CrashWish {
  /** Asked again after each kill: a database that was killed as well may be elsewhere. */
  readonly databaseUrl: () => string
  readonly dataDir: string
  readonly from: string
  readonly until: string
  readonly stepDays: number
  readonly paymentsPerNight: number
  readonly kills: number
  readonly seed: string
  /** Comes behind the kill of the server, before its next start. */
  readonly afterKill?: (kill: number) => Promise<void>
  readonly say?: (sentence: string) => void
}

export interface CrashReport {
  readonly kills: number
  /** Of these, in the middle of a night's work. */
  readonly killedAtWork: number
  readonly slowestOpenMs: number
  readonly lastNight: string
  /** What the server had said was done, and what has to be there. */
  readonly payments: readonly { readonly id: string; readonly documentId: string; readonly amount: number }[]
}

/**
 * Runs nights in a server of its own and kills it with -9 at seeded points, until the last night is done. A night that was cut is
 * lived through again.
 */
export async function killNights(wish: CrashWish): Promise<CrashReport> {
  const random = randomFrom(wish.seed)
  const nights = nightsOf(wish)
  const lastNight = nights.at(-1) ?? wish.from
  // The last one is to be lived through.
  const points = new Set(random.shuffle(nights.slice(0, -1)).slice(0, wish.kills))
  const payments: { id: string; documentId: string; amount: number }[] = []
  let kills = 0
  let killedAtWork = 0
  let slowestOpenMs = 0
  let nightMs = 300
  let from = wish.from

  for (let isOver = false; !isOver;) {
    const begun = performance.now()
    const child = start(wish, from)
    const gone = once(child, 'exit')
    let nightBegan = 0
    let killing: Promise<void> | undefined
    let isAtWork = false
    for await (const line of readline.createInterface({ input: child.stdout! })) {
      const [word, what = '', documentId = '', amount = ''] = line.split(' ')
      if (word === 'open') slowestOpenMs = Math.max(slowestOpenMs, performance.now() - begun)
      if (word === 'paid') payments.push({ id: what, documentId, amount: Number(amount) })
      if (word === 'end') isOver = true
      if (word === 'night') {
        from = what
        nightBegan = performance.now()
        isAtWork = true
        // One kill at a time; a night that is missed by that is lived through again, and has its own.
        if (killing === undefined && points.delete(what)) {
          const wait = random.next() * nightMs
          killing = sleep(wait).then(() => void child.kill('SIGKILL'))
        }
      }
      if (word === 'done') {
        isAtWork = false
        nightMs = nightMs * 0.8 + (performance.now() - nightBegan) * 0.2
      }
    }
    await killing
    const [code] = (await gone) as [number | null]
    if (killing && !isOver) {
      kills += 1
      if (isAtWork) killedAtWork += 1
      await wish.afterKill?.(kills)
      if (kills % 20 === 0)
        wish.say?.(`killed ${kills} times, in the night of ${from}; ${payments.length} payments`)
    } else if (!isOver) throw new Error(`the server ended by itself (${code}) in the night of ${from}`)
  }
  return { kills, killedAtWork, slowestOpenMs, lastNight, payments }
}

function nightsOf({ from, until, stepDays }: CrashWish): string[] {
  const nights: string[] = []
  const last = Temporal.PlainDate.from(until)
  for (
    let day = Temporal.PlainDate.from(from);
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: stepDays })
  )
    nights.push(day.toString())
  return nights
}

function start(wish: CrashWish, from: string): ChildProcess {
  return spawn(process.execPath, [path.join(import.meta.dirname, 'bill-months.fixture.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      TZ: process.env['TZ'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: wish.databaseUrl(),
      DATA_DIR: wish.dataDir,
      DEMO: 'off',
      PORT: '0',
      LOG_LEVEL: 'fatal',
      FROM: from,
      UNTIL: wish.until,
      STEP: String(wish.stepDays),
      PAYMENTS: String(wish.paymentsPerNight),
      SEED: wish.seed,
    },
  })
}

/**
 * What does not fit after the nights: an acknowledged payment that is not there or not in the book once, a contract with a period
 * that is billed twice, not at all or with a gap, and whatever `verify` finds (I1–I5, I9).
 * Everything that was due by the last night has to be billed.
 */
export async function findLosses(db: Database, report: CrashReport): Promise<string[]> {
  const { rows: there } = await sql<{ id: string; amount: number; booked: number }>`
    select p.id, p.amount, coalesce((select sum(l.amount) from ledger_entry l where l.payment_id = p.id and l.account like 'cash:%'), 0)::bigint as booked from payment p`.execute(
    db,
  )
  const found = new Map(there.map((row) => [row.id, row]))
  const lost = report.payments.flatMap(({ id, amount }) => {
    const row = found.get(id)
    if (row?.amount !== amount) return [`payment ${id} of ${amount} was acknowledged and is not there`]
    return row.booked === amount ? [] : [`payment ${id} of ${amount} stands in the book with ${row.booked}`]
  })
  const { rows: odd } = await sql<{ what: string }>`
    select 'contract ' || contract_id || ': ' || period_from || ' behind ' || coalesce(before::text, 'nothing') as what from (
      select d.contract_id, d.period_from, p.anchor_day, lag(d.period_to) over (partition by d.contract_id order by d.period_from) as before
        from document d join billing_plan p on p.id = d.plan_id where d.kind = 'invoice' and d.status <> 'void') x
     where period_from <> coalesce(before, anchor_day)
    union all
    select 'contract ' || contract_id || ' is billed until ' || billed_until || ', next on ' || coalesce(next_issue_on::text, 'never') || coalesce(', parked: ' || parked_reason, '') from billing_plan p
      left join (select plan_id, max(period_to) as last from document where kind = 'invoice' and status <> 'void' group by plan_id) d on d.plan_id = p.id
     where parked_reason is not null or next_issue_on <= ${report.lastNight}::date or billed_until <> d.last`.execute(
    db,
  )
  const { faults } = await findFaults(db)
  return [
    ...lost,
    ...odd.map(({ what }) => what),
    ...faults.map(({ what, id, detail }) => `${what} (${id}): ${detail}`),
  ]
}
