import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { documentSettled } from '../modules/billing/index.ts'
import { boxClaimed } from '../modules/catalog/index.ts'
import type { RecordedEvent } from '../platform/events/event.ts'
import type { World } from './world.ts'

export interface Message {
  readonly actionType: string
  readonly payload: Record<string, unknown>
}

export interface Listener {
  readonly socket: WebSocket
  /** What came since the sign-in. */
  readonly heard: Message[]
  of(kind: string): Message[]
  /** All that was told to it by now is heard: what is not among it was never told. */
  caughtUp(): Promise<void>
}

let marks = 0

const about = (world: World, type: string, stockId: string | null, payload: object): RecordedEvent => ({
  id: 0,
  type,
  aggregate: 'mark',
  stockId,
  payload: { ...payload },
  at: world.running.platform.clock.now(),
})

/**
 * A socket of the live channel. Signing in has no answer of its own, so facts that concern nobody else are told until one
 * comes: how long the machine takes for it decides nothing.
 * @param person without one the socket stays a visitor's
 */
export async function listen(
  world: World,
  person?: { id: string; token?: string | undefined },
): Promise<Listener> {
  const socket = new WebSocket(`ws://127.0.0.1:${world.running.port}/socket`)
  const heard: Message[] = []
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString('utf8')) as Message))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  await expect.poll(() => heard.map(({ actionType }) => actionType)).toContain('SET_CONNECTION_ID')
  const { messaging } = world.running.modules
  /** Says something to this socket that the pages of nobody need; a visitor hears only what is said to everybody. */
  const say = (mark: string): void =>
    messaging.heard?.(
      person === undefined
        ? about(world, boxClaimed.type, mark, {})
        : about(world, documentSettled.type, null, { accountId: person.id, documentId: mark }),
    )
  /** Takes what was said out of what was heard; how often it was there. */
  const take = (mark: string): number => {
    const isMark = ({ payload }: Message): boolean =>
      payload['subjectId'] === mark || ((payload['stockIds'] ?? []) as readonly string[]).includes(mark)
    const rest = heard.filter((message) => !isMark(message))
    const taken = heard.length - rest.length
    heard.splice(0, heard.length, ...rest)
    return taken
  }
  const caughtUp = async (): Promise<void> => {
    const mark = `caught-up-${(marks += 1)}`
    say(mark)
    await expect.poll(() => take(mark), { interval: 10 }).toBe(1)
  }
  if (person !== undefined) {
    const authToken = person.token
    socket.send(JSON.stringify({ actionType: 'SET_CONNECTION_USER_META', payload: { authToken } }))
    const mark = `signed-in-${(marks += 1)}`
    await expect
      .poll(
        () => {
          say(mark)
          return take(mark)
        },
        { interval: 20 },
      )
      .toBeGreaterThan(0)
    // What was said meanwhile is on its way.
    await caughtUp()
    take(mark)
  }
  heard.length = 0
  return { socket, heard, of: (kind) => heard.filter(({ actionType }) => actionType === kind), caughtUp }
}
