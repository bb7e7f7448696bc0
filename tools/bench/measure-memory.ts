import { childrenOf, residentMegabytes } from './children.ts'
import { type Figure, valueFigure } from './figures.ts'
import { load, type LoadCall } from './http-load.ts'
import { prepareBookings } from './prepare.ts'
import type { Stage } from './stage.ts'

const STARTS = 3
const IDLE_SECONDS = 5
const LOAD_SECONDS = 4
const AT_ONCE = 16
const BOOKINGS = 160

/**
 * The server alone on a database that is there: how long until it answers, what it holds when nobody asks, and after lists,
 * bookings with their papers, and sign-ins at full load. With its children: papers are printed in a process of their own.
 */
export async function measureMemory(stage: Stage): Promise<Figure[]> {
  const ready: number[] = []
  const idle: number[] = []
  const loaded: number[] = []
  for (let round = 0; round < STARTS; round += 1) {
    const begin = performance.now()
    const server = await stage.startAnother()
    const reply = await fetch(`http://127.0.0.1:${server.ready.port}/api/health`)
    if (!reply.ok) throw new Error(`the server is not well: ${await reply.text()}`)
    ready.push((performance.now() - begin) / 1000)
    try {
      await seconds(IDLE_SECONDS)
      idle.push(megabytesWithChildren(server.pid))
      await work(stage, server.ready.port)
      loaded.push(megabytesWithChildren(server.pid))
    } finally {
      await server.stop()
    }
  }
  return [
    valueFigure({ name: 'the server alone, ready', values: ready, unit: 's', digits: 2, must: 2, should: 1 }),
    valueFigure({ name: 'memory, idle', values: idle, unit: 'MB', must: 160, should: 110 }),
    valueFigure({ name: 'memory, after load', values: loaded, unit: 'MB', must: 350, should: 250 }),
  ]
}

async function work(stage: Stage, port: number): Promise<void> {
  const { world } = stage
  const path = `/api/boxes/fetch?stockId=${world.listed.id}`
  const lists: LoadCall[] = [
    { method: 'GET', path, headers: { 'accept-encoding': 'gzip' } },
    { method: 'GET', path, token: await world.token(world.superUser) },
  ]
  for (const call of lists)
    await load({ port, connections: AT_ONCE, seconds: LOAD_SECONDS, expected: 200, next: () => call })
  const bookings = await prepareBookings(stage, BOOKINGS)
  await load({ port, connections: AT_ONCE, expected: 200, next: (index) => bookings[index] })
  await stage.rest()
}

/** Linux tells: the process and whoever it has started. */
function megabytesWithChildren(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + megabytesWithChildren(child), residentMegabytes(pid))
}

const seconds = async (count: number): Promise<void> =>
  await new Promise((resolve) => setTimeout(resolve, count * 1000))
