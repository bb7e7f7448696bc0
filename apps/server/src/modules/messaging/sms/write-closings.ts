import { machineNow } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { closingInvoices } from './sms-facts-view.ts'
import { wayOf } from './sms-kinds.ts'
import { insertSms } from './sms-store.ts'

/** Job: tells who wants it on the last day before his doors stay shut for an unpaid invoice; each invoice once. @returns how many were found */
export async function writeClosings({
  db,
  clock,
  transact,
}: Pick<Platform, 'db' | 'clock' | 'transact'>): Promise<number> {
  const at = clock.now()
  const found = await closingInvoices(db, at)
  const due = machineNow()
  const expiresAt = due.add({ minutes: wayOf.accessClosing.goodForMinutes })
  const sms = found.map(({ documentId, accountId, number, language, stockId }) => ({
    id: newId(),
    naturalKey: `accessClosing:${documentId}`,
    kind: 'accessClosing',
    recipient: number,
    accountId,
    stockId,
    language,
    data: { documentId },
    at,
    due,
    expiresAt,
  }))
  if (sms.length > 0) await transact(async (tx) => await insertSms(tx, sms))
  return sms.length
}
