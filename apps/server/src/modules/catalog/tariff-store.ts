import { sql } from 'kysely'
import type { Tariff } from '@stowage/domain/tariff'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { refusing } from './refusals.ts'

/** A tariff of a stock with what only its screen shows. */
export interface TariffFacts extends Omit<Tariff, 'id'> {
  readonly isOn: boolean
}

export interface TariffRow extends TariffFacts {
  readonly id: string
  readonly stockId: string
  readonly position: number
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant | null
}

/** As JSON in a select over `tariff f`: what a stock offers. */
export const tariffJson = sql`json_build_object('id', f.id, 'alias', f.alias, 'name', f.name,
  'term', case when f.min_months is null then null else json_build_object('minMonths', f.min_months, 'maxMonths', f.max_months) end,
  'minStayMonths', f.min_stay_months, 'noticeDays', f.notice_days, 'steps', f.steps,
  'firstMonth', case when f.first_month_min_months is null then null else json_build_object('minMonths', f.first_month_min_months, 'prices', f.first_month_prices) end,
  'earlyLeave', f.early_leave)`

interface Read extends Pick<TariffRow, 'stockId' | 'isOn' | 'position' | 'createdAt' | 'updatedAt'> {
  readonly tariff: Tariff
}
const columns = sql`${tariffJson} as tariff, f.stock_id as "stockId", f.is_on as "isOn", f.position, f.created_at as "createdAt", f.updated_at as "updatedAt"`
const rowOf = ({ tariff, ...rest }: Read): TariffRow => ({ ...tariff, ...rest })

/** All of a stock, in the order in which they are shown. */
export async function readTariffs(db: Database | Tx, stockId: string): Promise<TariffRow[]> {
  const { rows } = await sql<Read>`
    select ${columns} from tariff f where f.stock_id = ${stockId} order by f.position, f.id`.execute(db)
  return rows.map(rowOf)
}

/** The tariff's row, locked until the transaction ends; none of a stock that was deleted. */
export async function lockTariff(tx: Tx, id: string): Promise<TariffRow | undefined> {
  const { rows } = await sql<Read>`
    select ${columns} from tariff f join stock s on s.id = f.stock_id where f.id = ${id} and s.deleted_at is null for update of f`.execute(
    tx,
  )
  return rows[0] && rowOf(rows[0])
}

/** Whether there is such a stock; it is not deleted until the transaction ends. */
export async function holdStock(tx: Tx, stockId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from stock where id = ${stockId} and deleted_at is null for share`.execute(tx)
  return rows.length > 0
}

const columnsOf = (tariff: TariffFacts) => ({
  alias: tariff.alias,
  name: JSON.stringify(tariff.name),
  min_months: tariff.term?.minMonths ?? null,
  max_months: tariff.term?.maxMonths ?? null,
  min_stay_months: tariff.minStayMonths,
  notice_days: tariff.noticeDays,
  steps: JSON.stringify(tariff.steps),
  first_month_min_months: tariff.firstMonth?.minMonths ?? null,
  first_month_prices: JSON.stringify(tariff.firstMonth?.prices ?? {}),
  early_leave: tariff.earlyLeave,
  is_on: tariff.isOn,
})

const ALIAS_TAKEN = {
  tariff_alias: [9000, { field: 'alias', params: { subject: 'alias' } }],
} as const

/** @throws Failure 9000 for an alias that another tariff of the stock has */
export async function insertTariffs(
  tx: Tx,
  tariffs: readonly (TariffFacts & Pick<TariffRow, 'id' | 'stockId' | 'position' | 'createdAt'>)[],
): Promise<void> {
  if (tariffs.length === 0) return
  await refusing(
    tx
      .insertInto('tariff')
      .values(
        tariffs.map((tariff) => ({
          id: tariff.id,
          stock_id: tariff.stockId,
          ...columnsOf(tariff),
          position: tariff.position,
          created_at: tariff.createdAt,
        })),
      )
      .execute(),
    ALIAS_TAKEN,
  )
}

/** @throws Failure 9000 for an alias that another tariff of the stock has */
export async function updateTariff(
  tx: Tx,
  id: string,
  tariff: TariffFacts,
  at: Temporal.Instant,
): Promise<void> {
  await refusing(
    tx
      .updateTable('tariff')
      .set({ ...columnsOf(tariff), updated_at: at })
      .where('id', '=', id)
      .execute(),
    ALIAS_TAKEN,
  )
}

export async function removeTariff(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('tariff').where('id', '=', id).execute()
}
