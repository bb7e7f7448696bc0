import type { Currency } from '@stowage/domain/money'
import { limits } from '@stowage/domain/limits'
import { parseLockId } from '@stowage/domain/box'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import type { Sealer } from '../../platform/seal.ts'
import { note, type Author } from './author.ts'
import { stockChanged } from './events.ts'
import { fillBasePrices, lockPriceList } from './price-list-store.ts'
import { insertStock } from './stock-store.ts'

export interface NewEquipment {
  /** X:YY:ZZ, unique in its stock over equipment and box locks. */
  readonly id: string
  readonly name: string
  readonly kind: 'door' | 'gate' | 'barrier'
  readonly isExit?: boolean
  readonly requiresOnSite?: boolean
}

export interface NewVat {
  readonly validFrom: Temporal.PlainDate
  readonly legalPercent: number
  readonly individualPercent: number
}

export interface NewStock {
  /** In front of document numbers: two to eight capitals and digits. */
  readonly code: string
  readonly name: string
  readonly cityId: string
  readonly sellerId: string
  readonly address: string
  readonly zip: string
  readonly phone: string
  /** IANA name. */
  readonly timeZone: string
  readonly currency: Currency
  readonly maxContractDuration: number
  readonly vat: readonly NewVat[]
  readonly equipment?: readonly NewEquipment[]
  readonly externalId?: string | null
  /** 'HH:mm' */
  readonly openingTime?: string
  readonly closingTime?: string
  readonly latitude?: number | null
  readonly longitude?: number | null
  readonly carHeightLimitCm?: number | null
  readonly hasBoxes?: boolean
  readonly isExternal?: boolean
  readonly depositMonths?: number
  /** Percent per month paid at once; 0: the general table. */
  readonly discount?: number
  readonly invoiceNotPaidFeePercent?: number
  readonly daysWithoutFee?: number
  readonly contractEndedFee?: number
  readonly penaltyCapPercent?: number
  /** Minor units of the stock's currency. */
  readonly insuranceMonthlyAmount?: number
  readonly insuranceCoverageAmount?: number
  readonly insuranceTaxPercent?: number
  readonly refundUnusedTime?: boolean
  readonly wifiNetworkName?: string | null
  readonly wifiPassword?: string | null
  readonly offlineAppUrl?: string | null
  readonly routerIp?: string | null
  readonly servicePort?: number | null
  /** Of the external management system. The password is sealed and never given out. */
  readonly database?: {
    readonly server: string
    readonly port: number
    readonly name: string
    readonly username: string
    readonly password: string
  } | null
}

/** A stock with its equipment and VAT; categories with a base price get one in its currency, to be confirmed. @returns its id */
export async function createStock(
  deps: { clock: Clock; sealer: Sealer },
  tx: Tx,
  author: Author,
  stock: NewStock,
): Promise<string> {
  const id = newId()
  const at = deps.clock.now()
  checkStock(stock)
  const { database, ...shown } = stock
  await lockPriceList(tx)
  await insertStock(tx, {
    ...shown,
    id,
    createdAt: at,
    equipment: stock.equipment ?? [],
    openingTime: stock.openingTime ?? limits.openingTime,
    closingTime: stock.closingTime ?? limits.closingTime,
    database: database ? { ...database, passwordSealed: deps.sealer.sealText(database.password, id) } : null,
  })
  await fillBasePrices(tx)
  const { wifiPassword: _secret, ...told } = shown
  note(tx, deps.clock, author, {
    action: 'stock-created',
    subjectType: 'stock',
    subjectId: id,
    stockId: id,
    after: told,
  })
  publish(tx, fact(stockChanged, { aggregate: `stock:${id}`, stockId: id, at, payload: { stockId: id } }))
  return id
}

const HOUR = /^([01]\d|2[0-3]):[0-5]\d$/

function checkStock(stock: NewStock): void {
  if (!/^[A-Z0-9]{2,8}$/.test(stock.code)) fail(1005, { field: 'code' })
  for (const field of ['openingTime', 'closingTime'] as const) {
    if (stock[field] !== undefined && !HOUR.test(stock[field])) fail(1005, { field })
  }
  if (!isTimeZone(stock.timeZone)) fail(1005, { field: 'timeZone' })
  const seen = new Set<string>()
  for (const [index, { id }] of (stock.equipment ?? []).entries()) {
    const parsed = parseLockId(id)
    if (!parsed.ok) fail(parsed.code, { field: `internalEquipments.${index}.id` })
    if (seen.has(id)) fail(6011, { field: `internalEquipments.${index}.id` })
    seen.add(id)
  }
}

function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return name.includes('/') || name === 'UTC'
  } catch {
    return false
  }
}
