import type { Answer } from '@stowage/api/endpoint'
import type { readSystem } from '@stowage/api/system'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { CopyState } from '../database/reports-copy.ts'
import { countParked, parkedDeliveries } from '../events/parked.ts'
import type { ProcessFacts } from '../processes/describe.ts'
import { failuresByJob } from '../rows-of-job.ts'
import { isAlive, listProcesses, type ProcessRow } from '../processes/process-store.ts'
import { lateBy, type Waiting } from './queues.ts'

type System = Answer<typeof readSystem>
type Job = System['jobs'][number]

const PARKED_SHOWN = 50

interface Parts {
  readonly db: Database
  readonly version: string
  readonly files: System['files']
  waiting(): Promise<Waiting>
  reportsCopy(): Promise<CopyState | null>
}

/** How the installation runs, from what its processes say of themselves and from what waits in the tables. */
export async function describeSystem({ db, version, files, waiting, reportsCopy }: Parts): Promise<System> {
  const [found, rows, failures, parked, parkedTotal, server, copy] = await Promise.all([
    waiting(),
    listProcesses(db),
    failuresByJob(db),
    parkedDeliveries(db, PARKED_SHOWN),
    countParked(db),
    sql<{ server_version: string }>`show server_version`.execute(db),
    reportsCopy(),
  ])
  const alive = rows.filter((row) => isAlive(row, found.at))
  return {
    version,
    at: found.at.toString(),
    databaseVersion: server.rows[0]?.server_version ?? '',
    files,
    reportsCopy: copy,
    processes: rows.map((row) => describeProcess(row, found.at)),
    queues: found.queues.map((queue) => ({
      name: queue.name,
      waiting: queue.waiting,
      lateSeconds: lateBy(queue, found.at),
      failed: queue.failed,
    })),
    jobs: together(alive.map(factsOf)).map((job) => ({
      ...job,
      failure: job.failure ?? failures.get(job.name) ?? null,
    })),
    parked: parked.map(({ eventId, type, handler, reason, happenedAt }) => ({
      eventId,
      type,
      handler,
      reason,
      happenedAt: happenedAt.toString(),
    })),
    parkedTotal,
    unknownDeliveries: found.counts['unknown_deliveries'] ?? 0,
  }
}

const factsOf = (row: ProcessRow): ProcessFacts => row.facts as ProcessFacts

function describeProcess(row: ProcessRow, now: Temporal.Instant): System['processes'][number] {
  const facts = factsOf(row)
  const state = !isAlive(row, now) ? 'gone' : facts.isStopping ? 'stopping' : 'running'
  return {
    id: row.id,
    host: row.host,
    pid: row.pid,
    port: row.port,
    version: row.version,
    startedAt: row.started_at.toString(),
    seenAt: row.seen_at.toString(),
    state,
    loopUsed: facts.loopUsed,
    loopDelayMs: facts.loopDelayMs.p99,
    memoryMb: facts.memoryMb.resident,
    connections: facts.connections.open,
    sockets: facts.sockets,
  }
}

/** Each job once: its last turn anywhere, and a failure as long as any process has one. */
function together(all: readonly ProcessFacts[]): Job[] {
  const jobs = new Map<string, Job>()
  for (const record of all.flatMap((facts) => facts.jobs)) {
    const known = jobs.get(record.name)
    const isLater = known === undefined || (record.endedAt ?? '') > (known.endedAt ?? '')
    jobs.set(record.name, {
      name: record.name,
      everySeconds: record.everySeconds,
      runs: (known?.runs ?? 0) + record.runs,
      failures: (known?.failures ?? 0) + record.failures,
      isRunning: record.isRunning || (known?.isRunning ?? false),
      endedAt: isLater ? record.endedAt : known.endedAt,
      tookMs: isLater ? record.tookMs : known.tookMs,
      failure: record.failure ?? known?.failure ?? null,
    })
  }
  return [...jobs.values()].sort((a, b) => a.name.localeCompare(b.name))
}
