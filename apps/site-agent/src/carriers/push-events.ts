import { Ack, type SiteEvent } from '@stowage/lsp/messages'
import type { Run } from '@stowage/lsp/run'
import { callServer, type CallTarget } from './signed-call.ts'

/**
 * POST {server}/api/site-gateway/{siteId}/events
 * @returns the newest number that the server has @throws where it did not prove that it took them
 */
export async function pushEvents(
  target: CallTarget,
  events: readonly SiteEvent[],
  run: Run,
  ended: AbortSignal,
): Promise<number> {
  return Ack.parse(await callServer(target, { method: 'POST', path: 'events', body: { events, run } }, ended))
    .ackSeq
}
