import type { DatabaseKind } from '@stowage/domain/database-kind'
import { usualKeeping } from '@stowage/domain/kyc'
import { limits } from '@stowage/domain/limits'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import type { Sealer } from '../../platform/seal.ts'
import { note, type Author } from './author.ts'
import { checkEquipment, checkStock, type MayReach } from './check-stock.ts'
import { lockCity } from './city-store.ts'
import { presetsOf } from './create-tariff.ts'
import { stockChanged } from './events.ts'
import { fillBasePrices, lockPriceList } from './price-list-store.ts'
import { lockSeller } from './seller-store.ts'
import { insertStock, type StockFacts } from './stock-store.ts'

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

type Needed =
  | 'code'
  | 'name'
  | 'cityId'
  | 'sellerId'
  | 'address'
  | 'zip'
  | 'phone'
  | 'timeZone'
  | 'currency'
  | 'maxContractDuration'
type OfDatabase = 'dbServer' | 'dbPort' | 'dbName' | 'dbUsername' | 'dbKind' | 'dbTakesCommands'

/** A stock as it begins: what is left out is `UNSET`. */
export interface NewStock extends Pick<StockFacts, Needed>, Partial<Omit<StockFacts, Needed | OfDatabase>> {
  /** A list, or what it is on the day that begins at the stock. */
  readonly vat: readonly NewVat[] | ((today: Temporal.PlainDate) => readonly NewVat[])
  readonly equipment?: readonly NewEquipment[]
  /** Of the external management system. The password is sealed and never given out. */
  readonly database?: {
    readonly server: string | null
    readonly port: number | null
    readonly name: string | null
    readonly username: string | null
    readonly password: string | null
    readonly kind?: DatabaseKind | null
    readonly takesCommands?: boolean
  } | null
}

const UNSET: Omit<StockFacts, Needed | OfDatabase> = {
  externalId: null,
  openingTime: limits.openingTime,
  closingTime: limits.closingTime,
  latitude: null,
  longitude: null,
  carHeightLimitCm: null,
  hasBoxes: true,
  isExternal: false,
  depositMonths: 0,
  refundUnusedTime: true,
  riseNoticeDays: limits.rise.noticeDays,
  riseCapPercent: limits.rise.capPercent,
  kycDaysVerified: usualKeeping.verified,
  kycDaysRejected: usualKeeping.rejected,
  kycDaysLeft: usualKeeping.left,
  discount: 0,
  invoiceNotPaidFeePercent: 0,
  daysWithoutFee: 0,
  contractEndedFee: 0,
  penaltyCapPercent: 100,
  legalExemptionReason: null,
  individualExemptionReason: null,
  remindDaysBefore: limits.reminder.usual.daysBefore,
  remindDaysAfter: limits.reminder.usual.daysAfter,
  insuranceCoverageAmount: 0,
  insuranceMonthlyAmount: 0,
  insuranceTaxPercent: 0,
  wifiNetworkName: null,
  wifiPassword: null,
  offlineAppUrl: null,
  routerIp: null,
  servicePort: null,
}

/**
 * A stock with its equipment, VAT and the usual tariffs, all off; categories with a base price get one in its currency, to be confirmed.
 * @returns its id @throws Failure 1005, 6011, 6013, 9114 with the field; 1005 too for a city or seller that is not there
 */
export async function createStock(
  deps: { clock: Clock; sealer: Sealer; mayReachLocks: MayReach },
  tx: Tx,
  author: Author,
  stock: NewStock,
): Promise<string> {
  const id = newId()
  const at = deps.clock.now()
  checkStock(stock, deps.mayReachLocks)
  checkEquipment(stock.equipment ?? [], new Set())
  const { database, vat, ...told } = stock
  const today = (): Temporal.PlainDate => at.toZonedDateTimeISO(stock.timeZone).toPlainDate()
  const shown = { ...told, vat: typeof vat === 'function' ? vat(today()) : vat }
  await lockPriceList(tx)
  // Held until the end: who deletes them meanwhile waits, and then finds this stock.
  if ((await lockCity(tx, stock.cityId)) === undefined) fail(1005, { field: 'cityId' })
  if ((await lockSeller(tx, stock.sellerId)) === undefined) fail(1005, { field: 'sellerId' })
  await insertStock(tx, {
    id,
    createdAt: at,
    facts: {
      ...UNSET,
      ...shown,
      dbServer: database?.server ?? null,
      dbPort: database?.port ?? null,
      dbName: database?.name ?? null,
      dbUsername: database?.username ?? null,
      dbKind: database?.kind ?? null,
      dbTakesCommands: database?.takesCommands ?? false,
    },
    passwordSealed: database ? sealed(deps.sealer, database.password, id) : null,
    vat: shown.vat,
    equipment: stock.equipment ?? [],
  })
  await fillBasePrices(tx)
  await presetsOf(tx, id, at)
  const { wifiPassword: _secret, ...after } = shown
  note(tx, deps.clock, author, {
    action: 'stock-created',
    subjectType: 'stock',
    subjectId: id,
    stockId: id,
    after,
  })
  publish(tx, fact(stockChanged, { aggregate: `stock:${id}`, stockId: id, at, payload: { stockId: id } }))
  return id
}

const sealed = (sealer: Sealer, password: string | null, stockId: string): string | null =>
  password === null ? null : sealer.sealText(password, stockId)
