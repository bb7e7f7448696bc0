import { grossOf } from '@stowage/domain/rate'
import { sizeGroups } from '@stowage/domain/box'
import { money } from '@stowage/domain/money'
import type { Actor } from '../../platform/http/actor.ts'
import type { Connection, Offers, StockRecord } from './stock-view.ts'
import { vatPercent, type StockAnswer, type StockViewer } from './terms.ts'

/** What a caller is to a stock, tenancy aside: that is known above (decisions.md B8, B10). */
export function viewerOf(actor: Actor | null, stockId: string): StockViewer {
  if (actor === null || actor.platformRole === 'client') return 'public'
  if (actor.platformRole === 'superUser') return 'superUser'
  const worksHere = actor.stockId === null || actor.stockId === stockId
  return worksHere && actor.grants.has('stocks.connection') ? 'staff' : 'colleague'
}

/**
 * A stock as this viewer may see it. Secrets are added for who may, never taken away for who may not: a field that is
 * new in the record stays inside until it is named here.
 * @param today at the stock
 */
export function describeStock(
  stock: StockRecord,
  offers: Offers,
  viewer: StockViewer,
  today: Temporal.PlainDate,
  connection?: Connection,
): StockAnswer {
  const individualVat = vatPercent(stock, 'individual', today)
  const groups = new Map(offers.groups.map((group) => [group.sizeGroup, group]))
  return {
    id: stock.id,
    name: stock.name,
    cityId: stock.cityRecord.id,
    city: stock.cityRecord,
    address: stock.address,
    zip: stock.zip,
    phone: stock.phone,
    hasBoxes: stock.hasBoxes,
    boxRenting: stock.hasBoxes,
    isExternal: stock.isExternal,
    currency: stock.currency,
    maxContractDuration: stock.maxContractDuration,
    hasTariffs: stock.tariffs.length > 0,
    timeZone: stock.timeZone,
    openingTime: stock.openingTime,
    closingTime: stock.closingTime,
    latitude: stock.latitude,
    longitude: stock.longitude,
    carHeightLimitCm: stock.carHeightLimitCm,
    depositMonths: stock.depositMonths,
    discount: stock.discount,
    insuranceCoverageAmount: stock.insuranceCoverage.amount,
    insuranceMonthlyAmount: stock.insuranceMonthly.amount,
    insuranceTaxPercent: stock.insuranceTaxPercent,
    legalUsersVatRate: vatPercent(stock, 'legal', today),
    individualUsersVatRate: individualVat,
    invoiceNotPaidFeePercent: stock.invoiceNotPaidFeePercent,
    daysWithoutFee: stock.daysWithoutFee,
    contractEndedFee: stock.contractEndedFee,
    onlinePayment: stock.onlinePayment,
    bankTransfer: stock.seller.iban !== null,
    floors: offers.floors,
    offers: sizeGroups.flatMap((sizeGroup) => {
      const group = groups.get(sizeGroup)
      if (group === undefined) return []
      const { lowestFreeRate } = group
      // VAT is added to the lowest net rate: with one percentage for all of them the lowest gross is its gross.
      return [
        {
          sizeGroup,
          total: group.total,
          free: group.free,
          priceFrom:
            lowestFreeRate === null
              ? null
              : grossOf(money(lowestFreeRate, stock.currency), individualVat).amount,
        },
      ]
    }),
    created: stock.created,
    updated: stock.updated,
    ...(viewer === 'tenant' || viewer === 'staff' || viewer === 'superUser'
      ? {
          wifiNetworkName: stock.wifiNetworkName,
          wifiPassword: stock.wifiPassword,
          offlineAppUrl: stock.offlineAppUrl,
        }
      : {}),
    ...(viewer === 'colleague' || viewer === 'staff' || viewer === 'superUser'
      ? {
          code: stock.code,
          sellerId: stock.seller.id,
          externalId: stock.externalId,
          internalEquipments: stock.equipment.map((entry) => ({ ...entry })),
        }
      : {}),
    ...(viewer === 'superUser'
      ? { routerIp: stock.routerIp, servicePort: stock.servicePort, ...connection }
      : {}),
  }
}
