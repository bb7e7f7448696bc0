import { main } from '@stowage/server/main'
import { documentIssued } from '@stowage/server/modules/billing/index'
import { readConfig } from '@stowage/server/platform/config'
import { endWithParent, tell } from './children.ts'
import { pause } from './people-at-work.ts'

/** Nothing is due yet, at the stock either. */
const EVENING_BEFORE = '2026-11-23T18:00:00Z'
/** Contracts began on the first and are paid by the month: from this day on each of them has one invoice due. Nobody is reminded at this hour. */
const NIGHT = '2026-11-24T20:30:00Z'

/** A server that bills one night when it is asked to, by the job that bills every night; it watches what it holds meanwhile. */
export interface Night {
  readonly issued: number
  readonly seconds: number
  /** Until the facts of it have been delivered as well. */
  readonly withDeliveries: number
  /** Of its own CPU. */
  readonly cpuSeconds: number
  /** Megabytes, read ten times a second. */
  readonly resident: readonly number[]
}

const running = await main(readConfig(process.env), {
  manual: process.argv[2] === 'still',
  webFolder: '/nowhere',
})
const { platform } = running
const goTo = (moment: string): void => platform.clock.follow(Date.parse(moment) - Date.now())
goTo(EVENING_BEFORE)
let issued = 0
platform.tail.subscribe(({ type }) => {
  if (type === documentIssued.type) issued += 1
})
endWithParent(running.close)
process.on('message', (wish) => void (wish === 'bill' ? bill() : finish()))
tell({ port: running.port })

async function bill(): Promise<void> {
  const resident: number[] = []
  const look = (): void => void resident.push(process.memoryUsage.rss() / 2 ** 20)
  const timer = setInterval(look, 100)
  const [begin, cpu] = [performance.now(), process.cpuUsage()]
  const passed = (): number => (performance.now() - begin) / 1000
  goTo(NIGHT)
  await running.turnOf('issue-due-invoices')
  const { user, system } = process.cpuUsage(cpu)
  const seconds = passed()
  clearInterval(timer)
  look()
  while (process.argv[2] !== 'still' && (await areWaiting())) await pause(500)
  const cpuSeconds = (user + system) / 1e6
  tell({
    issued,
    seconds,
    withDeliveries: passed(),
    cpuSeconds,
    resident,
  } satisfies Night)
}

/** The mails of the night stand in their table, of which each turn writes some. */
async function finish(): Promise<void> {
  for (let [before, now] = [-1, await mails()]; now > before; [before, now] = [now, await mails()])
    await running.turnOf('write-news')
  tell({ mails: await mails() })
}

async function mails(): Promise<number> {
  const found = await platform.pool.query<{ count: number }>('select count(*) from mail')
  return found.rows[0]?.count ?? 0
}

async function areWaiting(): Promise<boolean> {
  const found = await platform.pool.query(
    'select 1 from event_delivery where done_at is null and parked_reason is null limit 1',
  )
  return found.rows.length > 0
}
