import path from 'node:path'
import { startChild } from './children.ts'
import { type Figure, ratioFigure, valueFigure } from './figures.ts'
import type { Heard, SocketsOrder } from './many-sockets.ts'
import { rentBoxes } from './prepare.ts'
import type { Stage } from './stage.ts'

const CROWD = 2000
/** Doors opened a round: a fan-out takes milliseconds, one of them says little. */
const DOORS = 4

/** BOX_OPENED from the click to the last of two thousand sockets, beside ws alone; the sockets are in a process of their own. */
export async function measureSockets(stage: Stage, rounds: number): Promise<Figure[]> {
  const { product, bare, world } = stage
  const sockets = await startChild('many-sockets.ts', { log: path.join(stage.folder, 'sockets.log') })
  const ask = async <A>(order: SocketsOrder): Promise<A> => {
    const answer = await sockets.ask<A & { error?: string }>(order)
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer
  }
  try {
    const doors = await rentBoxes(stage, DOORS * (rounds + 1))
    const bareDoors = stage.takeBareBoxes(DOORS * (rounds + 1))
    await stage.rest()
    await ask({
      connect: { port: product.ready.port, count: CROWD, token: await world.token(world.superUser) },
    })
    await ask({ connect: { port: bare.ready.port, count: CROWD } })
    const ours: Heard[] = []
    const theirs: Heard[] = []
    const lasts: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
    for (let round = -1; round < rounds; round += 1) {
      const mine: Heard[] = []
      const plain: Heard[] = []
      for (let index = 0; index < DOORS; index += 1) {
        const place = (round + 1) * DOORS + index
        const door = doors[place]
        const bareDoor = bareDoors[place]
        if (!door || !bareDoor) throw new Error('no door is left')
        plain.push(
          await ask<Heard>({
            open: {
              port: bare.ready.port,
              boxId: bareDoor.boxId,
              call: {
                method: 'PUT',
                path: '/open',
                body: { boxId: bareDoor.boxId, lockId: bareDoor.lockId },
              },
            },
          }),
        )
        mine.push(
          await ask<Heard>({
            open: {
              port: product.ready.port,
              boxId: door.boxId,
              call: {
                method: 'PUT',
                path: `/api/boxes/${door.boxId}/open`,
                token: door.token,
                body: { stockId: door.stockId },
              },
            },
          }),
        )
      }
      if (round < 0) continue
      ours.push(...mine)
      theirs.push(...plain)
      const worst = (heard: readonly Heard[]): number =>
        heard.map(({ last }) => last).sort((a, b) => a - b)[heard.length >> 1] ?? Number.NaN
      lasts.ours.push(worst(mine))
      lasts.bare.push(worst(plain))
    }
    const delivered = Math.min(...ours.map((heard) => heard.delivered / CROWD))
    return [
      ratioFigure({
        name: `BOX_OPENED to the last of ${CROWD} sockets`,
        ours: lasts.ours,
        limit: lasts.bare,
        shown: (value) => `${value.toFixed(1)} ms`,
        limitName: 'bare ws',
        must: 2,
        should: 1.3,
        atMost: true,
      }),
      valueFigure({
        name: 'BOX_OPENED delivered',
        values: [delivered],
        unit: '',
        digits: 3,
        must: 1,
        atMost: false,
        note: `${ours.length} doors`,
      }),
      valueFigure({
        name: 'first to last socket',
        values: ours.map(({ first, last }) => last - first),
        unit: 'ms',
        digits: 1,
        must: undefined,
        note: `bare ${(theirs.map(({ first, last }) => last - first).sort((a, b) => a - b)[theirs.length >> 1] ?? 0).toFixed(1)} ms`,
      }),
    ]
  } finally {
    await sockets.stop()
  }
}
