import type { StockSection } from '@stowage/api/entities/stocks'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Connection } from './stock-view.ts'

/** What only the settings of a stock show. */
export interface SettingsExtras extends Connection {
  readonly dbHasSecret: boolean
  readonly runningContracts: number
  readonly riseNoticeDays: number
  readonly riseCapPercent: number
  readonly kycDaysVerified: number | null
  readonly kycDaysRejected: number
  readonly kycDaysLeft: number
  readonly remindDaysBefore: number[]
  readonly remindDaysAfter: number[]
  readonly applied: { readonly section: StockSection; readonly at: string; readonly by: string | null }[]
}

/** The audit's names of what each button of the settings does. */
export const appliedActions = {
  discount: 'stock-discount-set',
  fees: 'stock-fees-set',
  insurance: 'stock-insurance-set',
  vat: 'stock-vat-set',
} as const satisfies Record<StockSection, string>

export async function readSettingsExtras(db: Database, stockId: string): Promise<SettingsExtras | undefined> {
  const { rows } = await sql<Omit<SettingsExtras, 'applied'>>`
    select db_server as "dbServer", db_port as "dbPort", db_name as "dbName", db_username as "dbUsername", db_kind as "dbKind", db_takes_commands as "dbTakesCommands", db_password_sealed is not null as "dbHasSecret", rise_notice_days as "riseNoticeDays", rise_cap_percent as "riseCapPercent", kyc_days_verified as "kycDaysVerified", kyc_days_rejected as "kycDaysRejected", kyc_days_left as "kycDaysLeft", remind_days_before as "remindDaysBefore", remind_days_after as "remindDaysAfter",
           (select count(*)::int from box_claim c where c.stock_id = s.id and c.released_at is null and c.kind = 'contract') as "runningContracts"
      from stock s where s.id = ${stockId} and s.deleted_at is null`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const sections = Object.fromEntries(
    Object.entries(appliedActions).map(([section, action]) => [action, section]),
  ) as Record<string, StockSection>
  const last = await sql<{ action: string; at: Temporal.Instant; by: string | null }>`
    select distinct on (u.action) u.action, u.at, coalesce(nullif(trim(concat_ws(' ', a.first_name, a.last_name)), ''), a.company, a.email) as by
      from audit u left join account a on a.id = u.actor_id
     where u.subject_type = 'stock' and u.subject_id = ${stockId} and u.action = any(${Object.values(appliedActions)}::text[])
     order by u.action, u.at desc, u.id desc`.execute(db)
  return {
    ...row,
    applied: last.rows.flatMap(({ action, at, by }) => {
      const section = sections[action]
      return section === undefined ? [] : [{ section, at: at.toString(), by }]
    }),
  }
}
