import type { Currency } from '@stowage/domain/money'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'
import type { NewSeller } from './create-seller.ts'
import type { NewStock } from './create-stock.ts'
import { refusing } from './refusals.ts'

export async function insertSeller(
  tx: Tx,
  seller: NewSeller & { id: string; createdAt: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('seller')
    .values({
      id: seller.id,
      name: seller.name,
      address: seller.address,
      country: seller.country,
      tax_number: seller.taxNumber ?? null,
      vat_id: seller.vatId ?? null,
      registration_number: seller.registrationNumber ?? null,
      bank_name: seller.bankName ?? null,
      iban: seller.iban ?? null,
      bic: seller.bic ?? null,
      email: seller.email,
      phone: seller.phone,
      exemption_text: seller.exemptionText ? JSON.stringify(seller.exemptionText) : null,
      created_at: seller.createdAt,
    })
    .execute()
}

interface StockRow extends Omit<NewStock, 'database' | 'equipment' | 'openingTime' | 'closingTime'> {
  readonly id: string
  readonly createdAt: Temporal.Instant
  readonly openingTime: string
  readonly closingTime: string
  readonly equipment: NonNullable<NewStock['equipment']>
  readonly database: {
    readonly server: string
    readonly port: number
    readonly name: string
    readonly username: string
    readonly passwordSealed: string
  } | null
}

/** The stock with its VAT rates and equipment. @throws Failure 1005 for a code in use, a city or seller that is not there */
export async function insertStock(tx: Tx, stock: StockRow): Promise<void> {
  await refusing(
    tx
      .insertInto('stock')
      .values({
        id: stock.id,
        external_id: stock.externalId ?? null,
        code: stock.code,
        name: stock.name,
        city_id: stock.cityId,
        seller_id: stock.sellerId,
        address: stock.address,
        zip: stock.zip,
        phone: stock.phone,
        time_zone: stock.timeZone,
        opening_time: Temporal.PlainTime.from(stock.openingTime),
        closing_time: Temporal.PlainTime.from(stock.closingTime),
        latitude: stock.latitude ?? null,
        longitude: stock.longitude ?? null,
        car_height_limit_cm: stock.carHeightLimitCm ?? null,
        has_boxes: stock.hasBoxes ?? true,
        is_external: stock.isExternal ?? false,
        currency: stock.currency,
        max_contract_duration: stock.maxContractDuration,
        deposit_months: stock.depositMonths ?? 0,
        discount: stock.discount ?? 0,
        invoice_not_paid_fee_percent: stock.invoiceNotPaidFeePercent ?? 0,
        days_without_fee: stock.daysWithoutFee ?? 0,
        contract_ended_fee: stock.contractEndedFee ?? 0,
        penalty_cap_percent: stock.penaltyCapPercent ?? 100,
        insurance_coverage_amount: stock.insuranceCoverageAmount ?? 0,
        insurance_monthly_amount: stock.insuranceMonthlyAmount ?? 0,
        insurance_tax_percent: stock.insuranceTaxPercent ?? 0,
        refund_unused_time: stock.refundUnusedTime ?? true,
        wifi_network_name: stock.wifiNetworkName ?? null,
        wifi_password: stock.wifiPassword ?? null,
        offline_app_url: stock.offlineAppUrl ?? null,
        router_ip: stock.routerIp ?? null,
        service_port: stock.servicePort ?? null,
        db_server: stock.database?.server ?? null,
        db_port: stock.database?.port ?? null,
        db_name: stock.database?.name ?? null,
        db_username: stock.database?.username ?? null,
        db_password_sealed: stock.database?.passwordSealed ?? null,
        created_at: stock.createdAt,
      })
      .execute(),
    {
      stock_code_key: [1005, { field: 'code' }],
      stock_external_id_key: [1005, { field: 'stockId_sm' }],
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
  if (stock.equipment.length > 0) {
    await tx
      .insertInto('equipment')
      .values(
        stock.equipment.map((entry, position) => ({
          stock_id: stock.id,
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
  address: { routerIp: string | null; servicePort: number | null },
  at: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .updateTable('stock')
    .set({ router_ip: address.routerIp, service_port: address.servicePort, updated_at: at })
    .where('id', '=', stockId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
