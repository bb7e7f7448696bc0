import { setTimeout as sleep } from 'node:timers/promises'
import { reportDeposits, reportOccupancy, reportRentRoll, reportRevenue } from '@stowage/api/report-figures'
import { readSystem } from '@stowage/api/system'
import { sql } from 'kysely'
import { connect } from '@stowage/server/platform/database/connect'
import { randomFrom } from '../demo/random.ts'
import { accountMaker } from '../volume/make-account.ts'
import { PASSWORD, SUPER_EMAIL } from '../volume/make-patterns.ts'
import { createAsking } from './servers/ask.ts'
import { runDrill } from './servers/drill.ts'
import { fillMarket, findLostRents, startRenting } from './servers/rent.ts'
import { openStage, untilQuiet } from './servers/stage.ts'
import { openStandby } from './servers/standby.ts'

// `node tools/drills/reports-copy.ts [--full]`: two servers read their reports from a standby that follows their database by streaming
// replication, while people book, pay and leave. The standby is cut off, comes back, stands still (--full: for longer than reports
// bear), and becomes a database of its own. Every report is answered, never wrongly, and says up to when what it read had followed.
await runDrill(async (drill) => {
  const stage = await openStage(drill, {
    async prepare({ quietly, cluster, databaseUrl }) {
      const filled = await quietly(async (running) => ({
        boss: await (await accountMaker(running, PASSWORD))(SUPER_EMAIL, 'superUser'),
        market: await fillMarket(running),
      }))
      return { ...filled, standby: await openStandby(drill, { url: databaseUrl, cluster }) }
    },
    envOf: ({ standby }) => ({ REPORTS_DATABASE_URL: standby.line.url }),
  })
  const { boss, market, standby } = stage.filled
  const token = async (): Promise<string> => await stage.token(boss)
  const calling = createAsking(stage.url)
  const renting = startRenting({
    asking: createAsking(stage.url),
    market,
    random: randomFrom(drill.seed),
    token,
    today: () => stage.businessNow().toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString(),
    atOnce: 3,
  })
  const copy = connect(standby.url, { max: 1 })
  drill.atEnd(copy.close)
  await sleep(12_000)

  const fresh = await readFor('the copy follows', 5000)
  drill.check(
    fresh.every(({ behind }) => behind !== null && behind < 30),
    `not read from the copy: ${told(fresh)}`,
  )
  drill.check(await isAnswerOfCopy(), 'a report and the copy do not say the same')
  standby.line.away()
  const cut = await readFor('the copy is cut off', 5000)
  drill.check(
    cut.every(({ behind }) => behind === null),
    `read from a copy that is away: ${told(cut)}`,
  )
  drill.check((await unread()) === 'away', 'the page of the system does not say that the copy is away')
  standby.line.back()
  const begun = performance.now()
  // Each server finds out for itself.
  for (let inARow = 0; inARow < 6 && performance.now() - begun < 40_000; await sleep(100))
    inARow = (await read()).behind === null ? 0 : inARow + 1
  drill.say(`read again ${Math.round(performance.now() - begun)} ms after it came back`)
  drill.check((await read()).behind !== null, 'a copy that came back is not read')

  await standby.pause()
  await sleep(5000)
  const still = await readFor('the copy stands still', 3000)
  drill.check(
    still.every(({ behind }) => behind !== null && behind >= 4),
    `old figures that do not say so: ${told(still)}`,
  )
  if (drill.isFull) {
    await sleep(310_000)
    const old = await readFor('and for five minutes', 3000)
    drill.check(
      old.every(({ behind }) => behind === null),
      `read from what is too old: ${told(old)}`,
    )
    drill.check((await unread()) === 'behind', 'the page of the system does not say that the copy is behind')
  }
  await standby.resume()
  await renting.stop()
  await untilQuiet(stage)
  // What it missed meanwhile it has.
  const money = async (db: typeof copy.db): Promise<string> =>
    JSON.stringify((await sql`select count(*), sum(amount) from ledger_entry`.execute(db)).rows)
  for (const until = performance.now() + 30_000; performance.now() < until; await sleep(100))
    if ((await money(copy.db)) === (await money(stage.direct.db))) break
  drill.check((await money(copy.db)) === (await money(stage.direct.db)), 'the copy has not caught up')

  await standby.promote()
  await sleep(1000)
  const promoted = await readFor('the copy became a database of its own', 3000)
  drill.check(
    promoted.every(({ behind }) => behind === null),
    `read from a database that follows nobody: ${told(promoted)}`,
  )
  drill.check((await unread()) === 'noCopy', 'the page of the system does not say that it is no copy')
  for (const lost of await findLostRents(stage.direct.db, renting.told)) drill.check(false, lost)
  for (const fault of await stage.faults()) drill.check(false, fault)
  const { statuses } = calling.figures()
  drill.check(
    Object.keys(statuses).every((status) => status === '200'),
    `reports were answered ${JSON.stringify(statuses)}`,
  )
  drill.say(`${JSON.stringify(statuses)} reports; ${renting.told.closed.size} rented and left meanwhile`)
  await stage.stop()

  interface Read {
    /** Seconds; null: read from the database itself. */
    readonly behind: number | null
    readonly ms: number
  }
  async function read(turn = 0): Promise<Read> {
    const from = performance.now()
    const reports = [reportOccupancy, reportRevenue, reportRentRoll, reportDeposits] as const
    const { status, body, raw } = await calling.once(
      await token(),
      reports[turn % reports.length] ?? reportRevenue,
    )
    drill.check(status === 200, `a report was answered ${status}: ${raw.slice(0, 200)}`)
    const { asOf } = body as { asOf?: string | null }
    const behind = asOf ? Temporal.Now.instant().since(Temporal.Instant.from(asOf)).total('seconds') : null
    return { behind, ms: performance.now() - from }
  }
  async function readFor(phase: string, ms: number): Promise<Read[]> {
    const all: Read[] = []
    for (const until = performance.now() + ms; performance.now() < until; await sleep(100))
      all.push(await read(all.length))
    drill.say(`${phase}: ${all.length} reports, ${told(all)}`)
    return all
  }
  async function unread(): Promise<string | null> {
    return (await calling.once(await token(), readSystem)).body.reportsCopy?.unread ?? null
  }
  /** Contracts that the copy knows and a report counts, while it stands still. */
  async function isAnswerOfCopy(): Promise<boolean> {
    await standby.pause()
    const { body } = await calling.once(await token(), reportRentRoll)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from contract c join stock s on s.id = c.stock_id
       where c.status in ('active', 'ended') and c.start_day <= (${stage.businessNow().toString()}::timestamptz at time zone s.time_zone)::date`.execute(
      copy.db,
    )
    await standby.resume()
    return body.total === rows[0]?.count
  }
  function told(all: readonly Read[]): string {
    const seconds = all.flatMap(({ behind }) => behind ?? [])
    return `${seconds.length} from the copy (${seconds.length === 0 ? '–' : `up to ${Math.max(...seconds).toFixed(1)} s old`}), slowest ${Math.round(Math.max(...all.map(({ ms }) => ms)))} ms`
  }
})
