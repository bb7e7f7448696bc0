import type { ExternalSystem } from '../catalog/index.ts'
import { mayReach } from '../../platform/outgoing-address.ts'
import { createReach } from './reach-system.ts'
import { SourceFailure, type SourceTrouble, type ViewCheck } from './source.ts'

/** What the operator's check says: why it could not be asked, or its views one by one. */
export type SourceReport =
  | { readonly trouble: SourceTrouble; readonly reason: string }
  | { readonly trouble: null; readonly views: readonly ViewCheck[] }

/** The operator asks from his own machine: nobody else's address is kept from him, and inner ones he would name. */
const reach = createReach(
  { connectMs: 5000, statementMs: 60_000, rows: 1_000_000, bytes: 1024 * 1024 * 1024 },
  { mayReach: () => true, isNamed: (host, port) => !mayReach([], host, port) },
)

/** Reads everything that a first reading would read, and keeps nothing. */
export async function checkSource(system: ExternalSystem): Promise<SourceReport> {
  try {
    const { source, system: reached } = await reach(system)
    return { trouble: null, views: await source.check(reached) }
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error
    const { message, cause } = error
    return {
      trouble: error.trouble,
      reason: cause instanceof Error ? `${message}: ${cause.message}` : message,
    }
  }
}
