import { machineNow } from '../clock.ts'
import type { Database } from '../database/connect.ts'
import { oldestTransaction } from '../database/oldest-transaction.ts'
import { countUnknownDeliveries, deliveryQueue } from '../events/queue-view.ts'
import { createMemo } from '../memo.ts'
import type { Module } from '../module.ts'
import type { Queue } from '../queue.ts'
import { jobFailureQueue } from '../rows-of-job.ts'

export interface Waiting {
  readonly queues: readonly Queue[]
  readonly counts: Readonly<Record<string, number>>
  /** Machine time of the look. */
  readonly at: Temporal.Instant
}

/** Whoever looks, and however many look: the tables are counted at most this often. */
const KEPT_MS = 5000

/** What waits in the tables of the house and of its modules. */
export function createLookAtQueues(db: Database, modules: readonly Module[]): () => Promise<Waiting> {
  const memo = createMemo(async (): Promise<Waiting> => {
    const queues = await Promise.all(modules.map(async (module) => (await module.queues?.()) ?? []))
    const counts = await Promise.all(modules.map(async (module) => (await module.counts?.()) ?? {}))
    const at = machineNow()
    const ofDatabase = {
      unknown_deliveries: await countUnknownDeliveries(db, at),
      oldest_transaction_seconds: await oldestTransaction(db),
    }
    return {
      queues: [await deliveryQueue(db), await jobFailureQueue(db), ...queues.flat()],
      counts: Object.assign(ofDatabase, ...counts) as Record<string, number>,
      at,
    }
  }, KEPT_MS)
  return async () => await memo.get()
}

/** Seconds that the oldest has been due; 0 when nothing is late. */
export function lateBy({ dueSince }: Queue, now: Temporal.Instant): number {
  return dueSince === null ? 0 : Math.max(0, Math.round(now.since(dueSince).total('seconds')))
}
