import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { readConfig } from '@stowage/server/platform/config'
import { migrate } from '@stowage/server/platform/database/migrate'
import { fillTenancies } from '../volume/fill-tenancies.ts'
import type { Night } from './bill-night.ts'
import { PGBENCH_PAYMENT } from './bare/payment-schema.ts'
import { startChild } from './children.ts'
import { createDatabase, openFolder, openServer, withDatabase } from './databases.ts'
import { type Figure, ratioFigure, valueFigure } from './figures.ts'
import { load } from './http-load.ts'
import { pgbenchPath } from './measure-booking.ts'
import { type BenchPayment, eventOf, KEYS, takeSamples, type Samples } from './stripe-samples.ts'

/** As many as a processor sends at once behind an outage. */
const AT_ONCE = 16
/** Invoices of December are issued and nothing is late. */
const NOW = '2026-11-22T10:00:00Z'
const FILLED = 'stowage_payments_filled'

/**
 * Each of so many open invoices is paid at Stripe, which tells us: from the first message until the last of them stands in the book and its
 * mail is written, against the same rows written by pgbench into a copy of the same tables, and how long Stripe waited for our answers meanwhile.
 */
export async function measurePayments(
  say: (text: string) => void,
  options: {
    readonly payments: number
    readonly rounds: number
    readonly execArgv: readonly string[]
    /** A folder that keeps the filled database for the next run. */
    readonly keep: string | undefined
  },
): Promise<Figure[]> {
  const { folder, closing, close } = openFolder(os.tmpdir(), options.keep)
  try {
    const server = await openServer(folder, closing, say)
    const env = {
      DEMO: 'off',
      PORT: '0',
      DATA_DIR: path.join(folder, 'data'),
      LOG_LEVEL: 'warn',
      SMTP_URL: '',
      RATE_LIMIT_PER_MINUTE: '100000000',
    }
    const file = path.join(folder, `payments-${options.payments}.json`)
    if (!fs.existsSync(file)) {
      const payments = await fill(server, options.payments, { folder, env, say })
      fs.writeFileSync(file, JSON.stringify({ ...(await takeSamples()), payments } satisfies Samples))
    }
    const samples = JSON.parse(fs.readFileSync(file, 'utf8')) as Samples
    const stripe = await startChild<{ port: number }>('stripe-answers.ts', {
      log: path.join(folder, 'stripe.log'),
      words: [file],
    })
    closing.push(stripe.stop)
    const program = pgbenchPath()
    if (!program) say('pgbench is missing (Debian: postgresql-contrib; PGBENCH names another place)')
    const rounded: Round[] = []
    const bare: number[] = []
    for (let round = 0; round < options.rounds; round += 1) {
      const own = await ourRound(server, samples, {
        log: path.join(folder, 'server.log'),
        env: {
          ...env,
          BENCH_NOW: NOW,
          BENCH_STRIPE: JSON.stringify([
            {
              name: 'stripe',
              url: `http://127.0.0.1:${stripe.ready.port}`,
              ...KEYS,
              currencies: ['EUR'],
              methods: ['card'],
            },
          ]),
        },
        execArgv: options.execArgv,
      })
      rounded.push(own)
      const raw = program === undefined ? Number.NaN : await pgbenchRound(server, program, samples, folder)
      bare.push(raw)
      say(
        `Round ${round + 1}: ours ${own.perSecond.toFixed(0)} /s (answered ${own.answered.toFixed(0)} /s, credited ${own.credited.toFixed(0)} /s; ${own.cpu.toFixed(2)} ms of CPU each), answers p99 ${own.p99.toFixed(0)} ms; pgbench ${raw.toFixed(0)} /s`,
      )
    }
    return figures(rounded, bare, options.payments)
  } finally {
    await close()
  }
}

interface Round {
  /** Payments a second, from the first message until all are in the book and nothing that follows from them is left to be done. */
  readonly perSecond: number
  readonly answered: number
  readonly credited: number
  readonly p50: number
  readonly p99: number
  /** Milliseconds of the server's own for each. */
  readonly cpu: number
}

function figures(rounds: readonly Round[], bare: readonly number[], payments: number): Figure[] {
  const of = (pick: (round: Round) => number): number[] => rounds.map(pick)
  return [
    ratioFigure({
      name: `${payments} payment messages settled`,
      ours: of(({ perSecond }) => perSecond),
      limit: bare,
      limitName: 'the same rows by pgbench',
      shown: (value) => `${value.toFixed(0)} /s`,
      must: 0.25,
    }),
    valueFigure({
      name: 'answer to the processor under that load, p99',
      values: of(({ p99 }) => p99),
      unit: 'ms',
      must: 500,
      note: `p50 ${rounds.map(({ p50 }) => p50.toFixed(0)).join(', ')} ms; ${AT_ONCE} at once`,
    }),
    valueFigure({
      name: 'a settled payment, CPU of the server',
      values: of(({ cpu }) => cpu),
      unit: 'ms',
      digits: 2,
      must: undefined,
    }),
  ]
}

/** Contracts whose next invoice has been issued, each with a page of Stripe's that was opened to pay it. */
async function fill(
  server: string,
  contracts: number,
  {
    folder,
    env,
    say,
  }: { folder: string; env: Readonly<Record<string, string>>; say: (text: string) => void },
): Promise<BenchPayment[]> {
  say(`Filling ${contracts} contracts and billing a night of theirs`)
  const databaseUrl = withDatabase(server, FILLED)
  await createDatabase(server, FILLED)
  await migrate(databaseUrl)
  await fillTenancies(
    { ...readConfig({ ...env, DATABASE_URL: databaseUrl }), databaseUrl },
    { contracts, stocks: 20, from: '2026-11-01', withinDays: 30, everyBalance: 0 },
  )
  const child = await startChild<unknown>('bill-night.ts', {
    log: path.join(folder, 'night.log'),
    env: { ...env, DATABASE_URL: databaseUrl },
  })
  try {
    await child.ask<Night>('bill')
  } finally {
    await child.stop()
  }
  return await withClient(databaseUrl, async (client) => {
    await client.query(`
      insert into payment (id, processor, cabinet, reference, account_id, stock_id, amount, currency, status, processor_invoice_id, redirection_url, details, created_at, expires_at, created_by_id)
      select 'PB' || lpad(n::text, 24, '0'), 'stripe', 'stripe', 'document:' || id, account_id, stock_id, gross - paid, currency, 'created', 'cs_bench' || n, 'https://checkout.stripe.com/' || n,
             jsonb_build_object('startedAt', '${NOW}', 'invoiceOpen', true, 'closesAt', '2126-11-22T10:00:00Z'), timestamptz '${NOW}' - interval '1 hour', timestamptz '${NOW}' + interval '2 days', account_id
        from (select d.*, row_number() over (order by d.id desc) as n from document d where d.kind = 'invoice' and d.status = 'open') d`)
    // What the night has told its listeners is their business of that night.
    await client.query('delete from event_delivery')
    await client.query('vacuum analyze')
    const { rows } = await client.query<BenchPayment>(
      `select id as "paymentId", account_id as "accountId", amount::int, 'pi_bench' || substring(id, 3) as "outsideId" from payment where id like 'PB%' order by id`,
    )
    if (rows.length !== contracts) throw new Error(`${rows.length} payments of ${contracts}`)
    return rows
  })
}

async function ourRound(
  server: string,
  samples: Samples,
  child: { log: string; env: Readonly<Record<string, string>>; execArgv: readonly string[] },
): Promise<Round> {
  await createDatabase(server, 'stowage_payments_run', FILLED)
  const databaseUrl = withDatabase(server, 'stowage_payments_run')
  const product = await startChild<{ port: number }>('payments-server.ts', {
    log: child.log,
    env: { ...child.env, DATABASE_URL: databaseUrl },
    execArgv: child.execArgv,
  })
  const { payments } = samples
  try {
    return await withClient(databaseUrl, async (client) => {
      const count = async (query: string): Promise<number> =>
        (await client.query<{ count: number }>(query)).rows[0]?.count ?? 0
      const cpuBefore = await product.ask<number>('cpu')
      const begin = performance.now()
      let creditedAt = 0
      const sending = load({
        port: product.ready.port,
        connections: AT_ONCE,
        expected: 200,
        next: (index) => {
          const payment = payments[index]
          if (!payment) return undefined
          const { body, signature } = eventOf(samples, payment)
          return {
            method: 'POST',
            path: '/api/payments/stripe/stripe',
            headers: { 'content-type': 'application/json', 'stripe-signature': signature },
            text: body,
          }
        },
      })
      for (let isDone = false; !isDone; await sleep(100)) {
        if (performance.now() - begin > 900_000) throw new Error('not settled in 15 minutes')
        const open = await count(
          `select count(*)::int from payment where id like 'PB%' and status <> 'succeeded'`,
        )
        if (open > 0) continue
        if (creditedAt === 0) creditedAt = performance.now()
        isDone = (await count('select count(*)::int from event_delivery where done_at is null')) === 0
      }
      const seconds = (performance.now() - begin) / 1000
      const cpuSeconds = (await product.ask<number>('cpu')) - cpuBefore
      const told = await sending
      const entries = await count(
        `select count(*)::int from ledger_entry where payment_id like 'PB%' and account like 'cash:%'`,
      )
      if (entries !== payments.length) throw new Error(`${entries} payments stand in the book`)
      return {
        perSecond: payments.length / seconds,
        answered: told.perSecond,
        credited: payments.length / ((creditedAt - begin) / 1000),
        p50: told.p50,
        p99: told.p99,
        cpu: (cpuSeconds * 1000) / payments.length,
      }
    })
  } finally {
    await product.stop()
  }
}

/** @returns payments a second */
async function pgbenchRound(
  server: string,
  program: string,
  samples: Samples,
  folder: string,
): Promise<number> {
  await createDatabase(server, 'stowage_payments_bare', FILLED)
  const url = new URL(withDatabase(server, 'stowage_payments_bare'))
  const script = path.join(folder, 'payment.sql')
  fs.writeFileSync(script, PGBENCH_PAYMENT)
  const each = Math.floor(samples.payments.length / AT_ONCE)
  const words = ['-n', '-M', 'prepared', '-c', String(AT_ONCE), '-j', '2', '-t', String(each), '-f', script]
  const { stdout } = await promisify(execFile)(
    program,
    [
      ...words,
      '-D',
      'n=0',
      '-D',
      `each=${each}`,
      '-h',
      url.searchParams.get('host') ?? url.hostname,
      ...(url.port === '' ? [] : ['-p', url.port]),
      '-U',
      url.username,
      url.pathname.slice(1),
    ],
    { env: { ...process.env, PGPASSWORD: url.password } },
  )
  const found = /tps = ([\d.]+) \(without/.exec(stdout) ?? /tps = ([\d.]+)/.exec(stdout)
  const failed = /number of failed transactions: ([1-9]\d*)/.exec(stdout)
  if (!found || failed) throw new Error(`pgbench said:\n${stdout}`)
  return Number(found[1])
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
