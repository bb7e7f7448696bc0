import type { Answer, AnyEndpoint } from '@stowage/api/endpoint'
import { toWire } from '@stowage/api/wire'
import { fail } from '../failure.ts'

/**
 * Whether somebody else has changed a record since the caller read it (decisions.md A4, 9109): what he sends as `updated` is
 * not what is stored. Who sends none is not asked.
 */
export function isStale(stored: Temporal.Instant | null, sent: string | null | undefined): boolean {
  if (sent === undefined) return false
  if (sent === null || stored === null) return (sent === null) !== (stored === null)
  return Date.parse(sent) !== stored.epochMilliseconds
}

/** @throws Failure 9109 with the record as it is now, in the names of the call's answer, where the caller's is stale */
export async function refuseStale<E extends AnyEndpoint>(
  endpoint: E,
  stored: Temporal.Instant | null,
  sent: string | null | undefined,
  present: () => Answer<E> | Promise<Answer<E>>,
): Promise<void> {
  if (isStale(stored, sent)) fail(9109, { present: toWire(endpoint.answer, await present()) })
}
