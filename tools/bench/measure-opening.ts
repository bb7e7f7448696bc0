import { WebSocket } from 'ws'
import { type Figure, ratioFigure, valueFigure } from './figures.ts'
import { load, type LoadCall } from './http-load.ts'
import { rentBoxes, WARM_ROUNDS } from './prepare.ts'
import type { Stage } from './stage.ts'

const AT_ONCE = 16
const OURS_A_ROUND = 120
const BARE_A_ROUND = 240
/** Browsers that look on while doors open: staff at the product, everybody at the bare server. */
const ONLOOKERS = 10

/** Opening boxes, each another one, by the tenants who rent them; the same signed call to the same kind of warehouse. */
export async function measureOpening(stage: Stage, rounds: number): Promise<Figure[]> {
  const { product, bare, world } = stage
  const ours: number[] = []
  const p99: number[] = []
  const plain: number[] = []
  const staff = await world.token(world.superUser)
  const sockets = [
    ...(await onlookers(product.ready.port, ONLOOKERS, staff)),
    ...(await onlookers(bare.ready.port, ONLOOKERS)),
  ]
  try {
    for (let round = -WARM_ROUNDS; round < rounds; round += 1) {
      const doors = await rentBoxes(stage, OURS_A_ROUND)
      await stage.rest()
      const calls: LoadCall[] = doors.map(({ boxId, stockId, token }) => ({
        method: 'PUT',
        path: `/api/boxes/${boxId}/open`,
        token,
        body: { stockId },
      }))
      const bareCalls: LoadCall[] = stage
        .takeBareBoxes(BARE_A_ROUND)
        .map(({ boxId, lockId }) => ({ method: 'PUT', path: '/open', body: { boxId, lockId } }))
      const limit = await load({
        port: bare.ready.port,
        connections: AT_ONCE,
        expected: 200,
        next: (index) => bareCalls[index],
      })
      const mine = await load({
        port: product.ready.port,
        connections: AT_ONCE,
        expected: 200,
        next: (index) => calls[index],
        answered: ({ body }) => {
          if (!body.includes('"opened"')) throw new Error(`a door did not open: ${body.toString()}`)
        },
      })
      if (round < 0) continue
      ours.push(mine.perSecond)
      p99.push(mine.p99)
      plain.push(limit.perSecond)
    }
  } finally {
    for (const socket of sockets) socket.terminate()
  }
  return [
    ratioFigure({
      name: 'opening boxes, 16 at once',
      ours,
      limit: plain,
      shown: (value) => `${value.toFixed(0)} /s`,
      limitName: 'bare: signed call, UPDATE, broadcast',
      must: 0.4,
      should: 0.6,
    }),
    valueFigure({ name: 'opening boxes, p99', values: p99, unit: 'ms', must: undefined }),
  ]
}

async function onlookers(port: number, count: number, token?: string): Promise<WebSocket[]> {
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { perMessageDeflate: false })
      socket.on('error', () => undefined)
      await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject))
      if (token !== undefined)
        socket.send(JSON.stringify({ actionType: 'SET_CONNECTION_USER_META', payload: { authToken: token } }))
      return socket
    }),
  )
}
