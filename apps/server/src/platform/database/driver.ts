import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryExecutorProvider,
  type QueryResult,
  type Transaction,
} from 'kysely'
import type pg from 'pg'

/** What is to happen with the answer of a statement that nobody waits for by itself. */
interface Deferral {
  /** Gets the rows when they are there, with the commit at the latest. It must not throw: the commit may have happened. */
  readonly done?: (rows: readonly unknown[]) => void
  /** Looks at the rows and throws what speaks against going on. Answered before the commit is sent, never with it. */
  readonly check?: (rows: readonly unknown[]) => void
  /** What its failure means; thrown instead of the database's error. */
  readonly refused?: (error: unknown) => unknown
}

const deferrals = new WeakMap<CompiledQuery, Deferral>()

/**
 * Hands a statement over whose answer this transaction does not need: it travels together with the next statement whose answer
 * is waited for, at the latest with the commit. So a transaction takes as many turns as it has questions, not as it has
 * statements. The database runs all of them in the order in which they were given. A failure is thrown by whoever waits next,
 * the commit included, and nothing is committed.
 */
export async function later<DB>(
  tx: Transaction<DB>,
  query: { compile(executor: QueryExecutorProvider): CompiledQuery },
  deferral: Deferral = {},
): Promise<void> {
  if (!tx.isTransaction) throw new Error('a statement that waits for the next one needs a transaction')
  const compiled = query.compile(tx)
  deferrals.set(compiled, deferral)
  await tx.executeQuery(compiled)
}

/**
 * PostgreSQL over a pool of pipelining clients.
 * @param answered hears of every statement that was done, with what came of it
 */
export function pipeliningDialect(pool: pg.Pool, answered?: Answered): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createDriver(pool, answered),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

type Answered = (text: string, answer: Pick<pg.QueryResult, 'rowCount'>) => void

function createDriver(pool: pg.Pool, answered?: Answered): Driver {
  const of = (connection: DatabaseConnection): PipelinedConnection => connection as PipelinedConnection
  return {
    init: async () => undefined,
    acquireConnection: async () => new PipelinedConnection(await pool.connect(), answered),
    async beginTransaction(connection, { isolationLevel, accessMode }) {
      const words = [isolationLevel && `isolation level ${isolationLevel}`, accessMode]
      of(connection).begin(['begin', ...words.filter((word) => word !== undefined)].join(' '))
    },
    commitTransaction: async (connection) => await of(connection).commit(),
    rollbackTransaction: async (connection) => await of(connection).rollback(),
    releaseConnection: async (connection) => of(connection).release(),
    destroy: async () => await pool.end(),
  }
}

interface Waiting extends Deferral {
  readonly query: CompiledQuery
}

/** pg gives no type to the socket below a client. Held back and let go, several statements are one packet. */
interface Socket {
  readonly connection?: { readonly stream?: { cork?(): void; uncork?(): void } }
}

class PipelinedConnection implements DatabaseConnection {
  private readonly client: pg.PoolClient
  private readonly answered: Answered | undefined
  private waiting: Waiting[] = []
  /** The `begin` that has not been sent: a transaction that asks nothing never reaches the database. */
  private opening: Waiting | undefined
  private broken = false

  constructor(client: pg.PoolClient, answered?: Answered) {
    this.client = client
    this.answered = answered
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const deferral = deferrals.get(query)
    if (!deferral) return await this.send<R>(query)
    this.waiting.push({ query, ...deferral })
    return { rows: [] }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are not streamed: a cursor would block the pipeline')
  }

  begin(text: string): void {
    this.opening = { query: CompiledQuery.raw(text) }
  }

  async commit(): Promise<void> {
    if (this.opening && this.waiting.length === 0) {
      this.opening = undefined
      return
    }
    await this.askWhatDecides()
    const { command } = await this.exchange({ query: CompiledQuery.raw('commit') })
    // The transaction had failed and somebody went on as if it had not.
    if (command !== 'COMMIT') throw new Error('the transaction was aborted before its commit')
  }

  /** A connection that cannot be rolled back is thrown away, and the database rolls back: what failed before says why. */
  async rollback(): Promise<void> {
    this.waiting = []
    if (this.opening) {
      this.opening = undefined
      return
    }
    try {
      await this.exchange({ query: CompiledQuery.raw('rollback') })
    } catch {
      this.broken = true
    }
  }

  release(): void {
    // A statement deferred outside a transaction has nobody who sends it.
    this.client.release(this.broken || this.waiting.length > 0)
  }

  private async send<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.exchange({ query })
    const hasCount = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
    return { ...(hasCount ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}), rows: rows as R[] }
  }

  /** The last check that waits is answered now, with all before it; what stands behind it may go with the commit. */
  private async askWhatDecides(): Promise<void> {
    const last = this.waiting.findLastIndex(({ check }) => check !== undefined)
    const decisive = this.waiting[last]
    if (!decisive) return
    const after = this.waiting.slice(last + 1)
    this.waiting = this.waiting.slice(0, last)
    await this.exchange(decisive)
    this.waiting = after
  }

  /** Sends what waits and this statement in one go. @throws the first failure among them, as what it means */
  private async exchange(last: Waiting): Promise<pg.QueryResult> {
    const batch: Waiting[] = [...(this.opening ? [this.opening] : []), ...this.waiting, last]
    // Before anything is sent: a value that cannot be sent would leave its statement out and let the commit pass.
    const values = batch.map(({ query }) => query.parameters.map(sendable))
    this.opening = undefined
    this.waiting = []
    const stream = (this.client as Socket).connection?.stream
    stream?.cork?.()
    const answers = batch.map(async ({ query }, index) => await this.client.query(query.sql, values[index]))
    stream?.uncork?.()
    const outcomes = await Promise.allSettled(answers)
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') this.answered?.(batch[index]?.query.sql ?? '', outcome.value)
      const { done, check, refused } = batch[index] ?? {}
      if (outcome.status === 'rejected') throw refused ? refused(outcome.reason) : outcome.reason
      check?.(outcome.value.rows)
      done?.(outcome.value.rows)
    }
    return await (answers.at(-1) as Promise<pg.QueryResult>)
  }
}

/** A parameter as pg sends it without further thought; what cannot be sent throws here. */
function sendable(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value) || value instanceof Date)
    return value
  if (Array.isArray(value)) return value.map(sendable)
  const { toPostgres } = value as { toPostgres?: () => unknown }
  if (typeof toPostgres === 'function') return toPostgres.call(value)
  return JSON.stringify(value)
}
