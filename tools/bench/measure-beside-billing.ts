import pg from 'pg'
import type { Night } from './bill-night.ts'
import { type Figure, ratioFigure, valueFigure } from './figures.ts'
import { tokenMaker } from './fill-world.ts'
import { type LoadCall, percentile } from './http-load.ts'
import { billNight, type NightOptions, openNights } from './open-nights.ts'
import { pause, peopleAtWork } from './people-at-work.ts'
import { SUPER_EMAIL } from '../volume/make-patterns.ts'

/** By then each job of a server that has just come up has had its first turn. */
const FIRST_TURNS_SECONDS = 20
const QUIET_SECONDS = 30
/** A night of any size that is measured is over by then. */
const LONGEST_SECONDS = 3600

/**
 * Ordinary pages of people at work, asked of the very server that bills a night of a large company, with all that it does beside that:
 * what they take from its beginning until its facts are delivered, against the same calls right before and right behind it.
 */
export async function measureBesideBilling(
  say: (text: string) => void,
  options: NightOptions,
): Promise<Figure[]> {
  const { contracts } = options
  const { config, databaseUrl, begin, close } = await openNights(say, options)
  try {
    const quiet: number[][] = []
    const billing: number[][] = []
    const nights: Night[] = []
    for (let round = 0; round < options.rounds; round += 1) {
      const server = await begin('alive')
      try {
        const { port } = server.ready
        const calls = await pagesOf(databaseUrl, tokenMaker(config))
        await peopleAtWork(port, calls, FIRST_TURNS_SECONDS)
        const before = await peopleAtWork(port, calls, QUIET_SECONDS)
        let isOver = false
        const night = billNight(server).finally(() => {
          isOver = true
        })
        await pause(500)
        const within = await peopleAtWork(
          port,
          calls,
          LONGEST_SECONDS,
          async () => await Promise.resolve(isOver),
        )
        const made = await night
        if (made.issued !== contracts) throw new Error(`${made.issued} invoices of ${contracts}`)
        nights.push(made)
        const { mails } = await server.ask<{ mails: number }>('finish')
        const behind = await peopleAtWork(port, calls, QUIET_SECONDS)
        quiet.push([...before, ...behind].sort((a, b) => a - b))
        billing.push(within)
        say(
          `Round ${round + 1}: ${saidOf(made)}, ${mails} mails written; ${bothOf(quiet.at(-1) ?? [], within)}`,
        )
      } finally {
        await server.stop()
      }
    }
    const shown = (value: number): string => `${value.toFixed(1)} ms`
    const each = { shown, limitName: 'without', atMost: true, must: 1.1 } as const
    const of = (percent: number) => ({
      ours: billing.map((taken) => percentile(taken, percent)),
      limit: quiet.map((taken) => percentile(taken, percent)),
    })
    return [
      ratioFigure({ name: `pages while ${contracts} invoices are written, p50`, ...of(50), ...each }),
      ratioFigure({ name: 'pages while invoices are written, p99', ...of(99), ...each }),
      valueFigure({
        name: 'invoices written in a second, beside people at work',
        values: nights.map(({ seconds }) => contracts / seconds),
        unit: '/s',
        must: undefined,
      }),
    ]
  } finally {
    await close()
  }
}

const saidOf = ({ issued, seconds, withDeliveries, cpuSeconds }: Night): string =>
  `${issued} invoices in ${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of CPU), delivered in ${withDeliveries.toFixed(1)} s`

const bothOf = (without: readonly number[], within: readonly number[]): string =>
  `without / with (${without.length} / ${within.length} calls): ${[50, 90, 99]
    .map(
      (part) =>
        `p${part} ${percentile(without, part).toFixed(1)} / ${percentile(within, part).toFixed(1)} ms`,
    )
    .join(', ')}`

/** What staff look at all day. */
async function pagesOf(url: string, tokenOf: (accountId: string) => Promise<string>): Promise<LoadCall[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{
      boss: string
      stock: string
      contract: string
    }>(
      `select (select id from account where email = $1) as boss, (select stock_id from contract order by id desc limit 1) as stock, (select id from contract order by id desc limit 1) as contract`,
      [SUPER_EMAIL],
    )
    const { boss = '', stock = '', contract = '' } = rows[0] ?? {}
    const token = await tokenOf(boss)
    return [
      `/api/boxes/fetch?stockId=${stock}`,
      '/api/users?page=1',
      '/api/statistics/contracts?page=1&status=all',
      '/api/statistics/debtors?page=1',
      `/api/contracts/${contract}/invoices`,
      `/api/boxes?stockId=${stock}&page=1`,
    ].map((path) => ({ method: 'GET', path, token }))
  } finally {
    await client.end()
  }
}
