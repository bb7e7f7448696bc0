import type { redateDocument as endpoint } from '@stowage/api/months'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, refuseUnseen, type Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { askForDates } from './ask-for-dates.ts'
import { forgetReleases, stopBooks, takeBooksTurn } from './book-store.ts'
import { isMonthClosed } from './book-view.ts'
import { findDocument, lockDocument } from './billing-store.ts'
import { externalDocument } from './external-document-view.ts'
import { datesOf, moveEntries, setDates } from './redate-store.ts'

/**
 * Changes the accounting date or the document date of an issued document (decision 18): within the year of its number, out of and
 * into open months. The book follows the accounting date by entries of its own: what was entered on the old day is reversed there,
 * and entered on the new one. Of a document that the source of its stock has issued they are asked of that.
 * @throws Failure 9104; 9001 where no date is given; 9133 `unnumbered`, `year`, `closed`
 */
export async function redateDocument(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<void> {
  const { params, body, actor } = call
  const isElsewhere = !isSuperUser(actor) && actor.stockId !== null && actor.stockId !== params.stockId
  const theirs = isElsewhere ? undefined : await externalDocument(tx, params)
  if (theirs !== undefined) {
    askForDates({ clock }, tx, call, theirs)
    return
  }
  const found = await findDocument(tx, params.documentId)
  if (!found || found.stockId !== params.stockId || found.status === 'void' || isElsewhere)
    refuseUnseen(actor, 'documents.dates')
  if (!body.accountingDate && !body.documentDate) fail(9001, { field: 'accountingDate' })
  const { sellerId } = found
  // Its document before the books, as everybody does who enters something for one.
  const document = (await lockDocument(tx, found.id)) ?? fail(9104)
  await takeBooksTurn(tx, sellerId)
  await stopBooks(tx, sellerId)
  if (document.number === null) fail(9133, { params: { by: 'unnumbered' } })
  const before = await datesOf(tx, document.id)
  const after = {
    accounting: body.accountingDate ? Temporal.PlainDate.from(body.accountingDate) : before.accounting,
    document: body.documentDate ? Temporal.PlainDate.from(body.documentDate) : before.document,
  }
  const moved = [
    ...(after.accounting.equals(before.accounting)
      ? []
      : [{ field: 'accountingDate', days: [before.accounting, after.accounting] }]),
    ...(after.document.equals(before.document)
      ? []
      : [{ field: 'documentDate', days: [before.document, after.document] }]),
  ]
  const year = Number(/-(\d{4})-\d+$/.exec(document.number)?.[1])
  for (const { field, days } of moved)
    for (const day of days) {
      if (day.year !== year) fail(9133, { field, params: { by: 'year' } })
      if (await isMonthClosed(tx, sellerId, day)) fail(9133, { field, params: { by: 'closed' } })
    }
  if (moved.length === 0) return
  await setDates(tx, document.id, after)
  if (!after.accounting.equals(before.accounting)) {
    await moveEntries(tx, document.id, { from: before.accounting, to: after.accounting, at: clock.now() })
    const [first] = [before.accounting, after.accounting].toSorted((a, b) => Temporal.PlainDate.compare(a, b))
    if (first) await forgetReleases(tx, { sellerId, month: first.with({ day: 1 }) })
  }
  note(
    tx,
    clock,
    { ...authorOf(call), onBehalfOf: document.accountId },
    {
      action: 'document-redated',
      subjectType: 'document',
      subjectId: document.id,
      stockId: document.stockId,
      before: { accountingDate: before.accounting.toString(), documentDate: before.document.toString() },
      after: { accountingDate: after.accounting.toString(), documentDate: after.document.toString() },
    },
  )
}
