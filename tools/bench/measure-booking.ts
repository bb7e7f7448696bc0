import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { PGBENCH_BOOKING } from './bare/schema.ts'
import { type Figure, ratioFigure, valueFigure } from './figures.ts'
import { TERM } from './fill-world.ts'
import { load, type LoadCall, openCaller } from './http-load.ts'
import { prepareBookings, WARM_ROUNDS } from './prepare.ts'
import type { Stage } from './stage.ts'

const AT_ONCE = 16
const OURS_A_ROUND = 160
const BARE_A_ROUND = 640
const PGBENCH_EACH = 100
const RACES = 20

/** Booking at 16 at once over five stocks, HTTP to commit, signed by clients; then 200 who want one box. */
export async function measureBooking(stage: Stage, rounds: number): Promise<Figure[]> {
  const ours: number[] = []
  const p99: number[] = []
  const bare: number[] = []
  const bareP99: number[] = []
  const pgbench: number[] = []
  const findPgbench = pgbenchPath()
  if (!findPgbench)
    stage.say(
      'pgbench is missing (Debian: postgresql-contrib; PGBENCH names another place): its limit is left out',
    )
  // A server that has just been started is not what people meet: both have booked a while before it counts.
  for (let round = -WARM_ROUNDS; round < rounds; round += 1) {
    const calls = await prepareBookings(stage, OURS_A_ROUND)
    if (round >= 0) await stage.rest()
    const plain = await load({
      port: stage.bare.ready.port,
      connections: AT_ONCE,
      expected: 200,
      ...from(bareBookings(stage)),
    })
    const raw =
      findPgbench === undefined ? Number.NaN : await runPgbench(stage, findPgbench, round + WARM_ROUNDS)
    const mine = await load({
      port: stage.product.ready.port,
      connections: AT_ONCE,
      expected: 200,
      ...from(calls),
    })
    if (round < 0) continue
    ours.push(mine.perSecond)
    p99.push(mine.p99)
    bare.push(plain.perSecond)
    bareP99.push(plain.p99)
    pgbench.push(raw)
    stage.say(
      `  round ${round + 1}: ours ${mine.perSecond.toFixed(0)} /s, bare ${plain.perSecond.toFixed(0)} /s, pgbench ${raw.toFixed(0)} /s`,
    )
  }
  const begin = performance.now()
  await stage.rest()
  const shown = (value: number): string => `${value.toFixed(0)} /s`
  return [
    ratioFigure({
      name: 'booking, 16 at once',
      ours,
      limit: bare,
      shown,
      limitName: 'bare, seven statements',
      must: 0.25,
      should: 0.4,
    }),
    ...(findPgbench === undefined
      ? []
      : [
          ratioFigure({
            name: 'booking, 16 at once',
            ours,
            limit: pgbench,
            shown,
            limitName: 'pgbench, the same seven',
          }),
        ]),
    valueFigure({
      name: 'booking, p99',
      values: p99,
      unit: 'ms',
      must: 60,
      should: 25,
      note: `bare ${bareP99.map((value) => value.toFixed(0)).join(', ')}`,
    }),
    valueFigure({
      name: 'papers and mails of the last round are out after',
      values: [(performance.now() - begin) / 1000],
      unit: 's',
      digits: 1,
      must: undefined,
      note: `${OURS_A_ROUND} bookings`,
    }),
    ...(await race(stage)),
  ]
}

const from = (calls: readonly LoadCall[]): { next: (index: number) => LoadCall | undefined } => ({
  next: (index) => calls[index],
})

function bareBookings(stage: Stage): LoadCall[] {
  return stage.takeBareBoxes(BARE_A_ROUND).map(({ boxId }, index) => ({
    method: 'POST',
    path: '/book',
    body: {
      boxId,
      accountId: stage.world.tenants[index % stage.world.tenants.length],
      months: 3,
      arrivalDate: TERM.arrivalDate,
      reason: 'bench',
    },
  }))
}

/** Where pgbench is; it comes with PostgreSQL's own packages, not with ours. */
export function pgbenchPath(): string | undefined {
  const named = process.env['PGBENCH']
  const places =
    named === undefined
      ? ['/usr/bin/pgbench', '/usr/local/bin/pgbench', '/opt/homebrew/bin/pgbench']
      : [named]
  return places.find((place) => fs.existsSync(place))
}

/** Boxes from the far end of the bare ones, which HTTP never reaches. */
async function runPgbench(stage: Stage, program: string, round: number): Promise<number> {
  const script = path.join(stage.folder, 'booking.sql')
  fs.writeFileSync(script, PGBENCH_BOOKING)
  const url = new URL(stage.databaseUrl)
  const words = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(AT_ONCE),
    '-j',
    '2',
    '-t',
    String(PGBENCH_EACH),
    '-f',
    script,
    '-D',
    'n=0',
    '-D',
    `first=${20_000 + round * AT_ONCE * PGBENCH_EACH}`,
    '-D',
    `each=${PGBENCH_EACH}`,
  ]
  const host = url.searchParams.get('host') ?? url.hostname
  const { stdout } = await promisify(execFile)(
    program,
    [
      ...words,
      '-h',
      host,
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

/** Two hundred buyers, each on a connection of his own, all signed and ready, send at the same moment. */
async function race(stage: Stage): Promise<Figure[]> {
  const { world, product } = stage
  const took: number[] = []
  const wrong: string[] = []
  const callers = await Promise.all(world.buyers.map(async () => await openCaller(product.ready.port)))
  try {
    for (let round = -1; round < RACES; round += 1) {
      const [box] = stage.takeBoxes(1)
      if (!box) throw new Error('no box is left')
      const calls = await prepareBookings(stage, world.buyers.length, { buyers: world.buyers, box })
      await stage.rest()
      const begin = performance.now()
      const answers = await Promise.all(
        callers.map(async (caller, index) => await caller.call(calls[index] as LoadCall)),
      )
      const milliseconds = performance.now() - begin
      const winners = answers.filter(({ status }) => status === 200).length
      const losers = answers.filter(
        ({ status, body }) => status !== 200 && body.includes('"errorCode":6001'),
      ).length
      const [row] = await stage.query<{ held: number }>(
        `select count(*)::int as held from box_claim where box_id = '${box.boxId}' and released_at is null`,
      )
      if (winners !== 1 || losers !== world.buyers.length - 1 || row?.held !== 1)
        wrong.push(
          `${winners} won, ${losers} heard 6001, ${row?.held} hold it; others: ${[...new Set(answers.filter(({ status, body }) => status !== 200 && !body.includes('"errorCode":6001')).map(({ status, body }) => `${status} ${body.toString().slice(0, 120)}`))].join('; ')}`,
        )
      if (round >= 0) took.push(milliseconds)
    }
  } finally {
    for (const caller of callers) caller.close()
  }
  for (const sentence of wrong) stage.say(`  race: ${sentence}`)
  return [
    valueFigure({
      name: `200 buyers of one box, all answered`,
      values: took,
      unit: 'ms',
      must: 500,
      should: 250,
      note: `${RACES} rounds`,
    }),
    valueFigure({
      name: 'rounds without exactly one winner and 199 × 6001',
      values: [wrong.length],
      unit: '',
      must: 0,
      note: `of ${RACES + 1}`,
    }),
  ]
}
