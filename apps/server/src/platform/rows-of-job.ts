import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { machineNow } from './clock.ts'
import type { Database } from './database/connect.ts'
import { createPatience } from './database/patience.ts'
import type { Tx } from './database/transaction.ts'
import type { Pace } from './pace/pacer.ts'
import type { Platform } from './platform.ts'
import type { Queue } from './queue.ts'

/** Minutes until a row that failed is tried again, by how often it has failed; the first time at the next turn. */
const BACKOFF_MINUTES = [0, 1, 5, 30, 120, 720, 1440]
/** From so many attempts on a row needs attention; fewer are often a moment's trouble. */
const ATTEMPTS_TO_SHOW = 3
const REASON_LENGTH = 300

type Needs = Pick<Platform, 'db' | 'log'>

export interface TurnOptions {
  readonly stopping?: AbortSignal | undefined
  readonly pace?: Pace | undefined
  /** Failures in succession that may be the database's, after which the turn ends. */
  readonly atMost?: number
}

/** One turn of a job over the rows that are due. */
export interface JobTurn {
  /** Machine time at which it began, for `isNotPutOff`. */
  readonly at: Temporal.Instant
  /**
   * Does the work of one row. A failure is recorded with its reason, and the row is put off; the others go on.
   * @returns whether it went well @throws where the database is away or the process stops: then every row would fail
   */
  alone(key: string, work: () => Promise<unknown>): Promise<boolean>
  /** Call it when every due row has been found: failures of rows that were not among them are forgotten. */
  sawAll(): Promise<void>
}

/** Begins a turn of a job whose rows are to succeed or fail each by itself. */
export async function beginTurn(
  { db, log }: Needs,
  job: string,
  options: TurnOptions = {},
): Promise<JobTurn> {
  const at = machineNow()
  const open = new Map((await failuresOf(db, job)).map((one) => [one.rowKey, one]))
  const seen = new Set<string>()
  const patience = createPatience(options.atMost, options.stopping, options.pace)
  return {
    at,
    async alone(key, work) {
      seen.add(key)
      let reason: string | undefined
      const isDone = await patience.alone(work, (error) => {
        reason = error instanceof Error ? error.message : 'it failed'
        log.error({ err: error, job, row: key }, 'a job could not work on a row; the others go on')
      })
      if (!isDone) await note(db, { job, rowKey: key, reason: reason ?? 'it failed' })
      else if (open.has(key)) await forget(db, job, [key])
      return isDone
    },
    async sawAll() {
      const gone = [...open.values()].filter(
        (one) => !seen.has(one.rowKey) && Temporal.Instant.compare(one.nextAttemptAt, at) <= 0,
      )
      await forget(
        db,
        job,
        gone.map((one) => one.rowKey),
      )
    },
  }
}

export interface RowsOfJob<Row> extends TurnOptions {
  readonly job: string
  /** What is due, a part at a time, without rows that are put off (`isNotPutOff`). */
  find(at: Temporal.Instant): Promise<readonly Row[]>
  keyOf(row: Row): string
  /** In a transaction of its own; what is done is not found again. */
  work(row: Row): Promise<unknown>
}

/**
 * The one way of a job through its rows: each row by itself, until none is found that this turn has not tried.
 * @returns how many went well
 */
export async function workRows<Row>(platform: Needs, rows: RowsOfJob<Row>): Promise<number> {
  const turn = await beginTurn(platform, rows.job, rows)
  const tried = new Set<string>()
  let done = 0
  for (;;) {
    const found = await rows.find(turn.at)
    const fresh = found.filter((row) => !tried.has(rows.keyOf(row)))
    if (fresh.length === 0) break
    for (const row of fresh) {
      tried.add(rows.keyOf(row))
      if (await turn.alone(rows.keyOf(row), async () => await rows.work(row))) done += 1
    }
  }
  await turn.sawAll()
  return done
}

/** A condition for the query of what is due: not a row that has failed and waits for its next attempt. */
export function isNotPutOff(
  job: string,
  key: RawBuilder<unknown>,
  at: Temporal.Instant,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select from job_failure f
    where f.job = ${job} and f.row_key = ${key} and f.next_attempt_at > ${at.toString()}::timestamptz)`
}

export interface JobFailure {
  readonly job: string
  readonly rowKey: string
  readonly reason: string
  readonly attempts: number
  readonly nextAttemptAt: Temporal.Instant
  readonly lastAt: Temporal.Instant
}

const columns = [
  'job',
  'row_key as rowKey',
  'reason',
  'attempts',
  'next_attempt_at as nextAttemptAt',
  'last_at as lastAt',
] as const

async function failuresOf(db: Database, job: string): Promise<JobFailure[]> {
  return await db.selectFrom('job_failure').select(columns).where('job', '=', job).execute()
}

/** What needs attention, the longest failing first. */
export async function jobFailures(db: Database, atMost: number): Promise<JobFailure[]> {
  return await db
    .selectFrom('job_failure')
    .select(columns)
    .where('attempts', '>=', ATTEMPTS_TO_SHOW)
    .orderBy('attempts', 'desc')
    .orderBy('job')
    .orderBy('row_key')
    .limit(atMost)
    .execute()
}

/** Of each job with rows that need attention: how many, and the reason of the one that failed last. */
export async function failuresByJob(db: Database): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ job: string; count: number; reason: string }>`
    select job, count(*)::int as count, (array_agg(reason order by last_at desc))[1] as reason
      from job_failure where attempts >= ${ATTEMPTS_TO_SHOW} group by job`.execute(db)
  return new Map(rows.map(({ job, count, reason }) => [job, `${count} × ${reason}`]))
}

/** Rows that wait for their next attempt; failed are those that need attention. */
export async function jobFailureQueue(db: Database): Promise<Queue> {
  const { rows } = await sql<Pick<Queue, 'waiting' | 'failed'>>`
    select count(*) filter (where attempts < ${ATTEMPTS_TO_SHOW})::int as waiting,
           count(*) filter (where attempts >= ${ATTEMPTS_TO_SHOW})::int as failed from job_failure`.execute(
    db,
  )
  return { name: 'job-rows', dueSince: null, ...(rows[0] ?? { waiting: 0, failed: 0 }) }
}

/** Lets the rows of a job that failed be tried at its next turn. @returns how many */
export async function retryRows(tx: Tx, job: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('job_failure')
    .set({ next_attempt_at: machineNow() })
    .where('job', '=', job)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

async function note(
  db: Database,
  { job, rowKey, reason }: Pick<JobFailure, 'job' | 'rowKey' | 'reason'>,
): Promise<void> {
  // Later than the turn that it failed in, so that the same turn does not find it again.
  const now = machineNow().add({ milliseconds: 1 }).toString()
  await sql`
    insert into job_failure as f (job, row_key, reason, attempts, next_attempt_at, last_at)
    values (${job}, ${rowKey}, ${reason.slice(0, REASON_LENGTH)}, 1, ${now}::timestamptz, ${now}::timestamptz)
    on conflict (job, row_key) do update set reason = excluded.reason, attempts = f.attempts + 1, last_at = excluded.last_at,
      next_attempt_at = excluded.last_at + interval '1 minute'
        * (${BACKOFF_MINUTES}::int[])[least(f.attempts + 1, ${BACKOFF_MINUTES.length})]`.execute(db)
}

async function forget(db: Database, job: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db.deleteFrom('job_failure').where('job', '=', job).where('row_key', 'in', keys).execute()
}
