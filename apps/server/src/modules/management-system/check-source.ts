import { fail } from '../../platform/failure.ts'
import { SourceFailure, type SourceTrouble, type ViewCheck } from './source.ts'
import type { SyncDeps } from './sync-stock.ts'

/** What the operator's check says: why it could not be asked, or its views one by one. */
export type SourceReport =
  | { readonly trouble: SourceTrouble; readonly reason: string }
  | { readonly trouble: null; readonly views: readonly ViewCheck[] }

/** Reads everything the next reading would read, and keeps nothing. @throws Failure 6006 */
export async function checkSource(
  { catalog, reach }: Pick<SyncDeps, 'catalog' | 'reach'>,
  stockId: string,
): Promise<SourceReport> {
  const system = (await catalog.externalSystem(stockId)) ?? fail(6006)
  try {
    const { source, system: reached } = await reach(system)
    return { trouble: null, views: await source.check(reached) }
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error
    const { message, cause } = error
    const why = cause instanceof Error ? `${message}: ${cause.message}` : message
    return { trouble: error.trouble, reason: why }
  }
}
