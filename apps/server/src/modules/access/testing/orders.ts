import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { SiteUnavailable, type LockOrder } from '../lock-gateway.ts'
import type { SiteClient } from './site-client.ts'

/** So long no call waits that is not a command of these, and no test: how fast the machine is decides nothing. */
const LONG_MS = 100_000

/** A command as the gateway takes it, good for so long. */
export const order = (over: Partial<LockOrder> = {}): LockOrder => ({
  commandId: randomUUID(),
  lockId: '1:01:01',
  verb: 'open',
  expiresAt: new Date(Date.now() + LONG_MS).toISOString(),
  ...over,
})
export const opened = (commandId: string) => ({
  status: 200,
  body: {
    commandId,
    result: 'opened',
    state: 'opened',
    at: new Date().toISOString(),
  },
})
export const opens = ({ method, body }: { method: string; body?: unknown }) =>
  method === 'POST' ? opened((body as { commandId: string }).commandId) : undefined
export const failure = async (work: Promise<unknown>): Promise<SiteUnavailable> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(SiteUnavailable)
  return error as SiteUnavailable
}

/** How long a call waits to be taken by the process that holds the tunnel, and for the question behind a lost answer. */
const WAITS = [400, 600]

/**
 * From here on to the end of the test no call over a tunnel ends because its time is up: not before the site has heard of the next
 * command, and then that one does.
 */
export function holdCalls(): (site: SiteClient) => Promise<void> {
  const set = globalThis.setTimeout
  const held: (() => void)[] = []
  const hold = (run: () => void, ms = 0, ...more: []): NodeJS.Timeout => {
    if (ms < LONG_MS - 10_000 && !WAITS.includes(ms)) return set(run, ms, ...more)
    held.push(run)
    return set(() => undefined, 0)
  }
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(hold as typeof setTimeout)
  return async (site) => {
    const heard = () => site.calls.filter(({ path }) => path.endsWith('/open'))
    const before = heard().length
    held.length = 0
    await expect.poll(heard).toHaveLength(before + 1)
    for (const end of held.splice(0)) end()
  }
}
