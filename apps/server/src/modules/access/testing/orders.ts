import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { SiteUnavailable, type LockOrder } from '../lock-gateway.ts'

/** A command as the gateway takes it, good for two seconds. */
export const order = (over: Partial<LockOrder> = {}): LockOrder => ({
  commandId: randomUUID(),
  lockId: '1:01:01',
  verb: 'open',
  expiresAt: new Date(Date.now() + 2000).toISOString(),
  ...over,
})
export const opened = (commandId: string) => ({
  status: 200,
  body: { commandId, result: 'opened', state: 'opened', at: new Date().toISOString() },
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
