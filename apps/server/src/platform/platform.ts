import type pg from 'pg'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import type { ReportsDatabase } from './database/reports-copy.ts'
import type { Transact } from './database/transaction.ts'
import type { Tail } from './events/tail.ts'
import type { Files } from './files/files.ts'
import type { Log } from './log.ts'

/** What every module may use; it knows no business word. Passed explicitly, never ambient. */
export interface Platform {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly db: Database
  /** For reports alone: what it reads may be seconds old. */
  readonly reportsDb: ReportsDatabase
  readonly pool: pg.Pool
  readonly transact: Transact
  readonly tail: Tail
  readonly files: Files
}
