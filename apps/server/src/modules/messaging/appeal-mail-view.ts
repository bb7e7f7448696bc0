import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

export interface AppealFacts {
  readonly email: string | null
  readonly language: string
  readonly accountId: string | null
  readonly sizeGroup: 's' | 'm' | 'l' | 'xl' | null
  readonly offerEndsAt: Temporal.Instant | null
  readonly offeredStockId: string | null
}

/** Who asked for a box, and what he was offered. */
export async function appealFacts(db: Database | Tx, id: string): Promise<AppealFacts | undefined> {
  const { rows } = await sql<AppealFacts>`
    select email, language, account_id as "accountId", size_group as "sizeGroup", offer_ends_at as "offerEndsAt", offered_stock_id as "offeredStockId"
      from appeal where id = ${id}`.execute(db)
  return rows[0]
}

/** The stock that is offered and whose letter it is. */
export interface OfferingFacts {
  readonly brand: string
  readonly stockName: string
  readonly cityId: string
  readonly address: string
  readonly timeZone: string
  readonly hours: { readonly from: string; readonly to: string }
  readonly sellerName: string
  readonly sellerAddress: string
  readonly sellerCountry: string
  readonly sellerTaxNumber: string | null
  readonly sellerEmail: string
  readonly sellerPhone: string
}

export async function offeringFacts(db: Database, stockId: string): Promise<OfferingFacts | undefined> {
  const { rows } = await sql<OfferingFacts>`
    select coalesce((select name from company limit 1), 'Stowage') as brand, s.name as "stockName", s.city_id as "cityId", concat_ws(', ', s.address, concat_ws(' ', s.zip, t.city)) as address, s.time_zone as "timeZone",
           json_build_object('from', to_char(s.opening_time, 'HH24:MI'), 'to', to_char(s.closing_time, 'HH24:MI')) as hours,
           l.name as "sellerName", l.address as "sellerAddress", l.country as "sellerCountry", coalesce(l.vat_id, l.tax_number) as "sellerTaxNumber", l.email as "sellerEmail", l.phone as "sellerPhone"
      from stock s join city t on t.id = s.city_id join seller l on l.id = s.seller_id where s.id = ${stockId}`.execute(
    db,
  )
  return rows[0]
}
