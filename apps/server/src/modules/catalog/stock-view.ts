import type { Answer } from '@stowage/api/endpoint'
import type { listCities } from '@stowage/api/catalog'
import type { SizeGroup } from '@stowage/domain/box'
import type { DatabaseKind } from '@stowage/domain/database-kind'
import { money, type Currency } from '@stowage/domain/money'
import { sql, type SqlBool } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { sizeGroupOf } from './size-group-view.ts'
import { tariffJson } from './tariff-store.ts'
import type { SellerFacts, StockTerms } from './terms.ts'

/** The terms of a stock with what only this module shows of it. */
export interface StockRecord extends StockTerms {
  readonly externalId: string | null
  readonly cityRecord: Answer<typeof listCities>[number]
  readonly created: string
  readonly updated: string | null
}

interface Row extends Omit<
  StockRecord,
  | 'vat'
  | 'insuranceMonthly'
  | 'insuranceCoverage'
  | 'onlinePayment'
  | 'created'
  | 'updated'
  | 'cityRecord'
  | 'seller'
> {
  readonly insuranceMonthly: number
  readonly insuranceCoverage: number
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant | null
  readonly vat: readonly { readonly from: string; readonly legal: number; readonly individual: number }[]
  readonly cityId: string
  /** Whether a processor that is set for this stock takes payments now; null: nothing is set for it. */
  readonly ownProcessor: boolean | null
  readonly citySize: number
  readonly cityLatitude: number | null
  readonly cityLongitude: number | null
  readonly cityCreatedAt: Temporal.Instant
  readonly cityUpdatedAt: Temporal.Instant | null
  readonly seller: SellerFacts
}

/**
 * Every stock that is there, by name; with an id only that one. There are few of them, they change seldom, and everybody asks
 * for them.
 */
export async function readStocks(
  db: Database,
  hasProcessor: (currency: Currency) => boolean,
  stockId?: string,
): Promise<StockRecord[]> {
  const { rows } = await sql<Row>`
    select s.id, s.external_id as "externalId", s.code, s.name, s.address, s.zip, s.phone, s.time_zone as "timeZone", to_char(s.opening_time, 'HH24:MI') as "openingTime", to_char(s.closing_time, 'HH24:MI') as "closingTime",
           s.latitude, s.longitude, s.car_height_limit_cm as "carHeightLimitCm", s.has_boxes as "hasBoxes", s.is_external as "isExternal", s.currency, s.max_contract_duration as "maxContractDuration",
           s.deposit_months as "depositMonths", s.discount, s.invoice_not_paid_fee_percent as "invoiceNotPaidFeePercent", s.days_without_fee as "daysWithoutFee", s.contract_ended_fee as "contractEndedFee",
           s.penalty_cap_percent as "penaltyCapPercent", s.insurance_coverage_amount as "insuranceCoverage", s.insurance_monthly_amount as "insuranceMonthly", s.insurance_tax_percent as "insuranceTaxPercent",
           json_build_object('legal', s.legal_exemption_reason, 'individual', s.individual_exemption_reason) as "exemptionReason",
           s.refund_unused_time as "refundUnusedTime", s.wifi_network_name as "wifiNetworkName", s.wifi_password as "wifiPassword", s.offline_app_url as "offlineAppUrl", s.router_ip as "routerIp",
           s.service_port as "servicePort", s.created_at as "createdAt", s.updated_at as "updatedAt",
           c.id as "cityId", c.city, c.country, c.size as "citySize", c.latitude as "cityLatitude", c.longitude as "cityLongitude", c.created_at as "cityCreatedAt", c.updated_at as "cityUpdatedAt",
           json_build_object('id', l.id, 'name', l.name, 'address', l.address, 'country', l.country, 'taxNumber', l.tax_number, 'vatId', l.vat_id, 'registrationNumber', l.registration_number,
             'bankName', l.bank_name, 'iban', l.iban, 'bic', l.bic, 'email', l.email, 'phone', l.phone, 'exemptionText', l.exemption_text) as seller,
           (select coalesce(json_agg(json_build_object('from', v.valid_from, 'legal', v.legal_percent, 'individual', v.individual_percent) order by v.valid_from), '[]') from stock_vat v where v.stock_id = s.id) as vat,
           (select coalesce(json_agg(json_build_object('id', e.id, 'name', e.name, 'kind', e.kind, 'isExit', e.is_exit, 'requiresOnSite', e.requires_on_site) order by e.position), '[]')
              from equipment e where e.stock_id = s.id) as equipment,
           (select coalesce(json_agg(${tariffJson} order by f.position, f.id), '[]') from tariff f where f.stock_id = s.id and f.is_on) as tariffs,
           (select bool_or(x.is_live and (x.settings->>'currency' = s.currency or coalesce(x.settings->'currencies', '[]') ? s.currency))
              from stock_processor p join payment_processor x on x.id = p.processor_id where p.stock_id = s.id) as "ownProcessor"
      from stock s join city c on c.id = s.city_id join seller l on l.id = s.seller_id
     where s.deleted_at is null ${stockId === undefined ? sql`` : sql`and s.id = ${stockId}`} order by s.name, s.id`.execute(
    db,
  )
  return rows.map((row) => recordOf(row, row.ownProcessor ?? hasProcessor(row.currency)))
}

function recordOf(row: Row, onlinePayment: boolean): StockRecord {
  const {
    vat,
    insuranceMonthly,
    insuranceCoverage,
    createdAt,
    updatedAt,
    cityId,
    ownProcessor: _own,
    citySize,
    cityLatitude,
    cityLongitude,
    cityCreatedAt,
    cityUpdatedAt,
    ...same
  } = row
  const dated = vat.map((rate) => ({ ...rate, validFrom: Temporal.PlainDate.from(rate.from) }))
  return {
    ...same,
    onlinePayment,
    insuranceMonthly: money(insuranceMonthly, row.currency),
    insuranceCoverage: money(insuranceCoverage, row.currency),
    vat: {
      legal: dated.map(({ validFrom, legal }) => ({ validFrom, percent: legal })),
      individual: dated.map(({ validFrom, individual }) => ({ validFrom, percent: individual })),
    },
    cityRecord: {
      id: cityId,
      city: row.city,
      country: row.country,
      size: citySize,
      latitude: cityLatitude,
      longitude: cityLongitude,
      created: cityCreatedAt.toString(),
      updated: cityUpdatedAt?.toString() ?? null,
    },
    created: createdAt.toString(),
    updated: updatedAt?.toString() ?? null,
  }
}

/** What a stock has to offer, by size group. */
export interface Offers {
  readonly floors: number
  readonly groups: readonly {
    readonly sizeGroup: SizeGroup
    readonly total: number
    readonly free: number
    readonly lowestFreeRate: number | null
  }[]
}

/** Nobody holds a box `b` (`c` its live claim), neither here nor, where a source keeps it, over there. */
export const isFree = sql<SqlBool>`(c.id is null and coalesce(b.source_state = 'free', true))`

/** Boxes and free boxes per size group: free is what can be booked, so without a price is not. */
export async function readOffers(
  db: Database,
  stockIds: readonly string[],
): Promise<ReadonlyMap<string, Offers>> {
  const { rows } = await sql<{ stockId: string; floors: number; groups: Offers['groups'] }>`
    select g."stockId", (select count(distinct f.floor)::int from box f where f.stock_id = g."stockId" and f.deleted_at is null) as floors,
           json_agg(json_build_object('sizeGroup', g."sizeGroup", 'total', g.total, 'free', g.free, 'lowestFreeRate', g."lowestFreeRate")) as groups
      from (
        select b.stock_id as "stockId", ${sizeGroupOf} as "sizeGroup", count(*)::int as total,
               count(*) filter (where ${isFree} and b.month_rate is not null)::int as free,
               min(b.month_rate) filter (where ${isFree}) as "lowestFreeRate"
          from box b left join box_claim c on c.box_id = b.id and c.released_at is null
         where b.stock_id = any(${[...stockIds]}::text[]) and b.deleted_at is null
         group by 1, 2
      ) g group by 1`.execute(db)
  const found = new Map(rows.map(({ stockId, ...offers }) => [stockId, offers]))
  return new Map(stockIds.map((id) => [id, found.get(id) ?? { floors: 0, groups: [] }]))
}

/** What only a superUser sees of the external system; its password is in no select of this house. */
export interface Connection {
  readonly dbServer: string | null
  readonly dbPort: number | null
  readonly dbName: string | null
  readonly dbUsername: string | null
  readonly dbKind: DatabaseKind | null
  readonly dbTakesCommands: boolean
}

export async function readConnections(db: Database): Promise<ReadonlyMap<string, Connection>> {
  const rows = await db
    .selectFrom('stock')
    .select(['id', 'db_server', 'db_port', 'db_name', 'db_username', 'db_kind', 'db_takes_commands'])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        dbServer: row.db_server,
        dbPort: row.db_port,
        dbName: row.db_name,
        dbUsername: row.db_username,
        dbKind: row.db_kind as DatabaseKind | null,
        dbTakesCommands: row.db_takes_commands,
      },
    ]),
  )
}
