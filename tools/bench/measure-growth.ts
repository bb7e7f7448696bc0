import pg from 'pg'
import { postgresMeter, processMeter } from './cpu-time.ts'
import { type Figure, median, ratioFigure } from './figures.ts'
import { load, type LoadCall } from './http-load.ts'
import { TURNS, volumeCases } from './volume-calls.ts'
import { setVolumeStage, type VolumeStage } from './volume-stage.ts'

const AT_ONCE = 4
const SECONDS = 1
const WARM_SECONDS = 1.5
const BOOKINGS = 24
const MUST = 1.3

/** One thing people do, as one company is asked for it. */
interface Deed {
  readonly name: string
  /** Where how much is found belongs to the question, a larger company has more of it. */
  readonly isBound: boolean
  callsOf(stage: VolumeStage): Promise<(index: number) => LoadCall | undefined>
  /** How many calls make a round; else as many as fit into its time. */
  readonly count?: number
}

/**
 * First pages, searches and bookings in a company of any size, against the very same in a small one whose warehouses are as
 * large: milliseconds of CPU a call, of server and PostgreSQL together, in turns.
 */
export async function measureGrowth(
  stage: VolumeStage,
  rounds: number,
  keep: string | undefined,
  execArgv: readonly string[],
): Promise<Figure[]> {
  stage.say('Setting up the little company beside it')
  const little = await setVolumeStage(stage.say, 'little', {
    keep: keep === undefined ? undefined : `${keep}/little`,
    execArgv,
  })
  try {
    const meters = new Map<VolumeStage, () => number>()
    for (const one of [stage, little]) {
      const server = processMeter(one.product.pid)
      const postgres = await postgresMeter(one.databaseUrl)
      meters.set(one, () => server() + postgres())
    }
    const spend = async (one: VolumeStage, deed: Deed, seconds: number): Promise<number> => {
      const spent = meters.get(one) ?? (() => Number.NaN)
      const next = await deed.callsOf(one)
      const before = spent()
      const until = performance.now() + seconds * 1000
      let isOver = false
      const { count } = await load({
        port: one.product.ready.port,
        connections: AT_ONCE,
        expected: 200,
        next(index) {
          if (deed.count === undefined) isOver ||= index % TURNS === 0 && performance.now() >= until
          else isOver ||= index >= deed.count
          return isOver ? undefined : next(index)
        },
      })
      return (spent() - before) / count
    }
    const figures: Figure[] = []
    for (const deed of deeds(stage)) {
      const large: number[] = []
      const small: number[] = []
      for (let round = -1; round < rounds; round += 1) {
        const seconds = round < 0 ? WARM_SECONDS : SECONDS
        const [theirs, ours] = [await spend(little, deed, seconds), await spend(stage, deed, seconds)]
        if (round < 0) continue
        small.push(theirs)
        large.push(ours)
      }
      stage.say(
        `${deed.name}: ${median(large).toFixed(2)} ms, in the little company ${median(small).toFixed(2)} ms`,
      )
      figures.push(
        ratioFigure({
          name: `grown: ${deed.name}`,
          ours: large,
          limit: small,
          shown: (value) => `${value.toFixed(2)} ms`,
          limitName: 'little',
          ...(deed.isBound ? { must: MUST } : {}),
          atMost: true,
        }),
      )
    }
    return figures
  } finally {
    await little.close()
  }
}

function deeds({ volume }: VolumeStage): Deed[] {
  const lists = volumeCases(volume).map(({ name }, place): Deed => ({
    name,
    // How many people have a name is more in a larger company, and they are counted.
    isBound: name.includes('first page') || name === 'documents of a contract',
    callsOf: async (stage) => {
      const token = await stage.token()
      const path = volumeCases(stage.volume)[place]?.product
      return (index) => path && { method: 'GET', path: path(index % TURNS), token }
    },
  }))
  return [
    ...lists,
    {
      name: 'boxes of a warehouse to book',
      isBound: true,
      callsOf: async (stage) => {
        const stocks = await read<{ id: string }>(
          stage,
          `select id from stock where id like '01V%' order by id limit ${TURNS}`,
        )
        return (index) => ({
          method: 'GET',
          path: `/api/boxes/fetch?stockId=${stocks[index % stocks.length]?.id ?? ''}`,
        })
      },
    },
    { name: `booking, ${BOOKINGS} a round`, isBound: true, count: BOOKINGS, callsOf: bookings },
  ]
}

/** A superUser books boxes that nobody holds for tenants who are there; a kept company has some hundreds fewer after each run. */
async function bookings(stage: VolumeStage): Promise<(index: number) => LoadCall | undefined> {
  const token = await stage.token()
  const boxes = await read<{ id: string; stockId: string }>(
    stage,
    `select b.id, b.stock_id as "stockId" from box b where b.id like '01V%' and b.deleted_at is null
        and not exists (select 1 from box_claim k where k.box_id = b.id and k.released_at is null) order by b.id desc limit ${BOOKINGS}`,
  )
  const tenants = await read<{ id: string }>(
    stage,
    `select id from account where id like '01V%' and account_type = 'individual' order by random() limit ${BOOKINGS}`,
  )
  if (boxes.length < BOOKINGS) throw new Error('every box is booked: remove the kept folder')
  return (index) => {
    const box = boxes[index]
    return (
      box && {
        method: 'POST',
        path: '/api/boxes/book',
        token,
        body: {
          stockId: box.stockId,
          boxId: box.id,
          userId: tenants[index % tenants.length]?.id,
          arrivalDate: Temporal.Now.plainDateISO('Europe/Berlin').toString(),
          contractDuration: 3,
          invoicingPeriod: 1,
          paymentMethod: 'manual',
        },
      }
    )
  }
}

async function read<R extends pg.QueryResultRow>(stage: VolumeStage, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: stage.databaseUrl })
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}
