import { processMeter } from './cpu-time.ts'
import { type Figure, ratioFigure, valueFigure } from './figures.ts'
import { load, type LoadCall, percentile } from './http-load.ts'
import { pause, peopleAtWork } from './people-at-work.ts'
import { prepareBookings } from './prepare.ts'
import { setStage, type Stage } from './stage.ts'

const OFF_SECONDS = 5
const ON_SECONDS = 15
const LETTERS = 50

/**
 * The mails of a billing night, each with its invoice as PDF, drained while people work: what requests take in turns with and without
 * it, until all are sent. The turns are short, so that what else runs on the machine meets both alike.
 */
export async function measureMails(
  say: (text: string) => void,
  options: {
    readonly mails: number
    readonly execArgv: readonly string[]
    readonly keep: string | undefined
  },
): Promise<Figure[]> {
  const stage = await setStage(say, {
    execArgv: options.execArgv,
    keep: options.keep,
    mailServer: 'mail-drain.ts',
  })
  try {
    await queueMails(stage, options.mails)
    const calls = await callsOf(stage)
    await peopleAtWork(stage.product.ready.port, calls, 3)
    const spent = processMeter(stage.product.pid)
    const quiet: number[] = []
    const draining: number[] = []
    const medians = { quiet: [] as number[], draining: [] as number[] }
    let [seconds, cpu, sent] = [0, 0, 0]
    for (;;) {
      const without = await peopleAtWork(stage.product.ready.port, calls, OFF_SECONDS)
      const before = await waiting(stage)
      await release(stage)
      await begun(stage, before)
      const [count, begin, used] = [await waiting(stage), performance.now(), spent()]
      const within = await peopleAtWork(
        stage.product.ready.port,
        calls,
        ON_SECONDS,
        async () => (await waiting(stage)) === 0,
      )
      const left = await waiting(stage)
      seconds += (performance.now() - begin) / 1000
      cpu += spent() - used
      sent += count - left
      quiet.push(...without)
      draining.push(...within)
      medians.quiet.push(percentile(without, 50))
      medians.draining.push(percentile(within, 50))
      say(
        `${left} mails left; p50 ${percentile(without, 50).toFixed(1)} / ${percentile(within, 50).toFixed(1)} ms, p99 ${percentile(without, 99).toFixed(1)} / ${percentile(within, 99).toFixed(1)} ms, without / with`,
      )
      if (left === 0) break
      await hold(stage)
    }
    const sorted = [quiet, draining].map((list) => list.toSorted((a, b) => a - b))
    const [off = [], on = []] = sorted
    const shown = (value: number): string => `${value.toFixed(1)} ms`
    const each = { shown, limitName: 'without', atMost: true } as const
    return [
      ratioFigure({
        name: `requests while ${options.mails} mails drain, p50`,
        ours: medians.draining,
        limit: medians.quiet,
        must: 1.1,
        ...each,
      }),
      ratioFigure({
        name: 'requests while mails drain, p99',
        ours: [percentile(on, 99)],
        limit: [percentile(off, 99)],
        must: 1.1,
        ...each,
      }),
      valueFigure({
        name: 'mails with their invoice, sent in a second',
        values: [sent / seconds],
        unit: '/s',
        digits: 1,
        must: undefined,
      }),
      valueFigure({
        name: 'a mail with its invoice, CPU of the server',
        values: [cpu / Math.max(1, sent)],
        unit: 'ms',
        digits: 1,
        must: undefined,
      }),
    ]
  } finally {
    await stage.close()
  }
}

/** Some bookings, and of their invoices as many mails as a night writes; none goes out yet. */
async function queueMails(stage: Stage, count: number): Promise<void> {
  const bookings = await prepareBookings(stage, LETTERS)
  await load({
    port: stage.product.ready.port,
    connections: 4,
    expected: 200,
    next: (index) => bookings[index],
  })
  await stage.rest()
  stage.say(`Queueing ${count} mails`)
  await stage.query(`
    with letter as (select id, account_id, stock_id, row_number() over (order by id desc) - 1 as n from document where kind = 'invoice' and status = 'open' order by id desc limit ${LETTERS})
    insert into mail (id, natural_key, kind, recipient, account_id, stock_id, document_id, language, data, status, is_bulk, next_attempt_at, created_at)
    select 'bench' || lpad(g::text, 21, '0'), 'bench:' || g, 'invoiceIssued', 'tenant' || g || '@bench.example', l.account_id, l.stock_id, l.id,
           (array['ru', 'en', 'de', 'pl'])[1 + g % 4], json_build_object('documentId', l.id), 'waiting', true, now() + interval '1 day', now()
      from generate_series(1, ${count}) g join letter l on l.n = g % (select count(*) from letter)`)
}

const OURS = `natural_key like 'bench:%' and status = 'waiting'`

async function waiting(stage: Stage): Promise<number> {
  const [row] = await stage.query<{ left: number }>(`select count(*)::int as left from mail where ${OURS}`)
  return row?.left ?? 0
}
const release = async (stage: Stage): Promise<unknown> =>
  await stage.query(`update mail set next_attempt_at = now() where ${OURS}`)

/** What is on its way is sent, then nothing is. */
async function hold(stage: Stage): Promise<void> {
  await stage.query(`update mail set next_attempt_at = now() + interval '1 day' where ${OURS}`)
  await pause(1500)
}

/** The job looks every other second. */
async function begun(stage: Stage, before: number): Promise<void> {
  const until = performance.now() + 30_000
  while ((await waiting(stage)) === before) {
    if (performance.now() > until) throw new Error('no mail is sent')
    await pause(50)
  }
}

async function callsOf({ world }: Stage): Promise<LoadCall[]> {
  const token = await world.token(world.superUser)
  return [
    `/api/boxes/fetch?stockId=${world.listed.id}`,
    '/api/users?page=1',
    '/api/statistics/contracts?page=1&status=all',
  ].map((path) => ({ method: 'GET', path, token }))
}
