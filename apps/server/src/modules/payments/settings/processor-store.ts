import { sql } from 'kysely'
import type { Currency } from '@stowage/domain/money'
import type { Database } from '../../../platform/database/connect.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import type { PayMethod } from '../processor.ts'
import type { Assignment } from './processor-setting.ts'
import type { SealedSecrets } from './sealed-secrets.ts'

/** What of the settings is no secret, as it stands in the row. */
export type KeptSettings =
  | { readonly kind: 'paykeeper'; readonly url: string; readonly login: string; readonly currency: Currency }
  | {
      readonly kind: 'stripe'
      readonly url: string | null
      readonly methods: readonly PayMethod[]
      readonly currencies: readonly Currency[]
    }

export interface TestResult {
  readonly account: string | null
  /** Absent in tests of before. */
  readonly accountId?: string | null
  readonly isTest: boolean | null
  readonly warnings: readonly string[]
  readonly fault: 'away' | 'login' | 'refused' | 'address' | 'unreadable' | 'account' | null
  readonly reason: string | null
}

export interface ProcessorRow {
  readonly id: string
  readonly label: string
  readonly settings: KeptSettings
  readonly secrets: SealedSecrets
  readonly version: number
  readonly isLive: boolean
  readonly testedVersion: number | null
  readonly testedAt: Temporal.Instant | null
  readonly testResult: TestResult | null
  /** The settings that have passed a test; null: none has. */
  readonly passedVersion: number | null
  /** Since when payments may name it; null: it never was live. */
  readonly firstLiveAt: Temporal.Instant | null
  /** The account at the processor that passed a test, by `accountKey`; null: not known. */
  readonly accountId: string | null
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant | null
  readonly retiredAt: Temporal.Instant | null
}

const columns = sql`id, label, settings || jsonb_build_object('kind', kind) as settings, secrets, version, is_live as "isLive", tested_version as "testedVersion",
  tested_at as "testedAt", test_result as "testResult", passed_version as "passedVersion", first_live_at as "firstLiveAt", outside_account as "accountId", created_at as "createdAt", updated_at as "updatedAt", retired_at as "retiredAt"`

/** All of them, retired ones too, the oldest first. */
export async function readProcessors(db: Database | Tx): Promise<ProcessorRow[]> {
  const { rows } = await sql<ProcessorRow>`select ${columns} from payment_processor order by id`.execute(db)
  return rows
}

export async function findProcessor(db: Database | Tx, id: string): Promise<ProcessorRow | undefined> {
  const { rows } = await sql<ProcessorRow>`
    select ${columns} from payment_processor where id = ${id}`.execute(db)
  return rows[0]
}

/** Nobody else changes it until the transaction ends; retired ones are nobody's to change. */
export async function lockProcessor(tx: Tx, id: string): Promise<ProcessorRow | undefined> {
  const { rows } = await sql<ProcessorRow>`
    select ${columns} from payment_processor where id = ${id} and retired_at is null for update`.execute(tx)
  return rows[0]
}

export async function insertProcessor(
  tx: Tx,
  given: Pick<ProcessorRow, 'id' | 'label' | 'settings' | 'secrets' | 'createdAt'>,
): Promise<void> {
  const { kind, ...settings } = given.settings
  await tx
    .insertInto('payment_processor')
    .values({
      id: given.id,
      kind,
      label: given.label,
      settings: JSON.stringify(settings),
      secrets: JSON.stringify(given.secrets),
      created_at: given.createdAt,
    })
    .execute()
}

export async function updateProcessor(tx: Tx, row: ProcessorRow): Promise<void> {
  const { kind: _kind, ...settings } = row.settings
  await tx
    .updateTable('payment_processor')
    .set({
      label: row.label,
      settings: JSON.stringify(settings),
      secrets: JSON.stringify(row.secrets),
      version: row.version,
      is_live: row.isLive,
      tested_version: row.testedVersion,
      tested_at: row.testedAt,
      test_result: row.testResult === null ? null : JSON.stringify(row.testResult),
      passed_version: row.passedVersion,
      first_live_at: row.firstLiveAt,
      outside_account: row.accountId,
      updated_at: row.updatedAt,
      retired_at: row.retiredAt,
    })
    .where('id', '=', row.id)
    .execute()
}

export async function deleteProcessor(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('payment_processor').where('id', '=', id).execute()
}

/** Which processor takes what at which stock, each stock's in the order in which they are offered. */
export async function assignmentsOf(db: Database | Tx): Promise<Assignment[]> {
  const rows = await db
    .selectFrom('stock_processor')
    .select(['stock_id as stockId', 'method', 'processor_id as processorId'])
    .orderBy('stock_id')
    .orderBy('position')
    .execute()
  return rows as Assignment[]
}

export async function stocksServedBy(tx: Tx, processorId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('stock_processor')
    .select('stock_id')
    .distinct()
    .where('processor_id', '=', processorId)
    .execute()
  return rows.map((row) => row.stock_id)
}

/** Who sets up the same stock waits until the transaction ends. */
export async function lockAssignments(tx: Tx, stockId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`stock processors ${stockId}`}, 0))`.execute(tx)
}

/** Puts these in the place of whatever was set for the stock. */
export async function replaceAssignments(
  tx: Tx,
  stockId: string,
  assignments: readonly Omit<Assignment, 'stockId'>[],
  at: Temporal.Instant,
): Promise<void> {
  await tx.deleteFrom('stock_processor').where('stock_id', '=', stockId).execute()
  if (assignments.length === 0) return
  await tx
    .insertInto('stock_processor')
    .values(
      assignments.map(({ method, processorId }, position) => ({
        stock_id: stockId,
        method,
        processor_id: processorId,
        position,
        changed_at: at,
      })),
    )
    .execute()
}
