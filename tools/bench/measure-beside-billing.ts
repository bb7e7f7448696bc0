import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { readConfig } from '@stowage/server/platform/config'
import { migrate } from '@stowage/server/platform/database/migrate'
import type { Night } from './bill-night.ts'
import { startChild } from './children.ts'
import { createDatabase, openFolder, openServer, withDatabase } from './databases.ts'
import { type Figure, ratioFigure, valueFigure } from './figures.ts'
import { tokenMaker } from './fill-world.ts'
import { type LoadCall, percentile } from './http-load.ts'
import { pause, peopleAtWork } from './people-at-work.ts'
import { fillTenancies } from '../volume/fill-tenancies.ts'
import { SUPER_EMAIL } from '../volume/make-patterns.ts'
import type { Started } from './stage.ts'

const QUIET_SECONDS = 15
/** A night of any size we are built for is over by then. */
const LONGEST_SECONDS = 900

/**
 * Ordinary pages of people at work, asked of the very server that bills a night of a large company: what they take while it bills, against
 * the same calls right before and right behind it.
 */
export async function measureBesideBilling(
  say: (text: string) => void,
  options: {
    readonly contracts: number
    readonly rounds: number
    readonly execArgv: readonly string[]
    /** A folder that keeps the filled database for the next run. */
    readonly keep: string | undefined
  },
): Promise<Figure[]> {
  const { contracts } = options
  const { folder, closing, close } = openFolder(os.tmpdir(), options.keep)
  try {
    const server = await openServer(folder, closing, say)
    const filled = withDatabase(server, 'stowage_billing')
    const databaseUrl = withDatabase(server, 'stowage_beside')
    const env = {
      DATABASE_URL: databaseUrl,
      DEMO: 'off',
      PORT: '0',
      DATA_DIR: path.join(folder, 'data'),
      LOG_LEVEL: 'warn',
      SMTP_URL: '',
      RATE_LIMIT_PER_MINUTE: '100000000',
    }
    const config = { ...readConfig(env), databaseUrl: filled }
    const kept = path.join(folder, `contracts-${contracts}`)
    if (!fs.existsSync(kept)) {
      say(`Filling ${contracts} contracts`)
      await createDatabase(server, 'stowage_billing')
      await migrate(filled)
      await fillTenancies(config, {
        contracts,
        stocks: 100,
        from: '2026-11-01',
        withinDays: 30,
        everyBalance: 10,
      })
      fs.writeFileSync(kept, '')
    } else await migrate(filled)
    const quiet: number[][] = []
    const billing: number[][] = []
    const nights: Night[] = []
    for (let round = 0; round < options.rounds; round += 1) {
      await createDatabase(server, 'stowage_beside', 'stowage_billing')
      const child = await startChild<Started>('bill-night.ts', {
        log: path.join(folder, 'beside.log'),
        env,
        execArgv: options.execArgv,
      })
      try {
        const { port } = child.ready
        const calls = await pagesOf(databaseUrl, tokenMaker(readConfig(env)))
        await peopleAtWork(port, calls, 5)
        const before = await peopleAtWork(port, calls, QUIET_SECONDS)
        let isOver = false
        const night = child.ask<Night>('bill').finally(() => {
          isOver = true
        })
        await pause(500)
        const within = await peopleAtWork(
          port,
          calls,
          LONGEST_SECONDS,
          async () => await Promise.resolve(isOver),
        )
        nights.push(await night)
        const behind = await peopleAtWork(port, calls, QUIET_SECONDS)
        quiet.push([...before, ...behind].sort((a, b) => a - b))
        billing.push(within)
        say(
          `Round ${round + 1}: ${saidOf(nights.at(-1))}; p50 ${percentile(quiet.at(-1) ?? [], 50).toFixed(1)} / ${percentile(within, 50).toFixed(1)} ms, p99 ${percentile(quiet.at(-1) ?? [], 99).toFixed(1)} / ${percentile(within, 99).toFixed(1)} ms, without / with`,
        )
      } finally {
        await child.stop()
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
        name: 'the night beside people at work',
        values: nights.map(({ seconds }) => seconds),
        unit: 's',
        digits: 1,
        must: undefined,
      }),
    ]
  } finally {
    await close()
  }
}

const saidOf = (night: Night | undefined): string =>
  night === undefined ? '' : `${night.issued} invoices in ${night.seconds.toFixed(1)} s`

/** What staff look at all day. */
async function pagesOf(url: string, tokenOf: (accountId: string) => Promise<string>): Promise<LoadCall[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ boss: string; stock: string; contract: string }>(
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
