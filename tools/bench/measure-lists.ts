import { type Figure, ratioFigure, valueFigure } from './figures.ts'
import { load, type LoadCall, openCaller } from './http-load.ts'
import type { Stage } from './stage.ts'

const CONNECTIONS = 16

/** GET boxes/fetch of 600 boxes: the whole server against a bare handler of the same columns; and how fast another process's change is seen. */
export async function measureLists(stage: Stage, rounds: number, seconds = 2): Promise<Figure[]> {
  const { world, product, bare } = stage
  const stockId = world.listed.id
  const staffToken = await world.token(world.superUser)
  const path = `/api/boxes/fetch?stockId=${stockId}`
  const packed = { 'accept-encoding': 'gzip, deflate, br' }
  const calls = {
    publicList: { method: 'GET', path, headers: packed },
    publicPlain: { method: 'GET', path },
    staffList: { method: 'GET', path, headers: packed, token: staffToken },
    barePublic: { method: 'GET', path: `/boxes?stockId=${stockId}` },
    bareStaff: { method: 'GET', path: `/staff-boxes?stockId=${stockId}` },
  } satisfies Record<string, LoadCall>
  const run = async (port: number, call: LoadCall, time = seconds) =>
    await load({ port, connections: CONNECTIONS, seconds: time, expected: 200, next: () => call })

  await sameColumns(stage, calls.publicPlain, calls.barePublic)
  await sameColumns(stage, { ...calls.staffList, headers: {} }, calls.bareStaff)
  const results: Record<keyof typeof calls, number[]> = {
    publicList: [],
    publicPlain: [],
    staffList: [],
    barePublic: [],
    bareStaff: [],
  }
  let bytes = 0
  for (let round = -1; round < rounds; round += 1) {
    for (const name of Object.keys(calls) as (keyof typeof calls)[]) {
      const port = name.startsWith('bare') ? bare.ready.port : product.ready.port
      const result = await run(port, calls[name], round < 0 ? 0.7 : seconds)
      if (name === 'publicList' || name === 'staffList') bytes = Math.max(bytes, result.bytes)
      if (round >= 0) results[name].push(result.perSecond)
    }
  }
  const shown = (value: number): string => `${value.toFixed(0)} /s`
  return [
    ratioFigure({
      name: 'list of 600, public, packed',
      ours: results.publicList,
      limit: results.barePublic,
      shown,
      limitName: 'bare json_agg',
      must: 3,
    }),
    ratioFigure({
      name: 'list of 600, public, unpacked',
      ours: results.publicPlain,
      limit: results.barePublic,
      shown,
      limitName: 'bare json_agg',
    }),
    ratioFigure({
      name: 'list of 600, staff',
      ours: results.staffList,
      limit: results.bareStaff,
      shown,
      limitName: 'bare json_agg',
      must: 0.7,
      should: 0.9,
    }),
    valueFigure({
      name: 'list of 600, greatest packed answer',
      values: [bytes / 1000],
      unit: 'kB',
      digits: 1,
      must: 25,
    }),
    await changeElsewhere(stage, rounds),
  ]
}

/** A comparison of different columns would say nothing. */
async function sameColumns(stage: Stage, ours: LoadCall, theirs: LoadCall): Promise<void> {
  const read = async (port: number, call: LoadCall): Promise<{ rows: number; names: string }> => {
    const caller = await openCaller(port)
    const answer = await caller.call(call)
    caller.close()
    const rows = JSON.parse(answer.body.toString()) as Record<string, unknown>[]
    return {
      rows: rows.length,
      names: Object.keys(rows[0] ?? {})
        .sort()
        .join(' '),
    }
  }
  const mine = await read(stage.product.ready.port, ours)
  const bare = await read(stage.bare.ready.port, theirs)
  if (mine.rows !== 600 || bare.rows !== 600 || mine.names !== bare.names)
    throw new Error(`the lists differ: ${JSON.stringify([mine, bare])}`)
}

/** A box is reserved through another process; this one shows it when its list has another tag. */
async function changeElsewhere(stage: Stage, rounds: number): Promise<Figure> {
  const { world, product } = stage
  const another = await stage.startAnother()
  const seen: number[] = []
  try {
    const token = await world.token(world.superUser)
    const there = await openCaller(another.ready.port)
    const here = await openCaller(product.ready.port)
    for (const box of stage.takeBoxes(rounds)) {
      const list: LoadCall = { method: 'GET', path: `/api/boxes/fetch?stockId=${box.stockId}` }
      const tag = async (): Promise<string> =>
        /\r\netag: ([^\r]*)/i.exec((await here.call(list)).headers)?.[1] ?? ''
      const before = await tag()
      const tenant = world.tenants[0] ?? ''
      const body = {
        stockId: box.stockId,
        boxId: box.boxId,
        userId: tenant,
        arrivalDate: today(),
        contractDuration: 3,
        invoicingPeriod: 3,
        paymentMethod: 'manual',
      }
      const booked = await there.call({ method: 'POST', path: '/api/boxes/book', token, body })
      if (booked.status !== 200) throw new Error(`booking there: ${booked.body.toString()}`)
      const begin = performance.now()
      while ((await tag()) === before) {
        if (performance.now() - begin > 20_000) throw new Error('a change of another process was never seen')
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
      seen.push(performance.now() - begin)
    }
    there.close()
    here.close()
  } finally {
    await another.stop()
  }
  return valueFigure({
    name: "another process's change shows in the list",
    values: seen,
    unit: 'ms',
    must: 1000,
  })
}

const today = (): string => Temporal.Now.plainDateISO('UTC').toString()
