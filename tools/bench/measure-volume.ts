import { isDeepStrictEqual } from 'node:util'
import { type CpuMeter, postgresMeter, processMeter } from './cpu-time.ts'
import { type Figure, median, ratioFigure } from './figures.ts'
import { load, openCaller } from './http-load.ts'
import { TURNS, type VolumeCase, volumeCases } from './volume-calls.ts'
import type { VolumeStage } from './volume-stage.ts'

const AT_ONCE = 4
const SECONDS = 1
/** Enough for every connection of both servers to have prepared its statements and settled on their plans. */
const WARM_SECONDS = 1.5

interface Spent {
  /** Milliseconds of CPU a call: of the server, and with that of PostgreSQL. */
  readonly server: number
  readonly all: number
}

/**
 * First page and search of a large company's lists through the whole product, held against the least SQL for the same answer
 * behind node:http: the CPU of server and PostgreSQL together, a call.
 */
export async function measureVolume(stage: VolumeStage, rounds: number, named = ''): Promise<Figure[]> {
  const cases = volumeCases(stage.volume).filter(({ name }) => name.includes(named))
  const postgres = await postgresMeter(stage.databaseUrl)
  const product = { server: processMeter(stage.product.pid), postgres }
  const bare = { server: processMeter(stage.bare.pid), postgres }
  const figures: Figure[] = []
  for (const one of cases) {
    await answerAlike(stage, one)
    const token = await stage.token()
    const ours: Spent[] = []
    const plain: Spent[] = []
    for (let round = -1; round < rounds; round += 1) {
      const seconds = round < 0 ? WARM_SECONDS : SECONDS
      const limit = await spend(bare, stage.bare.ready.port, one.bare, seconds)
      const mine = await spend(product, stage.product.ready.port, one.product, seconds, token)
      if (round < 0) continue
      ours.push(mine)
      plain.push(limit)
    }
    const middle = (spent: readonly Spent[], part: keyof Spent): string =>
      median(spent.map((each) => each[part])).toFixed(2)
    stage.say(
      `${one.name}: ${middle(ours, 'all')} to ${middle(plain, 'all')} ms, of it the servers ${middle(ours, 'server')} and ${middle(plain, 'server')}`,
    )
    figures.push(
      ratioFigure({
        name: one.name,
        ours: ours.map(({ all }) => all),
        limit: plain.map(({ all }) => all),
        shown: (value) => `${value.toFixed(2)} ms`,
        limitName: 'bare',
        must: 3,
        should: 2,
        atMost: true,
      }),
    )
  }
  return figures
}

interface Meters {
  readonly server: CpuMeter
  readonly postgres: CpuMeter
}

async function spend(
  { server, postgres }: Meters,
  port: number,
  pathOf: (turn: number) => string,
  seconds: number,
  token?: string,
): Promise<Spent> {
  const before = { server: server(), postgres: postgres() }
  const until = performance.now() + seconds * 1000
  let isOver = false
  const { count } = await load({
    port,
    connections: AT_ONCE,
    expected: 200,
    // Whole turns only: one kind of name has thousands of people, another one.
    next(index) {
      isOver ||= index % TURNS === 0 && performance.now() >= until
      return isOver ? undefined : { method: 'GET', path: pathOf(index % TURNS), token }
    },
  })
  const ofServer = server() - before.server
  const ofPostgres = postgres() - before.postgres
  return { server: ofServer / count, all: (ofServer + ofPostgres) / count }
}

/** A comparison of different answers would say nothing: the same rows, names and values, in the same order. */
async function answerAlike(stage: VolumeStage, one: VolumeCase): Promise<void> {
  const token = await stage.token()
  const mine = await openCaller(stage.product.ready.port)
  const bare = await openCaller(stage.bare.ready.port)
  try {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const ours = await mine.call({ method: 'GET', path: one.product(turn), token })
      const theirs = await bare.call({ method: 'GET', path: one.bare(turn) })
      const [left, right] = [ours, theirs].map(({ body }) => plain(JSON.parse(body.toString())))
      if (ours.status !== 200 || !isDeepStrictEqual(left, right))
        throw new Error(`${one.name} (${one.product(turn)}): the answers differ: ${difference(left, right)}`)
    }
  } finally {
    mine.close()
    bare.close()
  }
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/

/** A moment has several spellings, and the bare server takes PostgreSQL's. Milliseconds are what a list of the desk shows. */
function plain(value: unknown): unknown {
  if (typeof value === 'string')
    return MOMENT.test(value)
      ? Temporal.Instant.from(value).round({ smallestUnit: 'millisecond', roundingMode: 'floor' }).toString()
      : value
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]))
}

/** The first place where two answers part. */
function difference(left: unknown, right: unknown, at = ''): string {
  if (typeof left === 'object' && typeof right === 'object' && left !== null && right !== null) {
    const names = new Set([...Object.keys(left), ...Object.keys(right)])
    for (const name of names) {
      const [one, other] = [left, right].map((side) => (side as Record<string, unknown>)[name])
      if (!isDeepStrictEqual(one, other)) return difference(one, other, `${at}/${name}`)
    }
  }
  return `${at}: ${JSON.stringify(left)?.slice(0, 300)} and ${JSON.stringify(right)?.slice(0, 300)}`
}
