import { machineNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Catalog } from '../catalog/index.ts'
import type { ExternalDates } from '../billing/index.ts'
import type { ExternalWish } from '../contracts/index.ts'
import { insertTask } from './task-store.ts'
import { hasOpenTask } from './task-view.ts'

/** Handler: a wish becomes a task for staff, and waits for the source's table of commands where it has one. The same again is one. */
export async function takeWish(
  tx: Tx,
  catalog: Catalog,
  wish: ExternalWish,
  at: Temporal.Instant,
): Promise<void> {
  if (await hasOpenTask(tx, wish)) return
  const system = await catalog.externalSystem(wish.stockId)
  await insertTask(tx, wish, { at, dueAt: system?.takesCommands === true ? machineNow() : null })
}

/** Handler: the same of the dates of a document that the source has issued. */
export async function takeDates(
  tx: Tx,
  catalog: Catalog,
  {
    stockId,
    contractId,
    accountId,
    documentId,
    number,
    accountingDate,
    documentDate,
    askedById,
  }: ExternalDates,
  at: Temporal.Instant,
): Promise<void> {
  const payload = {
    DocumentID: documentId,
    ...(number === null ? {} : { InvoiceNumber: number }),
    ...(accountingDate === null ? {} : { AccountingDate: accountingDate }),
    ...(documentDate === null ? {} : { DocumentDate: documentDate }),
  }
  await takeWish(
    tx,
    catalog,
    {
      kind: 'document_dates',
      stockId,
      contractId,
      boxId: null,
      accountId,
      dateValue: null,
      payload,
      askedById,
    },
    at,
  )
}
