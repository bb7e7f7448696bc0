import type { DatabaseKind } from '@stowage/domain/database-kind'
import type { Currency } from '@stowage/domain/money'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'
import type { NewEquipment, NewVat } from './create-stock.ts'
import { refusing } from './refusals.ts'
import type { SiteAddress } from './terms.ts'

/** What a superUser may change of a stock, as it is stored; equipment, VAT and the sealed password have writes of their own. */
export interface StockFacts {
  readonly name: string
  /** In front of document numbers: two to eight capitals and digits. */
  readonly code: string
  readonly cityId: string
  readonly sellerId: string
  readonly address: string
  readonly zip: string
  readonly phone: string
  /** IANA name. */
  readonly timeZone: string
  /** 'HH:mm' */
  readonly openingTime: string
  readonly closingTime: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly carHeightLimitCm: number | null
  readonly hasBoxes: boolean
  readonly isExternal: boolean
  readonly externalId: string | null
  readonly currency: Currency
  readonly maxContractDuration: number
  readonly depositMonths: number
  readonly refundUnusedTime: boolean
  readonly riseNoticeDays: number
  readonly riseCapPercent: number
  /** For how many days files of identity documents are kept; null: until the tenant has left. */
  readonly kycDaysVerified: number | null
  readonly kycDaysRejected: number
  readonly kycDaysLeft: number
  /** Percent per month paid at once; 0: the general table. */
  readonly discount: number
  readonly invoiceNotPaidFeePercent: number
  readonly daysWithoutFee: number
  readonly contractEndedFee: number
  readonly penaltyCapPercent: number
  /** When tenants are reminded of an invoice, in days before and after its due day. */
  readonly remindDaysBefore: readonly number[]
  readonly remindDaysAfter: readonly number[]
  /** Minor units of the stock's currency. */
  readonly insuranceCoverageAmount: number
  readonly insuranceMonthlyAmount: number
  readonly insuranceTaxPercent: number
  /** Printed on invoices whose rate is 0. */
  readonly legalExemptionReason: string | null
  readonly individualExemptionReason: string | null
  readonly wifiNetworkName: string | null
  readonly wifiPassword: string | null
  readonly offlineAppUrl: string | null
  readonly routerIp: string | null
  readonly servicePort: number | null
  readonly dbServer: string | null
  readonly dbPort: number | null
  readonly dbName: string | null
  readonly dbUsername: string | null
  /** Null: by its port. */
  readonly dbKind: DatabaseKind | null
  /** Its table of commands may be written. */
  readonly dbTakesCommands: boolean
}

/** The facts as columns. */
const columnsOf = (stock: StockFacts) => ({
  name: stock.name,
  code: stock.code,
  city_id: stock.cityId,
  seller_id: stock.sellerId,
  address: stock.address,
  zip: stock.zip,
  phone: stock.phone,
  time_zone: stock.timeZone,
  opening_time: Temporal.PlainTime.from(stock.openingTime),
  closing_time: Temporal.PlainTime.from(stock.closingTime),
  latitude: stock.latitude,
  longitude: stock.longitude,
  car_height_limit_cm: stock.carHeightLimitCm,
  has_boxes: stock.hasBoxes,
  is_external: stock.isExternal,
  external_id: stock.externalId,
  currency: stock.currency,
  max_contract_duration: stock.maxContractDuration,
  deposit_months: stock.depositMonths,
  refund_unused_time: stock.refundUnusedTime,
  rise_notice_days: stock.riseNoticeDays,
  rise_cap_percent: stock.riseCapPercent,
  kyc_days_verified: stock.kycDaysVerified,
  kyc_days_rejected: stock.kycDaysRejected,
  kyc_days_left: stock.kycDaysLeft,
  discount: stock.discount,
  invoice_not_paid_fee_percent: stock.invoiceNotPaidFeePercent,
  days_without_fee: stock.daysWithoutFee,
  contract_ended_fee: stock.contractEndedFee,
  penalty_cap_percent: stock.penaltyCapPercent,
  legal_exemption_reason: stock.legalExemptionReason,
  individual_exemption_reason: stock.individualExemptionReason,
  remind_days_before: [...stock.remindDaysBefore],
  remind_days_after: [...stock.remindDaysAfter],
  insurance_coverage_amount: stock.insuranceCoverageAmount,
  insurance_monthly_amount: stock.insuranceMonthlyAmount,
  insurance_tax_percent: stock.insuranceTaxPercent,
  wifi_network_name: stock.wifiNetworkName,
  wifi_password: stock.wifiPassword,
  offline_app_url: stock.offlineAppUrl,
  router_ip: stock.routerIp,
  service_port: stock.servicePort,
  db_server: stock.dbServer,
  db_port: stock.dbPort,
  db_name: stock.dbName,
  db_username: stock.dbUsername,
  db_kind: stock.dbKind,
  db_takes_commands: stock.dbTakesCommands,
})

/** A code or an external id that another stock has. */
const TAKEN = {
  stock_code_key: [1005, { field: 'code' }],
  stock_external_id_key: [1005, { field: 'stockId_sm' }],
} as const

interface StockRow {
  readonly id: string
  readonly createdAt: Temporal.Instant
  readonly facts: StockFacts
  readonly passwordSealed: string | null
  readonly vat: readonly NewVat[]
  readonly equipment: readonly NewEquipment[]
}

/** The stock with its VAT rates and equipment. @throws Failure 1005 for a code in use, a city or seller that is not there */
export async function insertStock(tx: Tx, stock: StockRow): Promise<void> {
  await refusing(
    tx
      .insertInto('stock')
      .values({
        id: stock.id,
        ...columnsOf(stock.facts),
        db_password_sealed: stock.passwordSealed,
        created_at: stock.createdAt,
      })
      .execute(),
    {
      ...TAKEN,
      stock_city_id_fkey: [1005, { field: 'cityId' }],
      stock_seller_id_fkey: [1005, { field: 'sellerId' }],
    },
  )
  if (stock.vat.length > 0) {
    await refusing(
      tx
        .insertInto('stock_vat')
        .values(
          stock.vat.map((rate) => ({
            stock_id: stock.id,
            valid_from: rate.validFrom,
            legal_percent: rate.legalPercent,
            individual_percent: rate.individualPercent,
          })),
        )
        .execute(),
      { stock_vat_pkey: [1005, { field: 'vat' }] },
    )
  }
  await insertEquipment(tx, stock.id, stock.equipment)
}

async function insertEquipment(tx: Tx, stockId: string, equipment: readonly NewEquipment[]): Promise<void> {
  if (equipment.length === 0) return
  await tx
    .insertInto('equipment')
    .values(
      equipment.map((entry, position) => ({
        stock_id: stockId,
        id: entry.id,
        name: entry.name,
        kind: entry.kind,
        is_exit: entry.isExit ?? false,
        requires_on_site: entry.requiresOnSite ?? false,
        position,
      })),
    )
    .execute()
}

/** The stock's row locked until the transaction ends; undefined for a stock that is not there. */
export async function lockStock(
  tx: Tx,
  stockId: string,
): Promise<{ isExternal: boolean; currency: Currency } | undefined> {
  const { rows } = await sql<{ isExternal: boolean; currency: Currency }>`
    select is_external as "isExternal", currency from stock where id = ${stockId} and deleted_at is null for no key update`.execute(
    tx,
  )
  return rows[0]
}

/** Where a stock's locks server is; answers whether the stock is there. */
export async function updateSiteAddress(
  tx: Tx,
  stockId: string,
  address: SiteAddress,
  at: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .updateTable('stock')
    .set({
      router_ip: address.routerIp,
      service_port: address.servicePort,
      ...(address.offlineAppUrl === undefined ? {} : { offline_app_url: address.offlineAppUrl }),
      updated_at: at,
    })
    .where('id', '=', stockId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The stock's facts, its row locked until the transaction ends; undefined for a stock that is not there. */
export async function lockStockFacts(
  tx: Tx,
  stockId: string,
): Promise<{ facts: StockFacts; updatedAt: Temporal.Instant | null } | undefined> {
  const { rows } = await sql<StockFacts & { updatedAt: Temporal.Instant | null }>`
    select name, code, city_id as "cityId", seller_id as "sellerId", address, zip, phone, time_zone as "timeZone", to_char(opening_time, 'HH24:MI') as "openingTime", to_char(closing_time, 'HH24:MI') as "closingTime",
           latitude, longitude, car_height_limit_cm as "carHeightLimitCm", has_boxes as "hasBoxes", is_external as "isExternal", external_id as "externalId", currency, max_contract_duration as "maxContractDuration",
           deposit_months as "depositMonths", refund_unused_time as "refundUnusedTime", rise_notice_days as "riseNoticeDays", rise_cap_percent as "riseCapPercent", kyc_days_verified as "kycDaysVerified", kyc_days_rejected as "kycDaysRejected", kyc_days_left as "kycDaysLeft", discount, invoice_not_paid_fee_percent as "invoiceNotPaidFeePercent", days_without_fee as "daysWithoutFee",
           contract_ended_fee as "contractEndedFee", penalty_cap_percent as "penaltyCapPercent", remind_days_before as "remindDaysBefore", remind_days_after as "remindDaysAfter", insurance_coverage_amount as "insuranceCoverageAmount", insurance_monthly_amount as "insuranceMonthlyAmount",
           insurance_tax_percent as "insuranceTaxPercent", legal_exemption_reason as "legalExemptionReason", individual_exemption_reason as "individualExemptionReason", wifi_network_name as "wifiNetworkName", wifi_password as "wifiPassword", offline_app_url as "offlineAppUrl", router_ip as "routerIp",
           service_port as "servicePort", db_server as "dbServer", db_port as "dbPort", db_name as "dbName", db_username as "dbUsername", db_kind as "dbKind", db_takes_commands as "dbTakesCommands", updated_at as "updatedAt"
      from stock where id = ${stockId} and deleted_at is null for no key update`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  const { updatedAt, ...facts } = row
  return { facts, updatedAt }
}

/** @throws Failure 1005 for a code or an external id in use */
export async function updateStockFacts(
  tx: Tx,
  stockId: string,
  stock: StockFacts,
  at: Temporal.Instant,
): Promise<void> {
  await refusing(
    tx
      .updateTable('stock')
      .set({ ...columnsOf(stock), updated_at: at })
      .where('id', '=', stockId)
      .execute(),
    TAKEN,
  )
}

/** The whole list, in the order given. */
export async function replaceEquipment(
  tx: Tx,
  stockId: string,
  equipment: readonly NewEquipment[],
): Promise<void> {
  await tx.deleteFrom('equipment').where('stock_id', '=', stockId).execute()
  await insertEquipment(tx, stockId, equipment)
}

export async function readEquipment(tx: Tx, stockId: string): Promise<NewEquipment[]> {
  const { rows } = await sql<NewEquipment>`
    select id, name, kind, is_exit as "isExit", requires_on_site as "requiresOnSite" from equipment where stock_id = ${stockId} order by position`.execute(
    tx,
  )
  return rows
}

/** Rates that hold from a day on; a second change of that day takes the place of the first. */
export async function startVat(
  tx: Tx,
  stockId: string,
  vat: { validFrom: Temporal.PlainDate; legalPercent: number; individualPercent: number },
): Promise<void> {
  const rates = { legal_percent: vat.legalPercent, individual_percent: vat.individualPercent }
  await tx
    .insertInto('stock_vat')
    .values({ stock_id: stockId, valid_from: vat.validFrom, ...rates })
    .onConflict((conflict) => conflict.columns(['stock_id', 'valid_from']).doUpdateSet(rates))
    .execute()
}

/** What the penalties of a stock were before a day; of several changes on one day the first says what was before. */
export async function keepPenaltyRates(
  tx: Tx,
  stockId: string,
  held: Pick<StockFacts, 'invoiceNotPaidFeePercent' | 'contractEndedFee'>,
  until: Temporal.PlainDate,
): Promise<void> {
  await tx
    .insertInto('past_penalty_rate')
    .values({
      stock_id: stockId,
      until,
      percent_per_day: held.invoiceNotPaidFeePercent,
      percent_after_end: held.contractEndedFee,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Null takes the kept one away. */
export async function setDatabasePassword(tx: Tx, stockId: string, sealed: string | null): Promise<void> {
  await tx.updateTable('stock').set({ db_password_sealed: sealed }).where('id', '=', stockId).execute()
}

/** The boxes of a stock, one after the other in the order of their ids as everybody does; who is just booking one comes first. */
export async function lockBoxesOf(tx: Tx, stockId: string): Promise<void> {
  await sql`
    select 1 from box where stock_id = ${stockId} and deleted_at is null order by id for no key update`.execute(
    tx,
  )
}

/** Takes the boxes of a stock out of every list; who is just booking one comes first. */
export async function markBoxesDeleted(tx: Tx, stockId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('box')
    .set({ deleted_at: at })
    .where('stock_id', '=', stockId)
    .where('deleted_at', 'is', null)
    .execute()
}

/** What the stock was stays for its documents. */
export async function markStockDeleted(tx: Tx, stockId: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('stock').set({ deleted_at: at }).where('id', '=', stockId).execute()
}

/** Every code that is or was in front of document numbers. */
export async function readCodes(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx.selectFrom('stock').select('code').execute()
  return new Set(rows.map(({ code }) => code))
}

/** The time zone that the other stocks of a city have; undefined where there is none, or more than one. */
export async function zoneOfCity(tx: Tx, cityId: string): Promise<string | undefined> {
  const rows = await tx
    .selectFrom('stock')
    .select('time_zone')
    .distinct()
    .where('city_id', '=', cityId)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.length === 1 ? rows[0]?.time_zone : undefined
}
