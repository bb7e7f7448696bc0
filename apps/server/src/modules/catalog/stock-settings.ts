import type { Answer } from '@stowage/api/endpoint'
import type { getStock } from '@stowage/api/stocks'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/platform.ts'
import { describeStock } from './describe-stock.ts'
import { dayAt, processorsOf } from './memory.ts'
import { readSettingsExtras } from './stock-settings-view.ts'
import { readOffers, readStocks } from './stock-view.ts'
import type { StockViewer } from './terms.ts'

export type StockSettings = Answer<typeof getStock>

/**
 * A stock with its settings as this viewer may see them, read where it is asked for: inside a transaction that has just
 * changed it, memory would not know it yet.
 */
export async function readSettings(
  deps: { clock: Clock; config: Platform['config'] },
  db: Database,
  stockId: string,
  viewer: StockViewer,
): Promise<StockSettings | undefined> {
  const [stock] = await readStocks(db, processorsOf(deps.config), stockId)
  const extras = await readSettingsExtras(db, stockId)
  if (stock === undefined || extras === undefined) return undefined
  const offers = (await readOffers(db, [stockId])).get(stockId) ?? { floors: 0, groups: [] }
  const { today } = dayAt(deps.clock.now(), stock.timeZone)
  const { dbHasSecret, runningContracts, applied, ...more } = extras
  const { remindDaysBefore, remindDaysAfter, riseNoticeDays, riseCapPercent, ...others } = more
  const { kycDaysVerified, kycDaysRejected, kycDaysLeft, ...connection } = others
  const individual = new Map(
    stock.vat.individual.map(({ validFrom, percent }) => [String(validFrom), percent]),
  )
  return {
    ...describeStock(stock, offers, viewer, today, connection),
    refundUnusedTime: stock.refundUnusedTime,
    penaltyCapPercent: stock.penaltyCapPercent,
    legalExemptionReason: stock.exemptionReason.legal,
    individualExemptionReason: stock.exemptionReason.individual,
    riseNoticeDays,
    riseCapPercent,
    kycDaysVerified,
    kycDaysRejected,
    kycDaysLeft,
    remindDaysBefore,
    remindDaysAfter,
    vatRates: stock.vat.legal.map(({ validFrom, percent }) => ({
      validFrom: String(validFrom),
      legal: percent,
      individual: individual.get(String(validFrom)) ?? percent,
    })),
    runningContracts,
    applied,
    ...(viewer === 'superUser' ? { dbHasSecret } : {}),
  }
}
