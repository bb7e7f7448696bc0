import { parentPort } from 'node:worker_threads'
import type { DatabaseKind } from '@stowage/domain/database-kind'
import { createMssqlEngine } from './mssql-view.ts'
import { mysql } from './mysql-view.ts'
import { postgres } from './postgres-view.ts'
import { createSource } from './ssr-view.ts'
import {
  SourceFailure,
  type ReachableSystem,
  type Source,
  type SourceCommand,
  type SourceLimits,
  type SourceTrouble,
} from './source.ts'
import type { Watermarks } from './site-rows.ts'

/** What the thread is asked; each of them one call of a `Source`. */
export type Asked = { readonly system: ReachableSystem } & (
  | { readonly what: 'mapObjects' | 'check' }
  | { readonly what: 'site'; readonly since: Watermarks }
  | { readonly what: 'command'; readonly command: SourceCommand }
)
export type Order = Asked & {
  readonly number: number
  readonly kind: DatabaseKind
  readonly limits: SourceLimits
}

/** Errors do not travel between threads with all that they carry. */
export interface ToldFailure {
  /** null: not the source's. */
  readonly trouble: SourceTrouble | null
  readonly message: string
  readonly cause?: { readonly message: string; readonly code?: string; readonly number?: number }
}
export type Done = { readonly number: number } & (
  | { readonly answer: unknown }
  | { readonly failure: ToldFailure }
)

const engines = { postgres, mysql, mssql: createMssqlEngine() } as const

async function answer(order: Order): Promise<unknown> {
  const source: Source = createSource(engines[order.kind], order.limits)
  switch (order.what) {
    case 'mapObjects':
      return await source.mapObjects(order.system)
    case 'check':
      return await source.check(order.system)
    case 'site':
      return await source.site(order.system, order.since)
    case 'command':
      return await source.command(order.system, order.command)
  }
}

function told(error: unknown): ToldFailure {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const { code, number } = (cause ?? {}) as { readonly code?: unknown; readonly number?: unknown }
  return {
    trouble: error instanceof SourceFailure ? error.trouble : null,
    message,
    ...(cause instanceof Error
      ? {
          cause: {
            message: cause.message,
            ...(typeof code === 'string' ? { code } : {}),
            ...(typeof number === 'number' ? { number } : {}),
          },
        }
      : {}),
  }
}

parentPort?.on('message', (order: Order | 'well?') => {
  // Whoever is kept busy for ever does not say so.
  if (order === 'well?') return parentPort?.postMessage('well', [])
  const { number } = order
  answer(order).then(
    (made) => parentPort?.postMessage({ number, answer: made } satisfies Done, []),
    (error: unknown) => parentPort?.postMessage({ number, failure: told(error) } satisfies Done, []),
  )
})
