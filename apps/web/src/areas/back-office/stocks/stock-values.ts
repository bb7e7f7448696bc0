import type { Answer, Body } from '@stowage/api/endpoint'
import type { createStock, getStock, updateStock } from '@stowage/api/stocks'
import { databaseKinds } from '@stowage/domain/database-kind'
import { shownNumber, typedNumber } from '../../../ui/index.ts'

export type Settings = Answer<typeof getStock>
export type StockBody = Body<typeof updateStock>
export type Equipment = NonNullable<Settings['internalEquipments']>[number]

const typed = (value: number | null | undefined): string => (value == null ? '' : String(value))

/** What the form of a stock holds; numbers as they are typed, lengths in metres. */
export function stockValues(stock?: Settings) {
  return {
    name: stock?.name ?? '',
    code: stock?.code ?? '',
    cityId: stock?.cityId ?? '',
    sellerId: stock?.sellerId ?? '',
    address: stock?.address ?? '',
    zip: stock?.zip ?? '',
    phone: stock?.phone ?? '',
    hasBoxes: stock?.hasBoxes ?? true,
    isExternal: stock?.isExternal ?? false,
    externalId: stock?.externalId ?? '',
    currency: stock?.currency ?? 'EUR',
    timeZone: stock?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    openingTime: stock?.openingTime ?? '09:00',
    closingTime: stock?.closingTime ?? '21:00',
    latitude: typed(stock?.latitude),
    longitude: typed(stock?.longitude),
    carHeightLimitCm: shownNumber(stock?.carHeightLimitCm == null ? null : stock.carHeightLimitCm / 100),
    maxContractDuration: typed(stock?.maxContractDuration ?? 11),
    depositMonths: shownNumber(stock?.depositMonths ?? 0),
    refundUnusedTime: stock?.refundUnusedTime ?? true,
    riseNoticeDays: shownNumber(stock?.riseNoticeDays ?? 60),
    riseCapPercent: shownNumber(stock?.riseCapPercent ?? 15),
    kycDaysVerified: typed(stock === undefined ? 30 : stock.kycDaysVerified),
    kycDaysRejected: typed(stock?.kycDaysRejected ?? 7),
    kycDaysLeft: typed(stock?.kycDaysLeft ?? 30),
    wifiNetworkName: stock?.wifiNetworkName ?? '',
    wifiPassword: stock?.wifiPassword ?? '',
    offlineAppUrl: stock?.offlineAppUrl ?? '',
    routerIp: stock?.routerIp ?? '',
    servicePort: typed(stock?.servicePort),
    dbServer: stock?.dbServer ?? '',
    dbPort: typed(stock?.dbPort),
    /** Empty: by the port. */
    dbKind: stock?.dbKind ?? '',
    dbTakesCommands: stock?.dbTakesCommands ?? false,
    dbName: stock?.dbName ?? '',
    dbUsername: stock?.dbUsername ?? '',
    /** Never answered; empty: what is kept stays. */
    dbPassword: '',
    forgetsDbPassword: false,
    internalEquipments: [...(stock?.internalEquipments ?? [])],
  }
}
export type StockValues = ReturnType<typeof stockValues>

/** The fields whose typed numbers travel as numbers; nothing typed is nothing kept. */
const numbers = ['latitude', 'longitude', 'servicePort', 'dbPort', 'kycDaysVerified'] as const

/** What travels of a form's values, all or the changed ones. */
export function stockBody(values: Partial<StockValues>): StockBody {
  const {
    carHeightLimitCm,
    maxContractDuration,
    depositMonths,
    riseNoticeDays,
    riseCapPercent,
    kycDaysVerified: _verified,
    kycDaysRejected,
    kycDaysLeft,
    dbPassword,
    forgetsDbPassword,
    latitude: _lat,
    longitude: _lon,
    servicePort: _port,
    dbPort: _dbPort,
    dbKind,
    currency,
    code,
    sellerId,
    internalEquipments,
    ...same
  } = values
  const height = typedNumber(carHeightLimitCm ?? '')
  return {
    ...same,
    ...Object.fromEntries(
      numbers.flatMap((name) => {
        const text = values[name]
        return text === undefined ? [] : [[name, typedNumber(text) ?? null]]
      }),
    ),
    ...(currency === undefined ? {} : { currency: currency as NonNullable<StockBody['currency']> }),
    ...(dbKind === undefined ? {} : { dbKind: databaseKinds.find((kind) => kind === dbKind) ?? null }),
    ...(code === undefined ? {} : { code }),
    ...(sellerId === undefined || sellerId === '' ? {} : { sellerId }),
    ...(carHeightLimitCm === undefined
      ? {}
      : { carHeightLimitCm: height === undefined ? null : Math.round(height * 100) }),
    ...(maxContractDuration === undefined
      ? {}
      : { maxContractDuration: typedNumber(maxContractDuration) ?? Number.NaN }),
    ...(depositMonths === undefined ? {} : { depositMonths: typedNumber(depositMonths) ?? 0 }),
    ...(riseNoticeDays === undefined ? {} : { riseNoticeDays: typedNumber(riseNoticeDays) ?? Number.NaN }),
    ...(riseCapPercent === undefined ? {} : { riseCapPercent: typedNumber(riseCapPercent) ?? Number.NaN }),
    ...(kycDaysRejected === undefined ? {} : { kycDaysRejected: typedNumber(kycDaysRejected) ?? Number.NaN }),
    ...(kycDaysLeft === undefined ? {} : { kycDaysLeft: typedNumber(kycDaysLeft) ?? Number.NaN }),
    ...(internalEquipments === undefined
      ? {}
      : {
          internalEquipments: internalEquipments.map((entry) => ({
            ...entry,
            requiresOnSite: entry.requiresOnSite ?? false,
          })),
        }),
    ...(forgetsDbPassword === true
      ? { dbPassword: null }
      : dbPassword === undefined || dbPassword === ''
        ? {}
        : { dbPassword }),
  }
}

/** The whole of a new stock: what must be there is there, if only to be named as missing. Without a code it is given one. */
export function newStockBody({ code, ...values }: StockValues): Body<typeof createStock> {
  return stockBody(code === '' ? values : { ...values, code }) as Body<typeof createStock>
}

export const stockLengths = {
  name: [4, 254],
  address: [1, 128],
  zip: [4, 16],
  wifiNetworkName: [6, 100],
  wifiPassword: [10, 100],
} as const

/** Money as it is typed, in minor units; nothing typed is nothing. */
export function typedMinor(text: string): number {
  const value = typedNumber(text)
  return value === undefined ? 0 : Math.round(value * 100)
}

/** Days as people list them: `1, 7, 14`. What is no number becomes a day that no list may hold, so that the field is refused. */
export function typedDays(text: string): number[] {
  return text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : -1))
}
