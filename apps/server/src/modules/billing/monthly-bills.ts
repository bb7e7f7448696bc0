import { Readable } from 'node:stream'
import type { mailMonthlyBills, monthlyBillsArchive } from '@stowage/api/monthly-bills'
import type * as api from '@stowage/api/monthly-bills'
import type { Answer, Body } from '@stowage/api/endpoint'
import { unpaidOf } from '@stowage/domain/debt'
import { personal } from '../../platform/audit/personal.ts'
import { authorOf, note } from '../../platform/audit/author.ts'
import { publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { createDocumentToken } from '../../platform/http/document-token.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Catalog, StockTerms } from '../catalog/index.ts'
import { bundleMonth } from './bundle-month.ts'
import { documentTypeOf } from './document-view.ts'
import { monthlyBillsAsked } from './events.ts'
import { countOfMonth, documentsOfMonth, type StockMonth } from './month-view.ts'
import { languageOf } from './send-invoice-pdf.ts'

interface Deps {
  readonly platform: Platform
  readonly catalog: Catalog
}

/** @throws Failure 6006 no such stock; 1005 a month that has not begun there */
async function stockOf({ platform, catalog }: Deps, { stockId, month }: StockMonth): Promise<StockTerms> {
  const stock = (await catalog.stockTerms(stockId)) ?? fail(6006)
  const today = platform.clock.now().toZonedDateTimeISO(stock.timeZone).toPlainDate()
  if (month > today.toString().slice(0, 7)) fail(1005, { field: 'month' })
  return stock
}

/** The documents of a month, as rows. */
export async function listMonth(deps: Deps, of: StockMonth): Promise<Answer<typeof api.listMonthlyBills>> {
  await stockOf(deps, of)
  const rows = await documentsOfMonth(deps.platform.db, of)
  return rows.map((row) => ({
    documentId: row.id,
    invoiceId: row.id,
    invoiceNumber: row.number,
    contractId: row.contractId,
    contractNumber: row.contractNumber,
    userId: row.accountId,
    fullName: row.buyer,
    unitNumber: row.unitNumber,
    documentType: documentTypeOf(row.kind),
    isPenalty: row.kind === 'penalty',
    documentDate: row.documentDate,
    accountingDate: row.accountingDate,
    amount: row.gross,
    net: row.net,
    vatAmount: row.vat,
    debt: row.kind === 'credit_note' ? 0 : unpaidOf(row),
    currency: row.currency,
  }))
}

/** @throws Failure 9131 nothing to take along */
export async function tokenOfMonth(
  deps: Deps,
  call: Call<typeof api.monthlyBillsToken, Actor>,
): Promise<Answer<typeof api.monthlyBillsToken>> {
  await stockOf(deps, call.body)
  if ((await countOfMonth(deps.platform.db, call.body)) === 0) fail(9131)
  const bills = `${call.body.stockId}.${call.body.month}`
  const { tokenKey } = deps.platform.config.secrets
  return { bills, token: createDocumentToken(tokenKey, { actorId: call.actor.id, documentId: bills }) }
}

/**
 * Sends the archive while it is made. That somebody takes a month of bills away is noted before the first byte.
 * @throws Failure 9104 no such month of a stock, 9131 nothing in it
 */
export async function sendMonth(deps: Deps, call: Call<typeof monthlyBillsArchive, Actor>): Promise<void> {
  const { platform } = deps
  const [, stockId = '', month = ''] =
    /^([0-9A-Z]{26})\.(\d{4}-(?:0[1-9]|1[0-2]))$/.exec(call.query.bills) ?? fail(9104)
  const stock = await stockOf(deps, { stockId, month })
  const count = await countOfMonth(platform.db, { stockId, month })
  if (count === 0) fail(9131)
  await platform.transact(async (tx) => {
    note(tx, platform.clock, authorOf(call), {
      action: 'monthly-bills-downloaded',
      subjectType: 'stock',
      subjectId: stockId,
      stockId,
      after: { month, count },
    })
  })
  const language = languageOf(call.query.language) ?? call.language
  const archive = bundleMonth(platform, { stockId, month, language, timeZone: stock.timeZone })
  await call.reply
    .header('Content-Type', 'application/zip')
    .header('Content-Disposition', `attachment; filename="${stock.code}-${month}.zip"`)
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .send(Readable.from(archive, { objectMode: false }))
}

/** Asks for the mail; it is written and sent behind this call, and says itself whether the archive fitted into it. */
export async function askMailOfMonth(
  deps: Deps,
  call: Call<typeof mailMonthlyBills, Actor>,
): Promise<Answer<typeof mailMonthlyBills>> {
  const { stockId, month, email }: Body<typeof mailMonthlyBills> = call.body
  await stockOf(deps, { stockId, month })
  const { clock } = deps.platform
  return await call.transact(async (tx) => {
    const count = await countOfMonth(tx, { stockId, month })
    if (count === 0) fail(9131)
    note(tx, clock, authorOf(call), {
      action: 'monthly-bills-mailed',
      subjectType: 'stock',
      subjectId: stockId,
      stockId,
      after: { month, email: personal(call.actor.id, email), count },
    })
    publish(
      tx,
      fact(monthlyBillsAsked, {
        aggregate: `stock:${stockId}`,
        stockId,
        at: clock.now(),
        payload: { stockId, month, email, accountId: call.actor.id, language: call.language },
      }),
    )
    return { count, email }
  })
}
