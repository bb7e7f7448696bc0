import { SiteSettings } from '@stowage/lsp/messages'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/** What a site would not take. `field` in the words of LSP/1; null: all of it. */
export interface SettingsFault {
  readonly field: string | null
  readonly reason: string
}

export interface SettingsRow {
  /** A name that is empty is one taken back. */
  readonly wanted: SiteSettings
  readonly version: number
  readonly updatedAt: Temporal.Instant
  readonly toldVersion: number | null
  readonly toldAt: Temporal.Instant | null
  readonly fault: SettingsFault | null
}

/** @param options.lock nobody else changes them until the transaction ends */
export async function readSettings(
  db: Database | Tx,
  stockId: string,
  options: { readonly lock?: boolean } = {},
): Promise<SettingsRow | undefined> {
  const rows = db
    .selectFrom('site_settings')
    .select([
      'wanted',
      'version',
      'updated_at as updatedAt',
      'told_version as toldVersion',
      'told_at as toldAt',
      'fault',
    ])
    .where('stock_id', '=', stockId)
  const row = await (options.lock === true ? rows.forUpdate() : rows).executeTakeFirst()
  return (
    row && {
      ...row,
      wanted: SiteSettings.parse(row.wanted),
      fault: row.fault as SettingsFault | null,
    }
  )
}

/** They are wanted from now on, and have been told to nobody. */
export async function putSettings(
  tx: Tx,
  { stockId, wanted, at }: { stockId: string; wanted: SiteSettings; at: Temporal.Instant },
): Promise<void> {
  const values = { wanted: JSON.stringify(wanted), updated_at: at, fault: null }
  await tx
    .insertInto('site_settings')
    .values({ stock_id: stockId, version: 1, ...values })
    .onConflict((conflict) =>
      conflict.column('stock_id').doUpdateSet({ ...values, version: sql`site_settings.version + 1` }),
    )
    .execute()
}

/** What became of telling a version. @returns false where another one is wanted meanwhile: it is to be told as well */
export async function settingsTold(
  tx: Tx,
  told: {
    readonly stockId: string
    readonly version: number
    readonly at: Temporal.Instant
    readonly fault: SettingsFault | null
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('site_settings')
    .set({
      told_at: told.at,
      fault: told.fault === null ? null : JSON.stringify(told.fault),
      ...(told.fault === null ? { told_version: told.version } : {}),
    })
    .where('stock_id', '=', told.stockId)
    .where('version', '=', told.version)
    .returning('stock_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Another agent has come, or none is left: whoever comes knows nothing of them. */
export async function forgetTold(tx: Tx, stockId: string): Promise<void> {
  await tx
    .updateTable('site_settings')
    .set({ told_version: null, told_at: null })
    .where('stock_id', '=', stockId)
    .execute()
}
