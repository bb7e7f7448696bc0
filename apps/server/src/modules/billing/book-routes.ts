import { accountStatement, listPayouts, listWaitingPayouts } from '@stowage/api/payouts'
import * as months from '@stowage/api/months'
import { issueCreditNote, previewCreditNote, writeOffDocument as writeOff } from '@stowage/api/corrections'
import * as rates from '@stowage/api/exchange-rates'
import { fail } from '../../platform/failure.ts'
import { isSuperUser } from '../../platform/http/actor.ts'
import { route, type Route } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { isAccountThere } from './balances-view.ts'
import { listMonths } from './book-view.ts'
import { closeMonth, readMonth, reopenMonth } from './close-month.ts'
import { correctDocument, previewCorrection } from './correct-document.ts'
import { enterExchangeRate, takeExchangeRateBack } from './enter-exchange-rate.ts'
import { readExchangeRates } from './exchange-rate-store.ts'
import { journalOf } from './journal-view.ts'
import { recordedPayouts, waitingPayouts } from './payouts-view.ts'
import { redateDocument } from './redate-document.ts'
import { statementOf } from './statement-view.ts'
import { writeOffDocument } from './write-off-document.ts'

/** What an accountant does: corrections, write-offs, dates of documents, months of the books. */
export function bookRoutes(platform: Platform): Route[] {
  const { db, clock } = platform
  return [
    route(previewCreditNote, async ({ params, body }) => await previewCorrection(db, params.id, body.lines)),
    route(
      issueCreditNote,
      async (call) => await call.transact(async (tx) => await correctDocument(platform, tx, call)),
    ),
    route(
      writeOff,
      async (call) => await call.transact(async (tx) => await writeOffDocument(platform, tx, call)),
    ),
    route(months.redateDocument, async (call) => {
      return await call.transact(async (tx) => {
        await redateDocument(platform, tx, call)
        return {}
      })
    }),
    route(months.listBookMonths, async () => await listMonths(db, clock.now())),
    route(months.bookMonth, async ({ params }) => await readMonth(db, params, clock.now())),
    route(
      months.closeBookMonth,
      async (call) => await call.transact(async (tx) => await closeMonth(platform, tx, call)),
    ),
    route(
      months.reopenBookMonth,
      async (call) => await call.transact(async (tx) => await reopenMonth(platform, tx, call)),
    ),
    route(
      months.listJournal,
      async ({ params, query }) =>
        await journalOf(
          db,
          { sellerId: params.sellerId, month: Temporal.PlainDate.from(`${params.month}-01`) },
          Number(query.page ?? 1),
        ),
    ),
    route(rates.listExchangeRates, async () => await readExchangeRates(db)),
    route(rates.addExchangeRate, async (call) => {
      await call.transact(async (tx) => {
        await enterExchangeRate(platform, tx, call)
        return {}
      })
      return {}
    }),
    route(rates.deleteExchangeRate, async (call) => {
      await call.transact(async (tx) => {
        await takeExchangeRateBack(platform, tx, call)
        return {}
      })
      return {}
    }),
    route(listWaitingPayouts, async () => await waitingPayouts(db)),
    route(listPayouts, async ({ query }) => await recordedPayouts(db, Number(query.page ?? 1))),
    route(accountStatement, async ({ params, actor }) => {
      if (params.userId !== actor.id && !isSuperUser(actor))
        fail(actor.platformRole === 'client' ? 6004 : 9103)
      if (!(await isAccountThere(db, params.userId))) fail(6004)
      return await statementOf(db, params.userId)
    }),
  ]
}
